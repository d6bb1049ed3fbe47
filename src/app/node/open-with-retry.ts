import { type BackoffPolicy, backoffDelay } from '../../kernel/backoff.ts';
import { systemClock } from '../../kernel/clock.ts';
import { isDiskFull } from '../../kernel/disk-errors/disk-full.ts';
import { PalisadeError } from '../../kernel/palisade-error.ts';
import type { Logger } from '../../telemetry/telemetry.ts';
import type { Settings } from '../settings/settings.ts';
import { type Core, DATABASE_UNAVAILABLE } from './core.ts';
import { Lifecycle, type Part } from './lifecycle.ts';
import { databaseErrorReasons } from './readiness.ts';
import { standbyApi } from './standby-api.ts';

const BACKOFF: BackoffPolicy = { firstMs: 500, maxMs: 5_000, factor: 2 };

interface OpenOptions {
  readonly settings: Pick<Settings, 'apiListen'>;
  readonly log: Logger;
  readonly stopSignal: AbortSignal;
  readonly lifecycle: Lifecycle;
  /** The part that can serve without the database. It is started if the database is unavailable. */
  readonly serveAlone: Part | undefined;
  readonly measure: () => Promise<string>;
  /** Called when `serveAlone` serves. */
  readonly onServingAlone: () => void;
}

/**
 * Opens the database and what depends on it. If the database is unavailable but the edge can serve its last
 * state, the edge starts first, and the rest follows when the database is back.
 */
export async function openWithRetry(
  open: () => Promise<Core>,
  { settings, log, stopSignal, lifecycle, serveAlone, measure, onServingAlone }: OpenOptions,
): Promise<Core> {
  const first = await attempt(open);
  if (!(first instanceof PalisadeError)) return first;
  if (!serveAlone) throw first;
  let problem = first;
  if (!isDiskFull(first)) {
    log.error(
      { err: first, problem: first.message },
      'the edge serves its last known configuration until the database is back',
    );
  }
  await lifecycle.start(serveAlone);
  const waiting = new Lifecycle();
  const waitingFor = () => databaseErrorReasons(problem);
  await waiting.start(standbyApi(settings.apiListen, measure, waitingFor, log));
  onServingAlone();
  try {
    for (let failures = 1; ; failures++) {
      await systemClock.sleep(backoffDelay(BACKOFF, failures), stopSignal);
      const core = await attempt(open);
      if (core instanceof PalisadeError) {
        problem = core;
        continue;
      }
      log.info({}, 'the database is back');
      return core;
    }
  } finally {
    await waiting.stop();
  }
}

/** Returns the error if the database is unavailable, and throws any other error. */
async function attempt(open: () => Promise<Core>): Promise<Core | PalisadeError> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof PalisadeError && error.code === DATABASE_UNAVAILABLE) return error;
    throw error;
  }
}
