import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseBody } from './parse-body.ts';

/** Ids are returned verbatim. */
for (const id of ['1', '0', '-7', '1.5', '-0', '9007199254740993', '"a\\u00e9"', 'null', '""']) {
  test(`the id ${id} is kept`, () => {
    const parsed = parseBody(`{"jsonrpc":"2.0","id":${id},"method":"eth_chainId"}`, 10);
    assert.ok(parsed.kind === 'single');
    const expected = id.startsWith('"') ? JSON.stringify(JSON.parse(id)) : id;
    assert.equal(parsed.item.id, expected);
  });
}

test('an id inside the parameters is not used as the id of the call', () => {
  const text = '{"params":[{"id":12345678901234567890}],"jsonrpc":"2.0","method":"m","id":1.50}';
  const parsed = parseBody(text, 10);
  assert.ok(parsed.kind === 'single');
  assert.equal(parsed.item.id, '1.50');
});

test('any text is parsed or rejected, without an exception', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const { kind } = parseBody(text, 5);
      assert.ok(['single', 'batch', 'refused'].includes(kind));
    }),
  );
});

// If all ids were read again for each of them, the test would time out.
test('reads the exact ids of a long batch once', () => {
  const call = (id: number) =>
    `{"jsonrpc":"2.0","method":"a","params":[${'[],'.repeat(700)}[]],"id":${2n ** 64n + BigInt(id)}}`;
  const text = `[${Array.from({ length: 3_000 }, (_, n) => call(n)).join()}]`;
  const parsed = parseBody(text, 3_000);
  const ids = parsed.kind === 'batch' ? parsed.items.map(({ id }) => id) : [];
  assert.deepEqual([ids[0], ids[2_999]], ['18446744073709551616', '18446744073709554615']);
});
