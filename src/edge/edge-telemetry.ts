import type { ConfigurationProblem } from '../contracts/edge-channel.ts';
import type { GeoipFile } from '../detectors/geoip/geoip-file.ts';
import type { PalisadeError } from '../kernel/palisade-error.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { Expiry } from './certificates.ts';
import type { EdgeProblem } from './error-page.ts';
import { errorShape } from './error-shape.ts';
import type { Exchange } from './exchange.ts';
import type { ReportResult } from './page-monitoring/report-result.ts';

export type EdgeTelemetry = ReturnType<typeof edgeTelemetry>;

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The configuration that an edge process runs after an update. */
interface Applied {
  readonly revision: number;
  readonly zones: number;
  readonly bad: number;
  /** By kind of list. */
  readonly listItems: Readonly<Record<string, number>>;
}

/** Log lines and metrics of an edge process. */
export function edgeTelemetry({ log, metrics }: Telemetry) {
  const requests = metrics.counter({
    name: 'edge_requests_total',
    help: 'Requests of visitors by status class; 4xx includes visitors who left before the response',
    labels: ['status'],
  });
  const problems = metrics.counter({
    name: 'edge_problems_total',
    help: 'Error responses of the edge itself',
    labels: ['problem'],
  });
  const durations = metrics.histogram({
    name: 'edge_request_duration_seconds',
    help: 'Time from the head of a request to the end of its response',
    buckets: SECONDS,
  });
  const originFailures = metrics.counter({
    name: 'edge_origin_failures_total',
    help: 'Failed attempts to reach an origin, and whether the request was retried',
    labels: ['problem', 'retried'],
  });
  const failedRules = metrics.counter({
    name: 'edge_rule_failures_total',
    help: 'Rules that failed at run time; PALISADE_FAILING_RULES selects what happens to the request',
  });
  const scans = metrics.counter({
    name: 'edge_scans_lost_total',
    help: 'Responses that should have been scanned for sensitive data and were not',
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
    help: 'Reports of browsers about pages by result: observed, violation and long-url are kept, suppressed is only counted',
    labels: ['result'],
  });
  const peerUpdates = metrics.counter({
    name: 'edge_peer_updates_total',
    help: 'Updates of other edge processes of the node that were merged: counts of rate limits, and used challenge tokens',
  });
  const sharedRates = metrics.counter({
    name: 'edge_rate_keys_shared_total',
    help: 'Times that a key of a rate limit shared its counter or limit with other keys, because there were too many keys',
  });
  const badSections = metrics.gauge({
    name: 'edge_bad_configurations',
    help: 'Zones, pools and shared rulesets whose latest version is not fully in use: the previous one is, or invalid parts are left out',
    across: 'max',
  });
  const badGeoipFiles = metrics.gauge({
    name: 'edge_bad_geoip_files',
    help: 'MMDB files of PALISADE_GEOIP_FILES that are missing or cannot be used; their last good content stays in use',
    across: 'max',
  });
  const zones = metrics.gauge({
    name: 'edge_zones',
    help: 'Zones in the snapshot of the edge',
    across: 'max',
  });
  const listItems = metrics.gauge({
    name: 'edge_list_items',
    help: 'Items of the lists in the snapshot of the edge, by kind of list',
    labels: ['kind'],
    across: 'max',
  });
  const revision = metrics.gauge({
    name: 'edge_snapshot_revision',
    help: 'Revision of the configuration that the edge runs',
    labels: ['slot'],
  });
  const classes = ['0xx', '1xx', '2xx', '3xx', '4xx', '5xx'].map((status) => ({ status }));
  const noLabels = {};
  return {
    finished({ loggedStatus, problem, startedTick, endTick }: Exchange) {
      requests.inc(classes[Math.floor(loggedStatus / 100)] ?? { status: 'other' });
      durations.observe(noLabels, (endTick - startedTick) / 1000);
      if (problem !== undefined) problems.inc({ problem });
    },
    /** A request that could not be parsed, so that there is no exchange. */
    unreadable: (problem: EdgeProblem) => problems.inc({ problem }),
    originFailed: (problem: EdgeProblem, retried: boolean) =>
      originFailures.inc({ problem, retried: String(retried) }),
    stageFailed: (ray: string, error: unknown) =>
      log.error(
        { err: errorShape(error), ray },
        'a request could not be handled because of a bug in Palisade',
      ),
    ruleFailed: (rule: string, error: unknown) => {
      failedRules.inc({});
      log.error({ err: errorShape(error), rule }, 'a rule failed because of a bug in Palisade');
    },
    traceDropped: (reason: 'count' | 'time') =>
      traces.inc({ result: reason === 'time' ? 'time' : 'dropped' }),
    traceFailed: (error: unknown) => {
      traces.inc({ result: 'failed' });
      log.warn({ err: errorShape(error) }, 'a trace of a request could not be made');
    },
    matchedDataLost: (result: 'truncated' | 'omitted' | 'failed') => matchedData.inc({ result }),
    rateKeyShared: () => sharedRates.inc({}),
    peerUpdateMerged: () => peerUpdates.inc({}),
    pageReport: (result: ReportResult, count?: number) => pageReports.inc({ result }, count),
    scanDropped: () => scans.inc({ result: 'dropped' }),
    scanUnreadable: () => scans.inc({ result: 'unreadable' }),
    scanFailed: (error: unknown) => {
      scans.inc({ result: 'failed' });
      log.warn({ err: errorShape(error) }, 'a response could not be scanned');
    },
    busFailed: (error: PalisadeError) =>
      log.warn({ err: error }, 'request logs could not be written'),
    applied(slot: number, applied: Applied) {
      revision.set({ slot: String(slot) }, applied.revision);
      for (const [kind, count] of Object.entries(applied.listItems)) listItems.set({ kind }, count);
      zones.set({}, applied.zones);
      badSections.set({}, applied.bad);
    },
    updateFailed: (error: unknown) =>
      log.error(
        { err: error },
        'a configuration update could not be applied; the previous configuration stays in use',
      ),
    configurationRefused: (refused: ConfigurationProblem) =>
      log.error(
        { ...refused },
        'a part of the configuration could not be applied; its previous version stays in use, or invalid parts are left out',
      ),
    credentialsFailed: (error: unknown) =>
      log.warn(
        { err: error },
        'leaked credentials could not be read; the previous ones stay in use',
      ),
    geoipRead: (file: string, { type, builtAt, bytes }: GeoipFile) =>
      log.info({ file, type, builtAt, bytes }, 'an MMDB file was read'),
    geoipRefused: (file: string, problem: string) =>
      log.warn(
        { file, problem },
        'an MMDB file cannot be used; its last good content, if there is one, stays in use',
      ),
    geoipProblems: (count: number) => badGeoipFiles.set({}, count),
    certificates: (count: number) => log.info({ count }, 'certificates were read'),
    noCertificates: (folder: string) =>
      log.warn(
        { folder },
        'the folder has no certificates: TLS connections fail until a .crt or .pem file is there',
      ),
    certificateExpiring({ name, at, daysLeft }: Expiry) {
      const fields = { name, expires: new Date(at).toISOString(), daysLeft };
      if (daysLeft < 0)
        log.error(fields, 'a certificate has expired: visitors refuse it; renew it');
      else log.warn(fields, 'a certificate expires soon; renew it');
    },
    certificateRefused: (file: string, problem: string) =>
      log.warn({ file, problem }, 'a certificate could not be used; the previous one stays in use'),
    listenerFailed: (error: Error) =>
      log.error({ err: error }, 'a connection of a visitor could not be accepted'),
    serving: (ports: readonly number[]) => log.info({ ports }, 'the edge accepts connections'),
    draining: () => log.info({}, 'the edge accepts no new connections and finishes its requests'),
  };
}
