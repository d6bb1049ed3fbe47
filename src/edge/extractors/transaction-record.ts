import type { Transaction } from '../transaction.ts';
import type { RequestRecord } from './request-record.ts';

/** A live request as extractors see it. */
export function recordOf(transaction: Transaction): RequestRecord {
  const { request } = transaction;
  const { rawHeaders } = request;
  const headers: [string, string][] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    headers.push([rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '']);
  }
  return {
    method: transaction.method,
    scheme: transaction.scheme,
    target: transaction.target,
    version: `HTTP/${request.httpVersion}`,
    headers,
    body: '',
    clientAddress: transaction.clientAddress,
    serverPort: request.socket.localPort ?? 0,
    receivedAt: transaction.startedAt,
  };
}
