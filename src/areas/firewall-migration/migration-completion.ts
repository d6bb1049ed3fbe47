import { type Actor, systemActor } from '../../contracts/actor.ts';
import { RetryLater, type TaskQueue } from '../../contracts/job.ts';
import type { Clock } from '../../kernel/clock.ts';

export const COMPLETION_QUEUE = 'firewall-migration-completion';

/** An edge that has not reported by then will get the new rules together with the end of the previous ones. */
const LONGEST_WAIT_MS = 120_000;
const PAUSE_MS = 500;

interface Completion {
  readonly zoneId: string;
  readonly accountId: string;
  readonly since: number;
}

export interface CompletionOptions {
  readonly clock: Clock;
  /** Whether every edge process of all nodes runs the current configuration of the zone. */
  isInForce(zoneId: string): Promise<boolean>;
  complete(zoneId: string, accountId: string, actor: Actor): Promise<void>;
}

/** Ends migrations whose new rules have reached the edge. A task survives the node that began it. */
export function completionQueue({ clock, isInForce, complete }: CompletionOptions): TaskQueue {
  return {
    name: COMPLETION_QUEUE,
    concurrency: 4,
    maxAttempts: 100,
    maxAgeMs: 24 * 3_600_000,
    timeoutMs: 30_000,
    async run({ payload }) {
      const { zoneId, accountId, since } = payload as Completion;
      const isLate = clock.now() - since >= LONGEST_WAIT_MS;
      if (!isLate && !(await isInForce(zoneId))) {
        throw new RetryLater('the edge does not run the new rules yet', PAUSE_MS);
      }
      await complete(zoneId, accountId, systemActor);
    },
  };
}
