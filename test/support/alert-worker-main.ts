/**
 * The main file of a process that probes origins, evaluates alerts and delivers messages like a primary, and that a test may
 * kill. It runs several nodes: the arguments are their data folders, and each folder has a file with the settings.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openCore } from '../../src/app/node/core.ts';
import { replaceHolder } from '../../src/app/node/job-holder.ts';
import { readSettings } from '../../src/app/settings/settings.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { newHexId } from '../../src/kernel/hex-id.ts';
import { LeaseStore } from '../../src/storage/lease-store.ts';
import { TaskStore } from '../../src/storage/task-store.ts';
import { silentTelemetry } from '../../src/telemetry/silent-telemetry.ts';
import { JobHost } from '../../src/workers/job-host.ts';

const PAUSE_MS = 50;

await Promise.all(process.argv.slice(2).map(work));

/** Runs until the test kills the process. */
async function work(dataDir: string): Promise<never> {
  const variables = JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8'));
  const settings = readSettings(variables);
  const { database, modules } = await openCore(settings, silentTelemetry.log, systemClock);
  const tasks = new TaskStore(database, systemClock);
  const holder = newHexId();
  await replaceHolder(dataDir, holder, (former) => tasks.releaseAll(former));
  const host = new JobHost({
    jobs: [],
    queues: modules.flatMap((module) => module.queues),
    leases: new LeaseStore(database, systemClock),
    tasks,
    clock: systemClock,
    holder,
    telemetry: silentTelemetry,
  });
  database.onCommit(() => host.wake());
  host.start();
  const probes = modules.flatMap(({ jobs }) => jobs).find(({ name }) => name === 'health-probes');
  for (;;) {
    await probes?.run(new AbortController().signal);
    await delay(PAUSE_MS);
  }
}
