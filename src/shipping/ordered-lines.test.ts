import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { OrderedLines, type Segment } from './ordered-lines.ts';
import { Records } from './records.ts';

interface Line {
  readonly text: string;
  readonly time: number;
}

const line = fc.record({ text: fc.string({ unit: 'grapheme' }), time: fc.nat(5) });

/** Parts of batches of two streams. */
const segments = fc.array(
  fc.record({
    stream: fc.constantFrom('edge-1', 'edge-2'),
    lines: fc.array(line, { minLength: 1 }),
    from: fc.nat(3),
  }),
);

function segmentOf(stream: string, first: number, lines: readonly Line[], from: number): Segment {
  return {
    stream,
    first,
    records: new Records(lines.map(({ text }) => text)),
    times: Float64Array.from(lines, ({ time }) => time),
    from,
    to: lines.length,
  };
}

it('lines are ordered by time, then by stream and number, however they were read', () => {
  fc.assert(
    fc.property(segments, fc.constantFrom('', '\n', '…'), (read, delimiter) => {
      const made = read.map(({ stream, lines, from }, n) =>
        segmentOf(stream, n, lines, Math.min(from, lines.length)),
      );
      const expected = read
        .flatMap(({ stream, lines, from }, first) =>
          lines.slice(from).map((each, at) => ({ ...each, stream, first, at })),
        )
        .sort(
          (a, b) =>
            a.time - b.time ||
            (a.stream < b.stream ? -1 : +(a.stream > b.stream)) ||
            a.first - b.first ||
            a.at - b.at,
        );
      for (const some of [made, made.toReversed()]) {
        const ordered = new OrderedLines(some);
        assert.deepEqual(
          ordered.texts(),
          expected.map(({ text }) => text),
        );
        assert.deepEqual(
          [...ordered.times],
          expected.map(({ time }) => time),
        );
        const parts = [...ordered.parts(delimiter)].map((part) =>
          typeof part === 'string' ? part : part.bytes.toString('utf8', part.start, part.end),
        );
        assert.equal(parts.join(''), ordered.texts().join(delimiter));
      }
    }),
  );
});
