import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ResponseCopy } from './response-copy.ts';

const MEBIBYTE = 1024 * 1024;
const open = () => ResponseCopy.open('text/plain', undefined);

describe('copies of responses', () => {
  it('hold the first mebibyte of a response', () => {
    const copy = open();
    copy?.add(Buffer.alloc(MEBIBYTE - 1, 'a'));
    copy?.add(Buffer.from('bcd'));
    copy?.add(Buffer.from('e'));
    const job = copy?.take();
    const bytes = Buffer.concat(job?.chunks ?? []);
    assert.deepEqual([bytes.length, job?.length], [MEBIBYTE, MEBIBYTE]);
    assert.equal(bytes.at(-1), 'b'.charCodeAt(0));
    assert.equal(copy?.take(), undefined);
  });

  it('join small pieces, in their order', () => {
    const copy = open();
    const large = Buffer.alloc(2_000, 'L');
    const pieces = Array.from({ length: 60_000 }, (_, n) =>
      n % 20_000 === 19_999 ? large : Buffer.from(String(n % 10)),
    );
    for (const piece of pieces) copy?.add(piece);
    const job = copy?.take();
    assert.ok(Buffer.concat(job?.chunks ?? []).equals(Buffer.concat(pieces)));
    assert.ok((job?.chunks.length ?? 0) < 40, `${job?.chunks.length} pieces`);
  });

  it('stay within 64 mebibytes in total, even if all were opened before the limit was reached', () => {
    const copies = Array.from({ length: 100 }, open);
    for (const copy of copies) copy?.add(Buffer.alloc(MEBIBYTE));
    assert.equal(open(), undefined);
    const kept = copies.filter((copy) => copy?.take() !== undefined);
    assert.equal(kept.length, 64);
    const later = open();
    later?.add(Buffer.from('space again'));
    assert.equal(Buffer.concat(later?.take()?.chunks ?? []).toString(), 'space again');
  });
});
