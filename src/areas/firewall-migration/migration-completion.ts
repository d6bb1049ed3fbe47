import { type Actor, systemActor } from '../../contracts/actor.ts';
import { RetryLater, type TaskQueue } from '../../contracts/job.ts';
import type { Clock } from '../../kernel/clock.ts';

export const COMPLETION_QUEUE = 'firewall-migration-completion';

/** An edge process that has not reported by then gets the new rules together with the end of the previous ones. */
const LONGEST_WAIT_MS = 120_000;
const PAUSE_MS = 1_000;
/** The zone waits this long if its node is killed during an attempt, which takes a moment only. */
const CLAIM_MS = 5_000;

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

/** Completes migrations as soon as the edge runs the new rules. Tasks survive the crash of a node. */
export function completionQueue({ clock, isInForce, complete }: CompletionOptions): TaskQueue {
  return {
    name: COMPLETION_QUEUE,
    concurrency: 4,
    maxAttempts: 100,
    maxAgeMs: 24 * 3_600_000,
    timeoutMs: 30_000,
    claimMs: CLAIM_MS,
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
