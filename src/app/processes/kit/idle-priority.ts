import type { Clock } from '../../../kernel/clock.ts';
import { ProcessPriority } from '../../../kernel/process-priority.ts';

export interface IdlePriorityOptions {
  readonly clock: Pick<Clock, 'tick'>;
  /** How often the process looks whether it gets enough time. */
  readonly lookMs: number;
  /** A look that comes so late shows that it got none. */
  readonly lateMs: number;
  /** How long it gets more from then on. */
  readonly catchUpMs: number;
  /** Whether it needs more for another reason. */
  isBehind?(): boolean;
}

/** Lets this process run when nobody else needs the processor. Where that leaves it no time at all, it gets some. */
export async function runAtIdlePriority(options: IdlePriorityOptions): Promise<void> {
  const { clock, lookMs, lateMs, catchUpMs, isBehind } = options;
  const priority = new ProcessPriority();
  await priority.set('idle');
  let lookedAt = clock.tick();
  let lateAt = Number.NEGATIVE_INFINITY;
  setInterval(() => {
    const now = clock.tick();
    if (now - lookedAt > lookMs + lateMs) lateAt = now;
    lookedAt = now;
    const needsMore = now - lateAt < catchUpMs || (isBehind?.() ?? false);
    void priority.set(needsMore ? 'low' : 'idle');
  }, lookMs).unref();
}
