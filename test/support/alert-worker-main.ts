/**
 * The main file of a process that probes origins, evaluates alerts and delivers messages as a primary does, and that a test may
 * kill. Claims of a killed process end soon, so that the test does not have to wait for the next one to take over.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { openCore } from '../../src/app/node/core.ts';
import { readSettings } from '../../src/app/settings/settings.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { newHexId } from '../../src/kernel/hex-id.ts';
import { LeaseStore } from '../../src/storage/lease-store.ts';
import { TaskStore } from '../../src/storage/task-store.ts';
import { silentTelemetry } from '../../src/telemetry/silent-telemetry.ts';
import { JobHost } from '../../src/workers/job-host.ts';

const CLAIM_MS = 1_000;
const PAUSE_MS = 20;

const { database, modules } = await openCore(
  readSettings(process.env),
  silentTelemetry.log,
  systemClock,
);
const host = new JobHost({
  jobs: [],
  queues: modules.flatMap((module) => module.queues),
  leases: new LeaseStore(database, systemClock),
  tasks: new TaskStore(database, systemClock),
  clock: systemClock,
  holder: newHexId(),
  telemetry: silentTelemetry,
  pollMs: PAUSE_MS,
  claimMs: CLAIM_MS,
});
database.onCommit(() => host.wake());
host.start();
const probes = modules.flatMap(({ jobs }) => jobs).find(({ name }) => name === 'health-probes');
// Ends with the process, which the test kills.
for (;;) {
  await probes?.run(new AbortController().signal);
  await delay(PAUSE_MS);
}
