import type { Clock } from '../kernel/clock.ts';
import { PalisadeError } from '../kernel/palisade-error.ts';

/** Why the host aborted a run; the abort reason of the run's signal. */
export class RunAborted extends PalisadeError {
  declare readonly code: 'timeout' | 'hold_lost' | 'host_stopped';

  constructor(code: RunAborted['code'], message: string) {
    super(code, message);
  }
}

/** A claim or lease that must be renewed for as long as the run takes. */
export interface Hold {
  readonly ttlMs: number;
  /** False if another node has taken it. */
  renew(): Promise<boolean>;
}

export interface RunOptions {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Aborts when the host ends all runs. */
  readonly aborting: AbortSignal;
  readonly hold?: Hold | undefined;
  /** Aborts, with a `RunAborted`, when another node may run the same work. */
  readonly lost?: AbortSignal | undefined;
}

/**
 * Runs `work` with a signal that aborts on time-out, when the hold is lost and when the host stops.
 * Renews the hold until `work` has settled: work that reacts late to its signal is not started a
 * second time elsewhere. Throws a `RunAborted` if an aborted run failed.
 */
export async function runWithin(
  { clock, timeoutMs, aborting, hold, lost }: RunOptions,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const run = new AbortController();
  const timers = new AbortController();
  const onStop = () => {
    run.abort(new RunAborted('host_stopped', 'the host is stopping'));
    timers.abort();
  };
  if (aborting.aborted) onStop();
  aborting.addEventListener('abort', onStop, { once: true });
  clock.sleep(timeoutMs, timers.signal).then(
    () => run.abort(new RunAborted('timeout', `took longer than ${timeoutMs} ms`)),
    () => {},
  );
  if (hold) void keep(hold, clock, run, timers.signal);
  const onLost = () => run.abort(lost?.reason);
  if (lost?.aborted) onLost();
  lost?.addEventListener('abort', onLost, { once: true });
  try {
    await work(run.signal);
  } catch (error) {
    throw run.signal.aborted ? run.signal.reason : error;
  } finally {
    timers.abort();
    aborting.removeEventListener('abort', onStop);
    lost?.removeEventListener('abort', onLost);
  }
}

/** Renews the hold after each third of its life. If that fails, aborts the run before others may take over. */
async function keep(
  hold: Hold,
  clock: Clock,
  run: AbortController,
  ended: AbortSignal,
): Promise<void> {
  const pauseMs = hold.ttlMs / 3;
  const lost = () => run.abort(new RunAborted('hold_lost', 'another node took over'));
  for (let validUntil = clock.tick() + hold.ttlMs; ; ) {
    try {
      await clock.sleep(pauseMs, ended);
    } catch {
      return;
    }
    const asked = clock.tick();
    try {
      if (!(await hold.renew())) return lost();
      validUntil = asked + hold.ttlMs;
    } catch {
      // The database may be unreachable for a moment; the hold is still valid.
      if (clock.tick() + pauseMs >= validUntil) return lost();
    }
  }
}
