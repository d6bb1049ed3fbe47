import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openEmbeddedBus } from '../src/bus/embedded/embedded-bus.ts';
import { httpRequests } from '../src/catalogs/datasets/http-requests.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { startServer } from '../src/outbound/loopback-server.fixture.ts';
import { tempFolder } from '../test/support/temp-folder.ts';
import type { Benchmark } from './support/benchmark.ts';
import { memoryOf } from './support/processes.ts';
import { requestBatches } from './support/request-batches.ts';
import { jobTo, shippingProcess } from './support/shipping-process.ts';

const JOBS = 50;
const HANGING = 40;
const LINES_PER_SECOND = 500;
const CALM_MS = 5_000;
const HANG_MS = 45_000;
/** How long the traffic continues after the receivers have recovered. */
const RETURN_MS = 20_000;
const MOST_MB = 250;
/** Jobs close their batches after this time. */
const BATCH_SECONDS = 30;

/** Memory of the shipping process when many receivers hang and recover at the same time. */
export const shippingMemory: Benchmark = {
  name: 'shipping-memory',
  what: `memory of the shipping process with ${JOBS} jobs, ${HANGING} of which hang for ${HANG_MS / 1_000} s`,
  onlyByName: true,
  async run() {
    const folder = tempFolder();
    const state = { isHanging: false };
    const held = new Set<() => void>();
    const arrivals = new Map<string, number[]>();
    const receiver = await startServer((request, response) => {
      const path = request.url ?? '';
      const take = () =>
        void request.resume().once('end', () => {
          arrivals.set(path, [...(arrivals.get(path) ?? []), performance.now()]);
          response.end();
        });
      if (state.isHanging && Number(path.slice(1)) <= HANGING) held.add(take);
      else take();
    });
    const bus = openEmbeddedBus({
      folder: join(folder.path, 'bus'),
      writer: 'edge-1',
      clock: systemClock,
      onError: (error) => process.stderr.write(`${error}\n`),
      spool: { topics: [httpRequests.topic], maxAgeMs: 3_600_000, maxBytes: 1e9 },
    });
    const counts = new Map<number, number>();
    const { supervisor, events } = shippingProcess(folder.path, ({ jobs }) => {
      for (const { jobId, ledger } of jobs) counts.set(jobId, ledger.delivered);
    });
    const delivered = () => (counts.size < JOBS ? 0 : Math.min(...counts.values()));
    const batches = requestBatches(20, LINES_PER_SECOND / 2);
    let published = 0;
    let most = 0;
    let pid = 0;
    const traffic = setInterval(() => {
      const batch = batches[published % batches.length];
      if (batch) void bus.publish(httpRequests.topic, batch);
      published += 1;
    }, 500);
    const watch = setInterval(() => {
      if (pid > 0) most = Math.max(most, memoryOf(pid) / 1e6);
    }, 50);
    try {
      const started = once(events, 'started');
      const set = Array.from({ length: JOBS }, (_, at) =>
        jobTo(`http://127.0.0.1:${receiver.port}/${at + 1}`, at + 1, BATCH_SECONDS),
      );
      supervisor.update({ set, paused: [], removed: [] });
      await supervisor.start();
      [pid] = await started;
      await delay(5_000);
      const idle = memoryOf(pid) / 1e6;
      await delay(CALM_MS + BATCH_SECONDS * 1_000);
      const calm = most;
      state.isHanging = true;
      await delay(HANG_MS);
      const hanging = most;
      state.isHanging = false;
      for (const take of held) take();
      const start = performance.now();
      most = 0;
      await delay(RETURN_MS);
      clearInterval(traffic);
      const lines = (published * LINES_PER_SECOND) / 2;
      while (delivered() < lines && performance.now() - start < 240_000) await delay(200);
      const others = [...arrivals].filter(([path]) => Number(path.slice(1)) > HANGING);
      const gaps = others.flatMap(([, times]) => times.map((at, n) => at - (times[n - 1] ?? at)));
      return [
        { what: 'at the beginning', value: idle, unit: 'MB' },
        { what: 'most while all receive', value: calm, unit: 'MB' },
        { what: `most while ${HANGING} hang`, value: hanging, unit: 'MB' },
        { what: 'most while they return, under the same traffic', value: most, unit: 'MB' },
        {
          what: `left of ${MOST_MB} MB`,
          value: MOST_MB - Math.max(hanging, most),
          unit: 'MB',
          floor: 0,
        },
        {
          what: 'time until all has arrived',
          value: (performance.now() - start) / 1_000,
          unit: 's',
        },
        {
          what: 'delivered ÷ published, the least job',
          value: delivered() / lines,
          unit: '×',
          floor: 1,
        },
        { what: 'longest pause of another job', value: Math.max(...gaps) / 1_000, unit: 's' },
      ];
    } finally {
      clearInterval(traffic);
      clearInterval(watch);
      await supervisor.stop();
      await bus.close();
      await receiver.stop();
      folder.remove();
    }
  },
};
