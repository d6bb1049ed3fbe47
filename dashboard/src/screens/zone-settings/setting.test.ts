import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fieldOf, valueFrom, valueText } from './setting.ts';

const setting = (id: string, value: unknown) => ({ id, value, editable: true, modified_on: null });

for (const [id, value, kind, text, entered, sent] of [
  ['http2', 'on', 'select', 'on', 'off', 'off'],
  ['min_tls_version', '1.2', 'select', '1.2', '1.3', '1.3'],
  ['challenge_ttl', 1800, 'number', '1800', '300', 300],
  ['ssl', 'full', 'text', 'full', 'strict', 'strict'],
  ['ciphers', [], 'lines', '[]', '["A"]', ['A']],
  ['challenge_ttl', 1800, 'number', '1800', '', null],
] as const) {
  it(`enters ${id} with ${kind}: "${entered}"`, () => {
    const each = setting(id, value);
    assert.equal(fieldOf(each).kind, kind);
    assert.equal(valueText(each), text);
    assert.deepEqual(valueFrom(each, entered), sent);
  });
}
