import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { RecordPlan } from './record-plan.ts';
import type { Records } from './records.ts';
import { WrittenLines } from './written-lines.ts';

/** Also halves of characters, which cannot be written; they must not become whole ones where records meet. */
const texts = fc.array(
  fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('\ud83d', '\ude00')),
  { minLength: 1, maxLength: 200 },
);

/** The lines that several jobs ask for. */
const jobs = fc.array(fc.infiniteStream(fc.boolean()), { minLength: 1, maxLength: 6 });

const keptBytes = (records: Records): number => {
  const blocks = new Set(Array.from({ length: records.length }, (_, at) => records.block(at)));
  return [...blocks].reduce((sum, { length }) => sum + length, 0);
};

it('every job gets the records of its lines, and keeps little else in memory', () => {
  fc.assert(
    fc.property(texts, jobs, (lines, choices) => {
      const plan = new RecordPlan();
      plan.addEach((line) => lines[line] ?? '');
      const written = new WrittenLines(lines.length, (some) => plan.write(some));
      for (const choice of choices) {
        const own = Uint32Array.from(lines.keys()).filter(() => choice.next().value);
        const records = written.records(own);
        assert.deepEqual(
          records.texts(),
          Array.from(own, (line) => lines[line]?.toWellFormed()),
        );
        const needed = Buffer.byteLength(records.texts().join(''));
        assert.ok(keptBytes(records) <= 2 * needed);
      }
    }),
  );
});
