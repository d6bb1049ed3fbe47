import { statSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbeddedBus } from '../src/bus/embedded/embedded-bus.ts';
import { openSpool } from '../src/bus/embedded/embedded-spool.ts';
import type { EncodedBatch } from '../src/bus/encoded-batch.ts';
import { HTTP_REQUESTS_TOPIC as TOPIC } from '../src/contracts/events/http-request-event.ts';
import type { SpoolSettings } from '../src/contracts/spool-settings.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { tempFolder } from '../test/support/temp-folder.ts';
import { type Benchmark, type Figure, median } from './support/benchmark.ts';
import { requestBatches } from './support/request-batches.ts';

const ROUNDS = 5;
const BATCHES = 300;
const BATCH_LINES = 1_024;
const DAY_MS = 24 * 60 * 60 * 1_000;
const KEPT: SpoolSettings = { topics: [TOPIC], maxAgeMs: DAY_MS, maxBytes: 10_000_000_000 };
const QUEUE: SpoolSettings = { ...KEPT, topics: [] };
const onError = (error: Error) => {
  throw error;
};

/** The cost of writing the request log for the thread of an edge process, and of reading it for a reader. */
export const spool: Benchmark = {
  name: 'spool',
  what: `the request log on the bus, in batches of ${BATCH_LINES} lines`,
  async run() {
    const batches = requestBatches(BATCHES, BATCH_LINES);
    const lines = BATCHES * BATCH_LINES;
    await withFolder((folder) => publish(folder, batches, KEPT));
    const times: Record<'text' | 'kept' | 'full' | 'read', number[]> = {
      text: [],
      kept: [],
      full: [],
      read: [],
    };
    let sizes = { stored: 0, file: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      await withFolder(async (folder) => {
        times.text.push(await publish(folder, batches, QUEUE));
      });
      await withFolder(async (folder) => {
        times.kept.push(await publish(folder, batches, KEPT));
        times.read.push(processorTime(() => read(folder)));
        sizes = sizesOf(folder);
        // The same amount again at the size limit, so that as much is removed.
        times.full.push(await publish(folder, batches, { ...KEPT, maxBytes: sizes.stored }));
      });
    }
    const perLine = (what: string, values: readonly number[]): Figure => ({
      what,
      value: (median(values) / lines) * 1e6,
      unit: 'µs/line',
    });
    return [
      perLine('publish as text, as a work queue does', times.text),
      perLine('publish compressed', times.kept),
      perLine('the same at the limit, removing as much', times.full),
      { what: 'stored', value: sizes.stored / lines, unit: 'bytes/line' },
      { what: 'file', value: sizes.file / lines, unit: 'bytes/line' },
      {
        what: 'published at the limit, per second of processor time',
        value: lines / median(times.full),
        unit: 'lines/s',
        floor: 1_000_000,
      },
      {
        what: 'read and decoded, per second of processor time',
        value: lines / median(times.read),
        unit: 'lines/s',
        floor: 500_000,
      },
    ];
  },
};

/** In seconds. */
async function publish(
  folder: string,
  batches: readonly EncodedBatch[],
  settings: SpoolSettings,
): Promise<number> {
  // The clock advances a second per batch, so that the periodic removal of old ones runs.
  let tick = 0;
  const clock = { ...systemClock, now: () => systemClock.now(), tick: () => tick++ * 1_000 };
  const bus = openEmbeddedBus({ folder, writer: 'edge-1', spool: settings, clock, onError });
  const before = process.cpuUsage();
  for (const batch of batches) await bus.publish(TOPIC, batch);
  const { user, system } = process.cpuUsage(before);
  await bus.close();
  return (user + system) / 1e6;
}

function read(folder: string): void {
  const reader = openSpool({ folder, topic: TOPIC, onError });
  const position: Record<string, number> = {};
  for (;;) {
    const batches = reader.read(position, { batches: 64, bytes: 4 * 1024 * 1024 });
    if (batches.length === 0) break;
    for (const batch of batches) {
      batch.payload();
      position[batch.stream] = batch.last;
    }
  }
  reader.close();
}

function sizesOf(folder: string): { stored: number; file: number } {
  const reader = openSpool({ folder, topic: TOPIC, onError });
  const stored = reader.streams().reduce((sum, { bytes }) => sum + bytes, 0);
  reader.close();
  return { stored, file: statSync(join(folder, TOPIC, 'edge-1.db')).size };
}

function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

async function withFolder(use: (folder: string) => Promise<unknown>): Promise<void> {
  const folder = tempFolder();
  try {
    await use(folder.path);
  } finally {
    folder.remove();
  }
}
