import { type DiskFullReport, isDiskFull } from '../kernel/disk-errors/disk-full.ts';
import { describeError } from '../kernel/palisade-error.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

export type ShippingTelemetry = ReturnType<typeof shippingTelemetry>;

/** Log lines of the shipping process. */
export function shippingTelemetry(
  { log }: Pick<Telemetry, 'log'>,
  reportDiskFull: DiskFullReport = isDiskFull,
) {
  let isStoring = true;
  let readProblem = '';
  return {
    failed: (jobId: number, reason: string, error: unknown) =>
      log.warn({ jobId, reason, err: error }, 'a log push job failed; it is retried'),
    recovered: (jobId: number) => log.info({ jobId }, 'a log push job delivers again'),
    dropped: (jobId: number, lines: number) =>
      log.error(
        { jobId, lines },
        'log lines were removed from the spool before they could be delivered',
      ),
    notStored(error: unknown) {
      if (reportDiskFull(error)) return;
      if (isStoring)
        log.error({ err: error }, 'the ledger of log push cannot be used; delivery waits');
      isStoring = false;
    },
    stored() {
      if (!isStoring) log.info({}, 'the ledger of log push can be used again');
      isStoring = true;
    },
    /** Logged once per problem, because the spool is read several times a second. */
    notRead(error: unknown) {
      const problem = describeError(error);
      if (problem !== readProblem)
        log.warn({ err: error }, 'the spool could not be read; trying again');
      readProblem = problem;
    },
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
        'the ledger file of log push could not be read and was moved aside; jobs start again from the time they were enabled',
      ),
  };
}
