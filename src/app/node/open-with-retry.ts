import { type BackoffPolicy, backoffDelay } from '../../kernel/backoff.ts';
import { systemClock } from '../../kernel/clock.ts';
import { PalisadeError } from '../../kernel/palisade-error.ts';
import type { Logger } from '../../telemetry/telemetry.ts';
import type { Settings } from '../settings/settings.ts';
import { type Core, DATABASE_UNAVAILABLE } from './core.ts';
import { Lifecycle, type Part } from './lifecycle.ts';
import { standbyApi } from './standby-api.ts';

const BACKOFF: BackoffPolicy = { firstMs: 500, maxMs: 5_000, factor: 2 };

interface Patience {
  readonly settings: Pick<Settings, 'apiListen'>;
  readonly log: Logger;
  readonly stopSignal: AbortSignal;
  readonly lifecycle: Lifecycle;
  /** What can do its work without the database, if anything: started when there is none. */
  readonly serveAlone: Part | undefined;
  readonly measure: () => Promise<string>;
}

/**
 * Opens what stands on the database. When that is away but the edge can serve what it served last,
 * traffic goes first: the edge starts, and the rest follows when the database is back.
 */
export async function openWithRetry(open: () => Promise<Core>, patience: Patience): Promise<Core> {
  const { settings, log, stopSignal, lifecycle, serveAlone, measure } = patience;
  const first = await attempt(open);
  if (!(first instanceof PalisadeError)) return first;
  if (!serveAlone) throw first;
  log.warn(
    { err: first },
    'the edge serves its last known configuration until the database is back',
  );
  await lifecycle.start(serveAlone);
  const waiting = new Lifecycle();
  await waiting.start(standbyApi(settings.apiListen, measure));
  try {
    for (let failures = 1; ; failures++) {
      await systemClock.sleep(backoffDelay(BACKOFF, failures), stopSignal);
      const core = await attempt(open);
      if (core instanceof PalisadeError) continue;
      log.info({}, 'the database is back');
      return core;
    }
  } finally {
    await waiting.stop();
  }
}

/** What was opened, or the reason why it has to wait. Any other failure is thrown. */
async function attempt(open: () => Promise<Core>): Promise<Core | PalisadeError> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof PalisadeError && error.code === DATABASE_UNAVAILABLE) return error;
    throw error;
  }
}
