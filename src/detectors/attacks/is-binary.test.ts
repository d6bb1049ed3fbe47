import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isBinary } from './is-binary.ts';

describe('a content', () => {
  const data = Buffer.from(Array.from({ length: 2000 }, (_, n) => (n * 37) % 256)).toString(
    'latin1',
  );

  it('is binary if it has many control characters, also after a head of text', () => {
    assert.ok(isBinary(data));
    assert.ok(isBinary(`%PDF-1.7\n${'1 0 obj\n'.repeat(40)}${data.repeat(4)}`));
  });

  it('is text with some of them, as attackers put them there', () => {
    for (const text of [
      '',
      '../../config.php\0',
      'a\0'.repeat(12),
      `name\tvalue\r\n`.repeat(100),
    ]) {
      assert.ok(!isBinary(text), JSON.stringify(text));
    }
  });
});
