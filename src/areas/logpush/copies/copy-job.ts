import type { Publisher } from '../../../bus/bus.ts';
import type { ScheduledJob } from '../../../contracts/job.ts';
import type { LogpushDatabase } from '../logpush-tables.ts';
import { lastNumber, raiseNumber } from '../number-store.ts';

/** Rows of the database that are also lines of a dataset. Numbers increase in the order of commits. */
export interface CopySource {
  /** Name of the dataset. */
  readonly name: string;
  readonly topic: string;
  /** The number of the newest row. */
  last(): Promise<number>;
  /** Oldest first. */
  read(range: CopyRange): Promise<readonly NumberedLine[]>;
}

export interface CopyRange {
  /** Sequence numbers: `after` is exclusive, `upTo` inclusive. */
  readonly after: number;
  readonly upTo: number;
  /** Earlier rows are skipped. */
  readonly since: number;
  readonly accountIds: readonly string[];
  readonly limit: number;
}

interface NumberedLine {
  readonly seq: number;
  readonly line: unknown;
}

const EVERY_MS = 2_000;
const AT_ONCE = 500;

/**
 * Copies new rows to the spool of the node that runs this job, if a log push job ships the dataset. If the node stops
 * after publishing rows and before storing their number, the rows are copied again.
 */
export function copyJob(
  source: CopySource,
  database: LogpushDatabase,
  publisher: Publisher,
): ScheduledJob {
  const position = `copied ${source.name}`;
  return {
    name: `logpush-copy-${source.name.replaceAll('_', '-')}`,
    everyMs: EVERY_MS,
    runsOn: 'cluster',
    timeoutMs: 60_000,
    async run(signal) {
      while (!signal.aborted) {
        // Read before the jobs: a job that is enabled later does not ship these rows.
        const upTo = await source.last();
        const wanted = await wantedBy(database, source.name);
        const after = await lastNumber(database.read, position);
        if (!wanted || after >= upTo) return;
        const rows = await source.read({ ...wanted, after, upTo, limit: AT_ONCE });
        const lines = rows.map(({ line }) => line);
        const isStored =
          lines.length === 0 || (await publisher.publish(source.topic, lines)).accepted;
        if (!isStored) return;
        const isLast = rows.length < AT_ONCE;
        const reached = isLast ? upTo : (rows.at(-1)?.seq ?? upTo);
        await database.transaction((tx) => raiseNumber(tx, position, reached));
        if (isLast) return;
      }
    },
  };
}

/** The accounts with enabled jobs, and the time at which the first was enabled; undefined if there is none. */
async function wantedBy(database: LogpushDatabase, dataset: string) {
  const jobs = await database.read
    .selectFrom('logpush_jobs')
    .select(['account_id', 'enabled_at'])
    .where('enabled', '=', 1)
    .where('dataset', '=', dataset)
    .execute();
  if (jobs.length === 0) return undefined;
  return {
    since: Math.min(...jobs.map((job) => job.enabled_at)),
    accountIds: [...new Set(jobs.flatMap(({ account_id: id }) => id ?? []))],
  };
}
