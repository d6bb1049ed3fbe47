import type { IncomingMessage } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import type { EdgeAnswer } from '../edge-answer.ts';
import type { EdgeContext } from '../edge-context.ts';
import { type AdmittedReport, ReportIntake } from '../page-monitoring/report-intake.ts';
import { isReportPath } from '../page-monitoring/report-path.ts';
import { type ReportRefusal, reportRefusals } from '../page-monitoring/report-result.ts';
import type { Transaction } from '../transaction.ts';
import { readBeginning } from '../upstream/body-beginning.ts';
import { hasBody, waitsForContinue } from '../upstream/request-body.ts';
import { isHttp2 } from '../upstream/response-head.ts';
import type { RequestStage } from './stage.ts';

const BODY_MS = 5_000;

/**
 * Takes what browsers report about pages, on every host of a zone and on the one that all zones share.
 * Before rules, which are about visits; for the same reason it is not in the request log.
 */
export const takeReports: RequestStage = (transaction, edge) => {
  if (!isReportPath(transaction.target)) return undefined;
  const { snapshots, pages } = edge;
  const isShared = transaction.host === pages.reportingHost;
  const zone = isShared ? undefined : snapshots.zoneOfHost(transaction.host);
  if (!isShared && !zone) return undefined;
  if (transaction.method === 'OPTIONS') {
    return pages.intake.mayAsk(transaction.clientAddress)
      ? answer(204, '')
      : refused('source-limit', transaction);
  }
  const request = {
    method: transaction.method,
    target: transaction.target,
    contentType: transaction.request.headers['content-type'],
    contentLength: transaction.request.headers['content-length'],
    clientAddress: transaction.clientAddress,
  };
  const admitted = pages.intake.admit(request, (id) =>
    zone ? (zone.id === id ? zone : undefined) : snapshots.zoneOfId(id),
  );
  if (typeof admitted === 'string') return refused(admitted, transaction);
  if (hasBody(transaction.request)) return readAndTake(transaction, admitted, edge);
  return taken(admitted, Buffer.alloc(0), transaction, edge);
};

async function readAndTake(
  transaction: Transaction,
  admitted: AdmittedReport,
  edge: EdgeContext,
): Promise<EdgeAnswer> {
  const { request, response } = transaction;
  if (waitsForContinue(request)) response.writeContinue();
  const beginning = await readBeginning(request, ReportIntake.bodyLimit, BODY_MS);
  if (!beginning) return refused(edge.pages.intake.gaveUp(), transaction);
  return taken(admitted, beginning.bytes, transaction, edge);
}

function taken(
  admitted: AdmittedReport,
  body: Buffer,
  transaction: Transaction,
  edge: EdgeContext,
): EdgeAnswer {
  const refusal = edge.pages.intake.take(admitted, body);
  return refusal === undefined ? answer(204, '') : refused(refusal, transaction);
}

function refused(refusal: ReportRefusal, transaction: Transaction): EdgeAnswer {
  const [status, detail] = reportRefusals[refusal];
  if (refusal === 'too-slow' || isLong(transaction.request)) endAfterAnswer(transaction);
  return answer(status, `${detail}\n`);
}

/** Whether more of a body may follow than is worth reading. What is left of a short one is thrown away. */
function isLong(request: IncomingMessage): boolean {
  const length = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  return hasBody(request) && !request.complete && length > ReportIntake.bodyLimit;
}

/** Nobody reads a body to its end, which may never come, for the sake of a connection. */
function endAfterAnswer({ request, response }: Transaction): void {
  request.pause();
  response.shouldKeepAlive = false;
  if (!isHttp2(response)) return;
  // Of HTTP/2 the stream is ended and the connection goes on, RFC 9113, section 8.1.
  const { stream } = response as unknown as { readonly stream: ServerHttp2Stream };
  stream.once('finish', () => stream.close());
}

/** Pages of other origins report too, to the host that all zones share. */
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

function answer(status: number, body: string): EdgeAnswer {
  const type = body === '' ? {} : { 'content-type': 'text/plain; charset=utf-8' };
  return { kind: 'fixed', status, headers: { ...common, ...type, ...special[status] }, body };
}
