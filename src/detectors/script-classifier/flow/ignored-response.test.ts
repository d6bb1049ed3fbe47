import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCode } from '../fixtures/read-code.ts';
import { isResponseIgnored } from './ignored-response.ts';

describe('ignored response', () => {
  const ignored: readonly string[] = [
    'fetch(u);',
    'void fetch(u);',
    'await fetch(u);',
    'a && fetch(u);',
    'a ? fetch(u) : b();',
    'b(), fetch(u);',
    'fetch(u).catch(f);',
    'fetch(u).finally(() => {});',
    'fetch(u).then(() => done());',
    'fetch(u).then((r) => r.ok);',
    'fetch(u).then(function (r) { log(r.status); });',
    'const r = await fetch(u);',
    'const r = await fetch(u); if (r.ok) done();',
    'a.onclick = () => { fetch(u); };',
    `a.addEventListener('click', () => fetch(u));`,
    'setTimeout(() => fetch(u), 5);',
    'list.forEach(function (a) { return fetch(u); });',
    'function send() { return fetch(u); } send();',
    'const send = () => fetch(u); send(); send().catch(f);',
    'function send() { return fetch(u); } function all() { return send(); } all();',
    '(() => fetch(u))();',
    'f(function () { return fetch(u), g(); });',
  ];
  const read: readonly string[] = [
    'f(fetch(u));',
    'x = fetch(u);',
    'x = [fetch(u)];',
    'fetch(u).then((r) => r.json());',
    'fetch(u).then(f);',
    'fetch(u).then((r) => r.ok).then((r) => r.text());',
    'const r = await fetch(u); f(r);',
    'const r = await fetch(u); r.json();',
    'const { ok } = await fetch(u);',
    'function send() { return fetch(u); } f(send());',
    'function send() { return fetch(u); } send(); f(send());',
    'function send() { return fetch(u); }',
    'exports.send = () => fetch(u);',
    'list.map((a) => fetch(u));',
    `const r = await fetch(u); ${'r.ok;'.repeat(60)}`,
    'const a = () => fetch(u); const b = () => a(); const c = () => b(); const d = () => c(); d();',
  ];
  const isIgnored = (code: string): boolean => {
    const reading = readCode(code);
    const { tree, values } = reading;
    const call = tree.ofType('CallExpression').find((number) => {
      const node = tree.node(number);
      return node?.type === 'CallExpression' && values.path(node.callee) === 'fetch';
    });
    assert.ok(call !== undefined, code);
    return isResponseIgnored(reading, 'fetch', call, false);
  };
  for (const code of ignored) it(`of ${code}`, () => assert.equal(isIgnored(code), true));
  for (const code of read) it(`not of ${code}`, () => assert.equal(isIgnored(code), false));

  it('holds for sinks without a response, and not for others', () => {
    const reading = readCode('a();');
    for (const sink of ['beacon', 'image', 'socket', 'script', 'frame', 'link', 'form'] as const) {
      assert.equal(isResponseIgnored(reading, sink, 1, false), true, sink);
    }
    for (const sink of ['request', 'ajax', 'location', 'code', 'markup'] as const) {
      assert.equal(isResponseIgnored(reading, sink, 1, false), false, sink);
    }
  });
});
