import type { ConfigurationProblem } from '../contracts/edge-channel.ts';
import type { PalisadeError } from '../kernel/palisade-error.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { EdgeProblem } from './error-page.ts';
import { errorShape } from './error-shape.ts';
import type { Exchange } from './exchange.ts';
import type { ReportResult } from './page-monitoring/report-result.ts';
import { tick } from './tick.ts';

export type EdgeTelemetry = ReturnType<typeof edgeTelemetry>;

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Log lines and metrics of an edge process. */
export function edgeTelemetry({ log, metrics }: Telemetry) {
  const requests = metrics.counter({
    name: 'edge_requests_total',
    help: 'Requests of visitors by the class of the answer; 4xx includes visitors who left early',
    labels: ['status'],
  });
  const problems = metrics.counter({
    name: 'edge_problems_total',
    help: 'Requests that the edge answered itself because something was wrong',
    labels: ['problem'],
  });
  const durations = metrics.histogram({
    name: 'edge_request_duration_seconds',
    help: 'From the head of a request to the end of its answer',
    buckets: SECONDS,
  });
  const originFailures = metrics.counter({
    name: 'edge_origin_failures_total',
    help: 'Attempts at an origin that failed, and whether the request went on to another try',
    labels: ['problem', 'retried'],
  });
  const failedRules = metrics.counter({
    name: 'edge_rule_failures_total',
    help: 'Rules that failed while they ran; a setting says what becomes of the request',
  });
  const scans = metrics.counter({
    name: 'edge_scans_lost_total',
    help: 'Answers that should have been looked through for sensitive data and were not',
    labels: ['result'],
  });
  const traces = metrics.counter({
    name: 'edge_traces_lost_total',
    help: 'Requests that should have been traced and were not: too many in a second (dropped), no time left for traces (time), or an error (failed)',
    labels: ['result'],
  });
  const matchedData = metrics.counter({
    name: 'edge_matched_data_lost_total',
    help: 'Matches of managed rules whose data should have been encrypted and was not',
    labels: ['result'],
  });
  const pageReports = metrics.counter({
    name: 'edge_page_reports_total',
    help: 'Reports of browsers about pages by what became of them: observed, violation and long-url are kept, suppressed is counted only',
    labels: ['result'],
  });
  const sharedRates = metrics.counter({
    name: 'edge_rate_keys_shared_total',
    help: 'Times that a rate limit counted or limited a key together with others, because there were too many keys',
  });
  const badSections = metrics.gauge({
    name: 'edge_bad_configurations',
    help: 'Zones and pools whose last configuration could not be used in full: the one before it serves, or all but what is bad',
    across: 'max',
  });
  const zones = metrics.gauge({
    name: 'edge_zones',
    help: 'Zones known to the edge',
    across: 'max',
  });
  const revision = metrics.gauge({
    name: 'edge_snapshot_revision',
    help: 'Revision of the configuration that the edge runs',
    labels: ['slot'],
  });
  const classes = ['0xx', '1xx', '2xx', '3xx', '4xx', '5xx'].map((status) => ({ status }));
  return {
    finished({ loggedStatus, problem, startedTick }: Exchange) {
      requests.inc(classes[Math.floor(loggedStatus / 100)] ?? { status: 'other' });
      durations.observe({}, (tick() - startedTick) / 1000);
      if (problem !== undefined) problems.inc({ problem });
    },
    /** A request that was no HTTP, so that there is no exchange. */
    unreadable: (problem: EdgeProblem) => problems.inc({ problem }),
    originFailed: (problem: EdgeProblem, retried: boolean) =>
      originFailures.inc({ problem, retried: String(retried) }),
    stageFailed: (ray: string, error: unknown) =>
      log.error(
        { err: errorShape(error), ray },
        'a request could not be handled; this is a fault of ours',
      ),
    ruleFailed: (rule: string, error: unknown) => {
      failedRules.inc({});
      log.error({ err: errorShape(error), rule }, 'a rule failed; this is a fault of ours');
    },
    traceDropped: (reason: 'count' | 'time') =>
      traces.inc({ result: reason === 'time' ? 'time' : 'dropped' }),
    traceFailed: (error: unknown) => {
      traces.inc({ result: 'failed' });
      log.warn({ err: errorShape(error) }, 'a request could not be explained');
    },
    matchedDataLost: (result: 'truncated' | 'omitted' | 'failed') => matchedData.inc({ result }),
    rateKeyShared: () => sharedRates.inc({}),
    pageReport: (result: ReportResult, count?: number) => pageReports.inc({ result }, count),
    scanDropped: () => scans.inc({ result: 'dropped' }),
    scanUnreadable: () => scans.inc({ result: 'unreadable' }),
    scanFailed: (error: unknown) => {
      scans.inc({ result: 'failed' });
      log.warn({ err: errorShape(error) }, 'an answer could not be looked through');
    },
    busFailed: (error: PalisadeError) => log.warn({ err: error }, 'request logs could not be kept'),
    applied(slot: number, applied: { revision: number; zones: number; bad: number }) {
      revision.set({ slot: String(slot) }, applied.revision);
      zones.set({}, applied.zones);
      badSections.set({}, applied.bad);
    },
    updateFailed: (error: unknown) =>
      log.error({ err: error }, 'an update could not be applied; what was there serves on'),
    configurationRefused: (refused: ConfigurationProblem) =>
      log.error(
        { ...refused },
        'a part of the configuration could not be used; its last good state, or the rest of it, serves on',
      ),
    credentialsFailed: (error: unknown) =>
      log.warn(
        { err: error },
        'leaked credentials could not be read; those known before stay in use',
      ),
    certificates: (count: number) => log.info({ count }, 'certificates were read'),
    certificateRefused: (file: string, problem: string) =>
      log.warn(
        { file, problem },
        'a certificate could not be used; one that served before it serves on',
      ),
    listenerFailed: (error: Error) =>
      log.error({ err: error }, 'a connection of a visitor could not be taken'),
    serving: (ports: readonly number[]) => log.info({ ports }, 'the edge takes visitors'),
    draining: () => log.info({}, 'the edge takes no new visitors and finishes what is under way'),
  };
}
