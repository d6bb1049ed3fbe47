import type { IncomingBody } from '../../transport/http-stream.ts';
import type { EdgeContext } from '../edge-context.ts';
import type { EdgeResponse } from '../edge-response.ts';
import type { Exchange } from '../exchange.ts';
import { type AdmittedReport, ReportIntake } from '../page-monitoring/report-intake.ts';
import { isReportPath } from '../page-monitoring/report-path.ts';
import { type ReportRefusal, reportRefusals } from '../page-monitoring/report-result.ts';
import { readPrefix } from '../upstream/body-prefix.ts';
import type { RequestStage } from './stage.ts';

const BODY_MS = 5_000;

/**
 * Accepts reports of browsers about pages, on every host of a zone and on the host that all zones share. Reports are
 * not visits, so rules do not apply to them and they are not logged.
 */
export const takeReports: RequestStage = (exchange, edge) => {
  if (!isReportPath(exchange.target)) return undefined;
  const { snapshots, pages } = edge;
  const isShared = exchange.host === pages.reportingHost;
  const zone = isShared ? undefined : snapshots.zoneOfHost(exchange.host);
  if (!isShared && !zone) return undefined;
  if (exchange.method === 'OPTIONS') {
    return pages.intake.acceptsPreflight(exchange.clientAddress)
      ? fixedResponse(204, '')
      : refused('source-limit', exchange);
  }
  const request = {
    method: exchange.method,
    target: exchange.target,
    contentType: exchange.header('content-type'),
    contentLength: exchange.header('content-length'),
    clientAddress: exchange.clientAddress,
  };
  const admitted = pages.intake.admit(request, (id) =>
    zone ? (zone.id === id ? zone : undefined) : snapshots.zoneOfId(id),
  );
  if (typeof admitted === 'string') return refused(admitted, exchange);
  const { body } = exchange.stream;
  if (body) return readAndTake(exchange, body, admitted, edge);
  return taken(admitted, Buffer.alloc(0), exchange, edge);
};

async function readAndTake(
  exchange: Exchange,
  body: IncomingBody,
  admitted: AdmittedReport,
  edge: EdgeContext,
): Promise<EdgeResponse> {
  const prefix = await readPrefix(exchange.stream, body, ReportIntake.bodyLimit, BODY_MS);
  if (!prefix) return refused(edge.pages.intake.timedOut(), exchange);
  return taken(admitted, prefix.bytes, exchange, edge);
}

function taken(
  admitted: AdmittedReport,
  body: Buffer,
  exchange: Exchange,
  edge: EdgeContext,
): EdgeResponse {
  const refusal = edge.pages.intake.take(admitted, body);
  return refusal === undefined ? fixedResponse(204, '') : refused(refusal, exchange);
}

function refused(refusal: ReportRefusal, exchange: Exchange): EdgeResponse {
  const [status, detail] = reportRefusals[refusal];
  // Closes the connection instead of reading a long or slow body to its end.
  if (refusal === 'too-slow' || isLong(exchange)) exchange.stream.endConnection();
  return fixedResponse(status, `${detail}\n`);
}

/** Whether the unread rest of the body may be long. The rest of a short body is read and discarded. */
function isLong({ stream }: Exchange): boolean {
  if (!stream.body || stream.body.isDone) return false;
  return (
    Number(stream.headers.get('content-length') ?? Number.POSITIVE_INFINITY) >
    ReportIntake.bodyLimit
  );
}

/** Pages of all zones report to the shared host, which is cross-origin for browsers (CORS). */
const common = {
  'cache-control': 'no-store',
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '86400',
};

const special: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  405: { allow: 'POST, OPTIONS' },
  429: { 'retry-after': '60' },
};

function fixedResponse(status: number, body: string): EdgeResponse {
  const type = body === '' ? {} : { 'content-type': 'text/plain; charset=utf-8' };
  return { kind: 'fixed', status, headers: { ...common, ...type, ...special[status] }, body };
}
