import type { Counter, Telemetry } from '../telemetry/telemetry.ts';
import type { JobRunner } from './job-runner.ts';

/** Further jobs share the label `other`, so that the number of series is bounded. */
const LABELLED_JOBS = 200;

export type ShippingTelemetry = ReturnType<typeof shippingTelemetry>;

/** Log lines and metrics of the shipping process. */
export function shippingTelemetry({ log, metrics }: Telemetry) {
  const labels = new JobLabels();
  const failures: Counter<'job'> = metrics.counter({
    name: 'logpush_failures_total',
    help: 'Attempts of a log push job that failed',
    labels: ['job'],
  });
  let isStoring = true;
  return {
    failed: (jobId: number, reason: string, error: unknown) =>
      log.warn({ jobId, reason, err: error }, 'a log push job failed; it is tried again'),
    attemptFailed: (jobId: number) => failures.inc({ job: labels.of(jobId) }),
    recovered: (jobId: number) => log.info({ jobId }, 'a log push job delivers again'),
    dropped: (jobId: number, lines: number) =>
      log.error({ jobId, lines }, 'log lines left the spool before they could be delivered'),
    notStored(error: unknown) {
      if (isStoring)
        log.error({ err: error }, 'the ledger of log push cannot be used; delivery waits');
      isStoring = false;
    },
    stored() {
      if (!isStoring) log.info({}, 'the ledger of log push can be used again');
      isStoring = true;
    },
    notRead: (error: unknown) =>
      log.warn({ err: error }, 'the spool could not be read; trying again'),
    damagedBatch: (error: unknown) =>
      log.warn({ err: error }, 'a damaged batch of log lines was skipped'),
    unknownBatch: () => log.warn({}, 'a batch of log lines of another version was skipped'),
    notUnderstood: (jobId: number, error: unknown) =>
      log.warn(
        { jobId, err: error },
        'a batch of log lines could not be processed and was skipped',
      ),
    ledgerUnusable: (error: unknown) =>
      log.error(
        { err: error },
        'the ledger file of log push could not be read and was put aside; jobs begin where they were enabled',
      ),
    /** Measures the jobs whenever the metrics are collected. */
    observe(jobs: () => Iterable<JobRunner>, now: () => number): void {
      for (const { name, help, of } of gauges) {
        metrics.observableGauge({
          name: `logpush_${name}`,
          help,
          labels: ['job'],
          read: () => labels.sums([...jobs()].map((job) => [job.job.id, of(job, now())])),
        });
      }
    },
  };
}

const gauges: readonly { name: string; help: string; of(job: JobRunner, now: number): number }[] = [
  ...(
    [
      ['records', 'Log lines that a log push job has delivered', 'delivered'],
      ['bytes', 'Bytes before compression that a log push job has delivered', 'bytes'],
      ['sent_bytes', 'Bytes that a log push job has delivered', 'bytesSent'],
      ['uploads', 'Batches that a log push job has delivered', 'batches'],
      ['pending', 'Log lines in batches that are open or being sent', 'pending'],
      ['dropped', 'Log lines of batches that could not be delivered', 'dropped'],
      ['missed', 'Log lines that left the spool before a log push job could read them', 'missed'],
    ] as const
  ).map(([name, help, member]) => ({
    name,
    help,
    of: (job: JobRunner) => job.figures().ledger[member],
  })),
  {
    name: 'lag_seconds',
    help: 'Age of the oldest log line that was read and is not delivered yet',
    of: ({ waitingSince }, now) =>
      waitingSince === undefined ? 0 : Math.max(0, (now - waitingSince) / 1000),
  },
];

class JobLabels {
  readonly #known = new Set<number>();

  of(jobId: number): string {
    if (this.#known.size < LABELLED_JOBS) this.#known.add(jobId);
    return this.#known.has(jobId) ? String(jobId) : 'other';
  }

  sums(values: readonly (readonly [number, number])[]) {
    const sums = new Map<string, number>();
    for (const [jobId, value] of values) {
      const job = this.of(jobId);
      sums.set(job, (sums.get(job) ?? 0) + value);
    }
    return [...sums].map(([job, value]) => ({ labels: { job }, value }));
  }
}
