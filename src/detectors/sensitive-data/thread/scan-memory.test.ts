import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { ScanJob } from './scan-job.ts';
import { ScanMemory } from './scan-memory.ts';
import { ScanReader } from './scan-reader.ts';
import { ScanWriter } from './scan-writer.ts';

const SLOTS = 4;
const BYTES = 64;
/** The size of an empty type and encoding. */
const TYPE_BYTES = 1;

const bodies = fc.uint8Array({ maxLength: BYTES, size: 'max' });
const steps = fc.array(
  fc.oneof(
    fc.record({ put: bodies }),
    fc.record({ read: fc.boolean() }),
    fc.constant('settle' as const),
    fc.constant('drop' as const),
  ),
  { maxLength: 60, size: 'max' },
);

const jobOf = (body: Uint8Array): ScanJob => ({
  contentType: '',
  chunks: [Buffer.from(body.subarray(0, 5)), Buffer.from(body.subarray(5))],
  length: body.length,
});

function create() {
  const memory = ScanMemory.allocate(SLOTS, BYTES);
  const writer = new ScanWriter<number>(memory);
  const other = ScanMemory.open(memory.shared, SLOTS);
  return { writer, readerNow: () => new ScanReader(other, writer.first) };
}

describe('scan memory', () => {
  it('passes bodies unchanged and in order, and returns their results', () => {
    fc.assert(
      fc.property(steps, (list) => {
        const { writer, readerNow } = create();
        let reader = readerNow();
        let number = 0;
        /** Bodies that wait, and bodies that were read and are not settled. */
        let waiting: { number: number; body: Uint8Array }[] = [];
        let read: { number: number; hasFindings: boolean }[] = [];
        for (const step of list) {
          if (step === 'settle') {
            const settled: typeof read = [];
            writer.settle((tag, hasFindings) => settled.push({ number: tag, hasFindings }));
            assert.deepEqual(settled, read);
            read = [];
          } else if (step === 'drop') {
            // As after the end of a thread: finished bodies are settled, the current one is dropped.
            writer.settle(() => undefined);
            writer.drop();
            reader = readerNow();
            waiting = waiting.slice(1);
            read = [];
          } else if ('put' in step) {
            if (writer.put(jobOf(step.put), number)) waiting.push({ number, body: step.put });
            else assert.ok(waiting.length + read.length > 0 || step.put.length >= BYTES);
            number += 1;
          } else {
            const body = reader.peek();
            const expected = waiting.shift();
            assert.deepEqual(body && [...body.bytes], expected && [...expected.body]);
            if (!expected) continue;
            reader.done(step.read);
            read.push({ number: expected.number, hasFindings: step.read });
          }
          assert.equal(writer.count, waiting.length + read.length);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('can be filled to the last byte, also across the wrap-around', () => {
    const { writer, readerNow } = create();
    const put = (length: number) => writer.put(jobOf(new Uint8Array(length - TYPE_BYTES)), 0);
    assert.deepEqual(
      [put(30), put(20), put(15), put(14), put(1)],
      [true, true, false, true, false],
    );
    readerNow().done(false);
    writer.settle(() => undefined);
    assert.deepEqual([put(31), put(30), put(1)], [false, true, false]);
  });

  it('has space for as many bodies as slots', () => {
    const { writer } = create();
    const put = () => writer.put(jobOf(new Uint8Array(0)), 0);
    assert.deepEqual([put(), put(), put(), put(), put()], [true, true, true, true, false]);
  });

  it('keeps types and encodings', () => {
    const { writer, readerNow } = create();
    writer.put({ ...jobOf(new Uint8Array(2)), contentType: 'text/é', encoding: 'gzip, br' }, 0);
    const { contentType, encoding } = readerNow().peek() ?? {};
    assert.deepEqual([contentType, encoding], ['text/é', 'gzip, br']);
  });
});
