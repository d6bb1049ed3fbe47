import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { Type } from '../../kernel/schema.ts';
import { openApiDocument } from '../openapi.ts';
import { ok, routeTable } from '../route.ts';
import { docsPage } from './docs-page.ts';

const EVIL = '<script>alert("x")</script> & "more"';
const route = routeTable({ tag: EVIL, service: 'core' });

const { text: page, policy } = docsPage(
  openApiDocument({ title: EVIL, version: EVIL, basePath: '/api' }, [
    route({
      method: 'POST',
      path: '/things/:thing_id',
      operation: 'make-thing',
      summary: EVIL,
      access: { kind: 'capability', capability: 'zone:write' },
      query: Type.Object({
        filter: Type.Optional(Type.String({ description: EVIL })),
        order: Type.Enum(['name', 'age'], { default: 'name' }),
        q: Type.String({ examples: [EVIL] }),
      }),
      body: Type.Object({
        name: Type.String({ description: EVIL, examples: [EVIL], maxLength: 50 }),
        owner: Type.Object({ id: Type.String({ examples: ['$OWNER_ID'] }) }),
        parts: Type.Optional(Type.Array(Type.Object({ size: Type.Integer({ minimum: 1 }) }))),
      }),
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
  { origin: 'http://127.0.0.1:1', basePath: '/api' },
  {
    guides: [
      { name: 'things.md', title: EVIL, sections: [{ heading: 'Make a no-thing', lead: EVIL }] },
    ],
    areaWords: { [EVIL]: EVIL },
  },
);

const shown = page
  .replace(/<[^>]+>/g, '')
  .replaceAll('&quot;', '"')
  .replaceAll('&lt;', '<')
  .replaceAll('&gt;', '>')
  .replaceAll('&amp;', '&');

const contentOf = (element: string) =>
  new RegExp(`<${element}>([\\s\\S]*?)</${element}>`).exec(page)?.[1] ?? '';

describe('documentation page', () => {
  it('shows markup of the document as text', () => {
    assert.equal(page.split('<script').length, 2, 'only its own script');
    assert.ok(
      page.includes('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &quot;more&quot;'),
    );
  });

  it('loads nothing, and runs nothing but its own script', () => {
    const markup = page.replace(contentOf('script'), '').replace(contentOf('style'), '');
    const elements = new Set([...markup.matchAll(/<([a-z0-9]+)/gi)].map((match) => match[1]));
    const frame = 'html head meta title style body div nav main section script input'.split(' ');
    const text = 'h1 h2 h3 small p a details summary ul li span strong em code pre wbr'.split(' ');
    const known = [...frame, ...text, 'table', 'tbody', 'tr', 'td'];
    assert.ok(elements.size > 10);
    for (const element of elements) assert.ok(known.includes(`${element}`), `${element}`);
    assert.doesNotMatch(markup, /<[^>]*\s(on\w+|src)=|javascript:/i);
    for (const [, target] of page.matchAll(/href="([^"]*)"/g)) assert.match(target ?? '', /^[#/]/);
  });

  it('has a policy that allows only its own style and script', () => {
    const hash = (text: string) => createHash('sha256').update(text).digest('base64');
    assert.equal(
      policy,
      `default-src 'none'; style-src 'sha256-${hash(contentOf('style'))}'; ` +
        `script-src 'sha256-${hash(contentOf('script'))}'; ` +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
  });

  it('links every operation from the contents', () => {
    for (const id of ['make-thing', 'delete-thing']) {
      assert.ok(contentOf('ul').includes(`href="#${id}"`), id);
      assert.equal(page.split(`id="${id}"`).length, 2, id);
    }
  });

  it('links the guides and their sections', () => {
    assert.ok(page.includes('<summary><a href="/docs/guides/things.md">&lt;script&gt;'));
    assert.ok(
      page.includes(
        '<a href="/docs/guides/things.md#:~:text=Make%20a%20no%2Dthing">Make a no-thing</a>',
      ),
    );
  });

  it('describes the permission, parameters and result of a call', () => {
    assert.match(shown, /Needs the permission "Zone Write"/);
    assert.match(shown, /thing_id path\s*id/);
    assert.match(shown, /order query\s*text, one of name, age; default "name"/);
    assert.match(shown, /q query, required\s*text/);
    assert.match(shown, /name required\s*text, at most 50 characters; <script>/);
    assert.match(shown, /owner\.id required\s*text/);
    assert.match(
      shown,
      /parts\s*list of objects\s*parts\[\]\.size required\s*whole number, at least 1/,
    );
    assert.match(shown, /Result\s*made\s*text/);
    assert.match(shown, /Returns 204 without a body/);
  });

  it('shows a call with curl and with the SDK', () => {
    const query = encodeURIComponent(EVIL);
    const curl = `curl -X POST "http://127.0.0.1:1/api/things/$THING_ID?q=${query}" \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "name": "<script>alert(\\"x\\")</script> & \\"more\\"",
    "owner": { "id": "'$OWNER_ID'" }
  }'`;
    assert.ok(shown.includes(curl), shown);
    const sdk = `const response = await client.post(\`/things/\${THING_ID}\`, {
  query: { q: '<script>alert("x")</script> & "more"' },
  body: {
    name: '<script>alert("x")</script> & "more"',
    owner: { id: OWNER_ID }
  }
});`;
    assert.ok(shown.includes(sdk), shown);
    assert.ok(shown.includes('curl -X DELETE "http://127.0.0.1:1/api/things/$THING_ID" \\'));
  });
});
