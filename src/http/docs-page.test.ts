import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { docsPage, docsPolicy } from './docs-page.ts';
import { openApiDocument } from './openapi.ts';
import { ok, routeTable } from './route.ts';

const EVIL = '<script>alert("x")</script> & "more"';
const route = routeTable({ tag: EVIL, service: 'core' });

const page = docsPage(
  openApiDocument({ title: EVIL, version: EVIL, basePath: '/api' }, [
    route({
      method: 'POST',
      path: '/things/:thing_id',
      operation: 'make-thing',
      summary: EVIL,
      access: { kind: 'capability', capability: 'zone:write' },
      query: Type.Object({ filter: Type.Optional(Type.String({ description: EVIL })) }),
      body: Type.Object({ name: Type.String({ description: EVIL }) }),
      response: Type.Object({ made: Type.String({ description: EVIL }) }),
      handle: async () => ok(null),
    }),
    route({
      method: 'DELETE',
      path: '/things/:thing_id',
      operation: 'delete-thing',
      summary: 'Delete a thing',
      access: { kind: 'self-service' },
      handle: async () => ({ kind: 'empty' }),
    }),
  ]),
);

describe('documentation page', () => {
  it('shows markup of the document as text', () => {
    assert.doesNotMatch(page, /<script/i);
    assert.ok(
      page.includes('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &quot;more&quot;'),
    );
    // Inside a schema the text is JSON first: its quotes are escaped twice.
    assert.ok(page.includes('&lt;script&gt;alert(\\&quot;x\\&quot;)'));
  });

  it('uses only elements that cannot run anything or load anything', () => {
    const elements = new Set([...page.matchAll(/<([a-z0-9]+)/gi)].map((match) => match[1]));
    const harmless = ['html', 'head', 'meta', 'title', 'style', 'body', 'h1', 'h2', 'h4', 'small'];
    const inside = ['p', 'a', 'details', 'summary', 'span', 'code', 'pre', 'table', 'tr', 'td'];
    assert.ok(elements.size > 10);
    for (const element of elements) assert.ok([...harmless, ...inside].includes(element ?? ''));
    assert.doesNotMatch(page, /\son\w+=|javascript:|src=|https?:/i);
  });

  it('says what a call needs, takes and returns', () => {
    for (const text of ['/api/things/{thing_id}', 'POST', 'DELETE', 'filter', 'Zone Write']) {
      assert.ok(page.includes(text), text);
    }
    assert.match(page, /Returns 204 without a body/);
  });

  it('has a policy that allows its own style alone', () => {
    const style = /<style>([\s\S]*)<\/style>/.exec(page)?.[1];
    const hashed: string[] = [];
    const policy = docsPolicy((text) => {
      hashed.push(text);
      return 'HASH';
    });
    assert.deepEqual(hashed, [style]);
    assert.match(policy, /^default-src 'none'; style-src 'sha256-HASH';/);
  });
});
