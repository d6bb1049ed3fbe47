import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { memberText, readResponse } from './read-response.ts';

const cases: readonly [text: string, result: string | undefined][] = [
  ['{"jsonrpc":"2.0","id":1,"result":"0x1"}', '"0x1"'],
  ['{"result": 12345678901234567890.50 ,"id":1}', '12345678901234567890.50'],
  [
    '{"id":1,"result":{"result":[1,"}"],"a":"\\"result\\":2"}}',
    '{"result":[1,"}"],"a":"\\"result\\":2"}',
  ],
  ['{"a":{"result":1},"id":1,"b":"result","result":null}', 'null'],
  ['{"id":2,"result":1}', undefined],
  ['{"id":1}', undefined],
  ['[{"id":1,"result":1}]', undefined],
  ['<html>', undefined],
  ['', undefined],
];
for (const [text, result] of cases) {
  test(`${text} has ${result ?? 'no result'}`, () => {
    const outcome = readResponse(text);
    assert.equal(outcome && 'result' in outcome ? outcome.result : undefined, result);
  });
}

test('an error keeps its code, message and data', () => {
  const text = '{"jsonrpc":"2.0","id":1,"error":{"code":3,"message":"reverted","data":"0x08"}}';
  const error = { code: 3, message: 'reverted', data: '"0x08"' };
  assert.deepEqual(readResponse(text), { error });
});

test('the text of a member equals the value that JSON.parse returns', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (others, result) => {
      const text = JSON.stringify({ ...others, result });
      assert.deepEqual(
        JSON.parse(memberText(text, 'result') ?? ''),
        JSON.parse(JSON.stringify(result)),
      );
    }),
  );
});

test('keeps the digits of numbers in the data of an error', () => {
  const data = '{"at": 12345678901234567890.10}';
  const text = `{"jsonrpc":"2.0","id":1,"error":{"code":3,"message":"no","data":${data}}}`;
  assert.deepEqual(readResponse(text), { error: { code: 3, message: 'no', data } });
});

test('a response with too many levels is invalid', () => {
  const response = (levels: number) =>
    readResponse(`{"jsonrpc":"2.0","id":1,"result":${'['.repeat(levels)}${']'.repeat(levels)}}`);
  assert.ok(response(127));
  assert.equal(response(128), undefined);
  assert.equal(response(1_000_000), undefined);
});
