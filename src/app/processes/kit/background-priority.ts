import type { Clock } from '../../../kernel/clock.ts';
import { ProcessPriority } from '../../../kernel/process-priority.ts';
import { ProcessorWait } from '../../../kernel/processor-wait.ts';
import { type LadderOptions, PriorityLadder } from './priority-ladder.ts';

export interface BackgroundOptions extends LadderOptions {
  /** How often somebody looks whether the process gets enough time. */
  readonly lookMs: number;
}

/**
 * Lets a process run when nobody else needs the processor. Where that leaves it no time, it gets some. Another process has to see to it:
 * one that gets no time does not notice.
 */
export class BackgroundPriority {
  readonly #priority: ProcessPriority;
  #looks: NodeJS.Timeout | undefined;

  /** `isBehind`: whether the process says that it needs more. */
  constructor(
    pid: number,
    options: BackgroundOptions,
    clock: Pick<Clock, 'tick'>,
    isBehind: () => boolean,
  ) {
    this.#priority = new ProcessPriority(pid);
    const wait = new ProcessorWait(pid, clock.tick());
    // Where nobody can see that it gets no time, it must not get that little.
    void this.#priority.set(wait.isKnown ? 'idle' : 'low');
    if (!wait.isKnown) return;
    const ladder = new PriorityLadder(options);
    this.#looks = setInterval(() => {
      const at = clock.tick();
      const look = { at, waited: wait.share(at), isBehind: isBehind() };
      void this.#priority.set(ladder.next(look));
    }, options.lookMs).unref();
  }

  /** The process has little time left. */
  hurry(): void {
    clearInterval(this.#looks);
    void this.#priority.set('normal');
  }

  /** The process has ended. */
  release(): void {
    clearInterval(this.#looks);
    this.#priority.release();
  }
}
