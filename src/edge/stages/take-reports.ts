import type { IncomingMessage } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import type { EdgeContext } from '../edge-context.ts';
import type { EdgeResponse } from '../edge-response.ts';
import type { Exchange } from '../exchange.ts';
import { type AdmittedReport, ReportIntake } from '../page-monitoring/report-intake.ts';
import { isReportPath } from '../page-monitoring/report-path.ts';
import { type ReportRefusal, reportRefusals } from '../page-monitoring/report-result.ts';
import { readPrefix } from '../upstream/body-prefix.ts';
import { hasBody, waitsForContinue } from '../upstream/request-body.ts';
import { isHttp2 } from '../upstream/response-head.ts';
import type { RequestStage } from './stage.ts';

const BODY_MS = 5_000;

/**
 * Accepts reports of browsers about pages, on every host of a zone and on the host that all zones share. Reports
 * are no visits, so they do not pass the rules and are not in the request log.
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
    contentType: exchange.request.headers['content-type'],
    contentLength: exchange.request.headers['content-length'],
    clientAddress: exchange.clientAddress,
  };
  const admitted = pages.intake.admit(request, (id) =>
    zone ? (zone.id === id ? zone : undefined) : snapshots.zoneOfId(id),
  );
  if (typeof admitted === 'string') return refused(admitted, exchange);
  if (hasBody(exchange.request)) return readAndTake(exchange, admitted, edge);
  return taken(admitted, Buffer.alloc(0), exchange, edge);
};

async function readAndTake(
  exchange: Exchange,
  admitted: AdmittedReport,
  edge: EdgeContext,
): Promise<EdgeResponse> {
  const { request, response } = exchange;
  if (waitsForContinue(request)) response.writeContinue();
  const prefix = await readPrefix(request, ReportIntake.bodyLimit, BODY_MS);
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
  if (refusal === 'too-slow' || isLong(exchange.request)) endAfterResponse(exchange);
  return fixedResponse(status, `${detail}\n`);
}

/** Whether the rest of the body is too long to be read and discarded. */
function isLong(request: IncomingMessage): boolean {
  const length = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  return hasBody(request) && !request.complete && length > ReportIntake.bodyLimit;
}

/** Closes the connection after the response, because the body may never end. */
function endAfterResponse({ request, response }: Exchange): void {
  request.pause();
  response.shouldKeepAlive = false;
  if (!isHttp2(response)) return;
  // Over HTTP/2 only the stream is closed, RFC 9113, section 8.1.
  const { stream } = response as unknown as { readonly stream: ServerHttp2Stream };
  stream.once('finish', () => stream.close());
}

/** Pages of all zones report to the shared host, which is another origin for browsers (CORS). */
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
