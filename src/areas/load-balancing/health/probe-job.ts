import type { ScheduledJob } from '../../../contracts/job.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { ProbeRounds } from './probe-rounds.ts';

const EVERY_MS = 1_000;
/** A run ends after this time even if there is more work, so that it does not delay the shutdown of a node. */
const RUN_MS = 2_000;
const ROUNDS_AT_ONCE = 256;
/** The next round is earlier or later by up to this share of the interval, which spreads the load. */
const JITTER = 0.1;
/** If many rounds are due at the same time, such as after a start, the next ones are spread over a whole interval. */
const MANY = 64;
const WIDE_JITTER = 0.5;

export interface ProbeJobOptions<Due> {
  readonly name: string;
  readonly clock: Clock;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  /** At most `limit` of what is due, the longest overdue first, without the ids in `excluded`. */
  due(limit: number, excluded: ReadonlySet<string>): Promise<readonly Due[]>;
  idOf(due: Due): string;
  /** `nextAt` returns the time of the next round. */
  round(due: Due, nextAt: NextRound, signal: AbortSignal): Promise<void>;
}

export type NextRound = (intervalSeconds: number) => number;

/** Starts the rounds of probes that are due. A slow one does not delay others. */
export function probeJob<Due>(options: ProbeJobOptions<Due>): ScheduledJob {
  const { clock, random } = options;
  const rounds = new ProbeRounds(clock);

  function nextAfter(startedAt: number, jitter: number): NextRound {
    return (intervalSeconds) => {
      const share = 1 + jitter * (2 * random() - 1);
      return startedAt + Math.round(intervalSeconds * 1000 * share);
    };
  }

  async function startDue(): Promise<number> {
    const due = await options.due(ROUNDS_AT_ONCE - rounds.count, rounds.busy);
    const nextAt = nextAfter(clock.now(), due.length > MANY ? WIDE_JITTER : JITTER);
    for (const each of due) {
      rounds.start(options.idOf(each), (signal) => options.round(each, nextAt, signal));
    }
    return due.length;
  }

  return {
    name: options.name,
    everyMs: EVERY_MS,
    runsOn: 'cluster',
    timeoutMs: 30_000,
    async run(signal) {
      rounds.takeOver();
      const endsAt = clock.tick() + RUN_MS;
      try {
        while (!signal.aborted && clock.tick() < endsAt) {
          const started = await startDue();
          if (started === 0 && rounds.count === 0) break;
          await rounds.nextEnd(EVERY_MS, signal);
        }
      } finally {
        if (signal.aborted) await rounds.cancel();
        else rounds.handOver();
      }
      rounds.throwFailure();
    },
  };
}
