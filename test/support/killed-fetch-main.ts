/**
 * The main file of a process that fetches scripts like a primary, and is killed by SIGKILL as soon as its first
 * transaction has committed: no code after the commit runs.
 */
import { openCore } from '../../src/app/node/core.ts';
import { readSettings } from '../../src/app/settings/settings.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { silentTelemetry } from '../../src/telemetry/silent-telemetry.ts';

const core = await openCore(readSettings(process.env), silentTelemetry.log, systemClock);
core.database.onCommit(() => process.kill(process.pid, 'SIGKILL'));
const jobs = core.modules.flatMap((module) => module.jobs);
await jobs.find(({ name }) => name === 'page-script-fetch')?.run(new AbortController().signal);
await core.close();
