import type { Clock } from '../kernel/clock.ts';
import { PalisadeError } from '../kernel/palisade-error.ts';

/** Why the host aborted a run; the reason of the signal that the run was given. */
export class RunAborted extends PalisadeError {
  declare readonly code: 'timeout' | 'hold_lost' | 'host_stopped';

  constructor(code: RunAborted['code'], message: string) {
    super(code, message);
  }
}

/** A claim or lease that must be renewed for as long as the run takes. */
export interface Hold {
  readonly ttlMs: number;
  /** False when somebody else has it by now. */
  renew(): Promise<boolean>;
}

export interface RunOptions {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** The host's last word: runs must end now. */
  readonly aborting: AbortSignal;
  readonly hold?: Hold | undefined;
}

/**
 * Runs `work` with a signal that aborts on time-out, when the hold is lost and when the host stops.
 * Waits until `work` has really ended, and renews the hold until then: work that is slow to heed its
 * signal is never started a second time elsewhere. Throws a `RunAborted` if an aborted run failed.
 */
export async function runWithin(
  { clock, timeoutMs, aborting, hold }: RunOptions,
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
  try {
    await work(run.signal);
  } catch (error) {
    throw run.signal.aborted ? run.signal.reason : error;
  } finally {
    timers.abort();
    aborting.removeEventListener('abort', onStop);
  }
}

/** Renews at thirds of the hold's life. Gives up, aborting the run, before others may take over. */
async function keep(
  hold: Hold,
  clock: Clock,
  run: AbortController,
  ended: AbortSignal,
): Promise<void> {
  const pauseMs = hold.ttlMs / 3;
  const lost = () => run.abort(new RunAborted('hold_lost', 'another node took over'));
  for (let validUntil = clock.now() + hold.ttlMs; ; ) {
    try {
      await clock.sleep(pauseMs, ended);
    } catch {
      return;
    }
    const asked = clock.now();
    try {
      if (!(await hold.renew())) return lost();
      validUntil = asked + hold.ttlMs;
    } catch {
      // The database may be away for a moment; the hold still stands.
      if (clock.now() + pauseMs >= validUntil) return lost();
    }
  }
}
