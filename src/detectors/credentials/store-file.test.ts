import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { openStoreFile } from './store-file.ts';
import { HEADER_BYTES, Kind } from './store-format.ts';
import { PageCache } from './store-words.ts';
import { StoreWriter } from './store-writer.ts';

type Print = readonly [high: number, low: number];

const KEY_ID = '0011223344556677';
const order = (a: Print, b: Print) => a[0] - b[0] || a[1] - b[1];
const word = () => Math.floor(Math.random() * 2 ** 32);
const prints = (count: number): Print[] => Array.from({ length: count }, () => [word(), word()]);

describe('store file', () => {
  let folder: ReturnType<typeof tempFolder>;
  let path: string;
  before(() => {
    folder = tempFolder();
    path = join(folder.path, 'x.pcs');
  });
  after(() => folder.remove());

  function write(entries: readonly Print[], atMost = entries.length): number {
    const writer = new StoreWriter(path, atMost);
    for (const [high, low] of entries.toSorted(order)) writer.add(high, low);
    const count = writer.finish(Kind.pairs, KEY_ID);
    writer.close();
    return count;
  }

  async function openBoth() {
    return [await openStoreFile(path), await openStoreFile(path, new PageCache(64 * 1024))];
  }

  it('contains exactly the members of any set, in memory and in pages', async () => {
    // Few distinct high words, so that there are crowded, empty, first and last buckets.
    const edge = fc.constantFrom(0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1);
    const part = fc.oneof(edge, fc.integer({ min: 0, max: 2 ** 32 - 1 }));
    const sets = fc.array(fc.tuple(part, part), { maxLength: 300, size: 'max' });
    await fc.assert(
      fc.asyncProperty(sets, sets, async (members, others) => {
        const known = new Set(members.map(String));
        write(members);
        for (const file of await openBoth()) {
          for (const [high, low] of members) assert.ok(file.has(high, low));
          for (const [high, low] of others) {
            // A file with the fewest buckets stores only the first 33 bits.
            const isKnown = known.has(String([high, low]));
            if (isKnown || !members.some(([other]) => other === high)) {
              assert.equal(file.has(high, low), isKnown);
            }
          }
          file.close();
        }
      }),
      { numRuns: 100 },
    );
  });

  it('takes little more than four bytes per entry, with hardly any false positives', async () => {
    // Sorted before they are doubled, because sorting twice as many would take longer than the rest of the test.
    const members = prints(300_000).sort(order);
    const twice = members.flatMap((each) => [each, each]);
    assert.equal(write(twice, 600_000), 300_000);
    assert.ok(readFileSync(path).length / 300_000 < 4.3);
    const [memory, paged] = await openBoth();
    assert.ok(memory && paged);
    assert.ok(members.every(([high, low]) => memory.has(high, low)));
    assert.ok(members.slice(0, 3_000).every(([high, low]) => paged.has(high, low)));
    const others = prints(1_000_000);
    // 0.01 are expected; two occur in one of ten thousand runs.
    assert.ok(others.filter(([high, low]) => memory.has(high, low)).length < 2);
    assert.ok(!others.slice(0, 3_000).some(([high, low]) => paged.has(high, low)));
    memory.close();
    paged.close();
  });

  const damages: readonly [string, (file: Buffer) => Buffer, RegExp][] = [
    ['is empty', () => Buffer.alloc(0), /truncated/],
    ['ends in the header', (file) => file.subarray(0, 100), /truncated/],
    ['ends in the body', (file) => file.subarray(0, HEADER_BYTES + 40_000), /truncated/],
    ['lacks the last byte', (file) => file.subarray(0, -1), /truncated/],
    ['has a surplus byte', (file) => Buffer.concat([file, Buffer.alloc(1)]), /bytes instead of/],
    ['has another magic number', (file) => file.fill('x', 0, 8), /not a credential store/],
    ['has another version', (file) => flip(file, 8), /version 0 and this program reads 1/],
    ['has a flipped header byte', (file) => flip(file, 24), /header is damaged/],
    ['has a flipped sum', (file) => flip(file, file.length - 3), /checksums are damaged/],
    ['has a flipped entry', (file) => flip(file, HEADER_BYTES + 20_000), /content is damaged/],
    ['has a flipped first entry', (file) => flip(file, HEADER_BYTES), /content is damaged/],
  ];
  for (const [what, damage, message] of damages) {
    it(`is refused when it ${what}`, async () => {
      const members = prints(20_000);
      write(members);
      writeFileSync(path, damage(readFileSync(path)));
      await assert.rejects(openStoreFile(path), message);
      await assert.rejects(async () => {
        const file = await openStoreFile(path, new PageCache(2 ** 20));
        try {
          for (const [high, low] of members) file.has(high, low);
        } finally {
          file.close();
        }
      }, message);
    });
  }

  function flip(file: Buffer, at: number): Buffer {
    file[at] = (file[at] ?? 0) ^ 1;
    return file;
  }

  it('reports that a list is too long before anything is written', () => {
    assert.throws(() => new StoreWriter(path, 2 ** 32), /import the list in parts/);
  });
});
