import type { Ledger } from '../contracts/shipping/shipping-channel.ts';
import type { Metrics } from '../telemetry/telemetry.ts';

/** Further jobs share the label `other`, so that the number of series is bounded. */
const LABELLED_JOBS = 200;

export interface MeasuredJob {
  readonly job: { readonly id: number };
  /** Failed attempts since the process started. */
  readonly failures: number;
  /** Publishing time of the oldest line that is read and not delivered yet. */
  readonly waitingSince: number | undefined;
  figures(): { readonly ledger: Ledger };
}

interface JobMetric {
  readonly name: string;
  readonly help: string;
  of(job: MeasuredJob, now: number): number;
}

const ofLedger = (name: string, help: string, member: keyof Ledger): JobMetric => ({
  name,
  help,
  of: (job) => job.figures().ledger[member],
});

const jobMetrics: readonly JobMetric[] = [
  ofLedger('records', 'Log lines that a log push job has delivered', 'delivered'),
  ofLedger('bytes', 'Bytes that a log push job has delivered, before compression', 'bytes'),
  ofLedger('sent_bytes', 'Bytes that a log push job has delivered, compressed', 'bytesSent'),
  ofLedger('uploads', 'Batches that a log push job has delivered', 'batches'),
  ofLedger('pending', 'Log lines in batches that are open or being sent', 'pending'),
  ofLedger('dropped', 'Log lines in batches that were dropped', 'dropped'),
  ofLedger('missed', 'Log lines that were removed from the spool before a job read them', 'missed'),
  {
    name: 'failures',
    help: 'Failed attempts of a log push job since the shipping process started',
    of: ({ failures }) => failures,
  },
  {
    name: 'lag_seconds',
    help: 'Age of the oldest log line that is read and not delivered yet',
    of: ({ waitingSince = Infinity }, now) => Math.max(0, (now - waitingSince) / 1000),
  },
];

/** Registers the gauges of the jobs, which are read at each scrape. */
export function observeJobs(
  metrics: Metrics,
  jobs: () => Iterable<MeasuredJob>,
  now: () => number,
): void {
  const labelled = new Set<number>();
  const labelOf = (id: number): string => {
    if (labelled.size < LABELLED_JOBS) labelled.add(id);
    return labelled.has(id) ? String(id) : 'other';
  };
  for (const { name, help, of } of jobMetrics) {
    metrics.observableGauge({
      name: `logpush_${name}`,
      help,
      labels: ['job'],
      read() {
        const sums = new Map<string, number>();
        for (const job of jobs()) {
          const label = labelOf(job.job.id);
          sums.set(label, (sums.get(label) ?? 0) + of(job, now()));
        }
        return [...sums].map(([label, value]) => ({ labels: { job: label }, value }));
      },
    });
  }
}
