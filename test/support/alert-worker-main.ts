/**
 * The main file of a process that probes origins, evaluates alerts and delivers messages like a primary, and that a test may
 * kill. It runs several nodes: the arguments are their data folders, and each folder has a file with the settings.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Core, DATABASE_UNAVAILABLE, openCore } from '../../src/app/node/core.ts';
import { replaceHolder } from '../../src/app/node/job-holder.ts';
import { readSettings, type Settings } from '../../src/app/settings/settings.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { newHexId } from '../../src/kernel/hex-id.ts';
import { PalisadeError } from '../../src/kernel/palisade-error.ts';
import { LeaseStore } from '../../src/storage/lease-store.ts';
import { TaskStore } from '../../src/storage/task-store.ts';
import { silentTelemetry } from '../../src/telemetry/silent-telemetry.ts';
import { JobHost } from '../../src/workers/job-host.ts';

/** Less than in production, so that the test does not wait for them. */
const PROBES_EVERY_MS = 50;
const RETRY_MS = 100;

await Promise.all(process.argv.slice(2).map(work));

/** Works until the test kills the process. */
async function work(dataDir: string): Promise<void> {
  const variables = JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8'));
  const settings = readSettings(variables);
  const { database, modules } = await openPatiently(settings);
  const tasks = new TaskStore(database, systemClock);
  const leases = new LeaseStore(database, systemClock);
  const holder = newHexId();
  await replaceHolder(dataDir, holder, async (former) => {
    await leases.releaseAll(former);
    await tasks.releaseAll(former);
  });
  const probes = modules
    .flatMap(({ jobs }) => jobs)
    .filter(({ name }) => name === 'health-probes')
    .map((job) => ({ ...job, everyMs: PROBES_EVERY_MS }));
  const host = new JobHost({
    jobs: probes,
    queues: modules.flatMap((module) => module.queues),
    leases,
    tasks,
    clock: systemClock,
    holder,
    telemetry: silentTelemetry,
  });
  database.onCommit(() => host.wake());
  host.start();
}

/** A busy machine may not connect to the database within the time limit of a node, which then tries again as well. */
async function openPatiently(settings: Settings): Promise<Core> {
  for (;;) {
    try {
      return await openCore(settings, silentTelemetry.log, systemClock);
    } catch (error) {
      if (!(error instanceof PalisadeError) || error.code !== DATABASE_UNAVAILABLE) throw error;
      await delay(RETRY_MS);
    }
  }
}
