import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { MAX_LINE_BYTES } from './import-format.ts';
import { LineSplitter } from './line-splitter.ts';

interface Line {
  readonly text: string;
  readonly next: number;
}

/** Lines of a list that arrives in chunks, from a position on. */
function split(bytes: Buffer, sizes: readonly number[], position = 0): Line[] {
  const lines: Line[] = [];
  const splitter = new LineSplitter(position, (source, from, to, next) => {
    lines.push({ text: source.toString('latin1', from, to), next });
  });
  let at = position;
  for (let index = 0; at < bytes.length; index++) {
    const end = at + Math.max(1, sizes[index % sizes.length] ?? bytes.length);
    splitter.push(bytes.subarray(at, end));
    at = end;
  }
  splitter.end();
  return lines;
}

const texts = (lines: readonly Line[]) => lines.map(({ text }) => text);

describe('line splitter', () => {
  const table: readonly [string, string, string[]][] = [
    ['ends of all kinds', 'a\nb\r\nc', ['a', 'b', 'c']],
    ['empty lines', '\n\na\n\r\n\nb\n\n', ['a', 'b']],
    ['a byte order mark', '\xef\xbb\xbfa\n\xef\xbb\xbfb', ['a', '\xef\xbb\xbfb']],
    ['a return within a line', 'a\rb\n', ['a\rb']],
    ['nothing', '', []],
  ];
  for (const [what, list, expected] of table) {
    it(`understands ${what}`, () => {
      const bytes = Buffer.from(list, 'latin1');
      for (const size of [1, 2, 3, 100]) assert.deepEqual(texts(split(bytes, [size])), expected);
    });
  }

  it('returns the same lines for any chunks, and can continue after any line', () => {
    const line = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', '\r', ':'), maxLength: 6 }),
      fc.integer({ min: MAX_LINE_BYTES - 3, max: 3 * MAX_LINE_BYTES }).map((n) => 'x'.repeat(n)),
    );
    const sizes = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20, size: 'max' }), sizes, (list, cuts) => {
        const bytes = Buffer.from(list.join('\n'));
        const whole = split(bytes, [bytes.length + 1]);
        const lines = split(bytes, cuts);
        const kept = list.map((each) => each.replace(/\r$/, '')).filter((each) => each !== '');
        const short = (each: string) => (each.length > MAX_LINE_BYTES ? 'too long' : each);
        assert.deepEqual(texts(whole).map(short), kept.map(short));
        assert.deepEqual(texts(lines).map(short), kept.map(short));
        lines.forEach(({ text, next }, index) => {
          // After an overlong line an import cannot continue: no position is stored there.
          if (text.length > MAX_LINE_BYTES) return;
          const rest = texts(split(bytes, cuts, next)).map(short);
          assert.deepEqual(rest, kept.slice(index + 1).map(short));
        });
      }),
      { numRuns: 300 },
    );
  });
});
