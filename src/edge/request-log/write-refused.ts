import type { HttpRequestWriter } from '../../contracts/events/http-request-event.ts';
import type { ConnectionInfo } from '../../transport/http-stream.ts';
import { newRayId } from '../ray-id.ts';

/** A connection that ended without a valid request. */
export interface RefusedConnection {
  readonly connection: ConnectionInfo;
  readonly at: number;
  /** Status of the response; 0 if there was none, as when a TLS handshake fails. */
  readonly status: number;
  readonly reason: string;
  readonly scheme: 'http' | 'https';
}

/** Adds a row for the connection to a batch of the request log. Unknown fields stay empty. */
export function writeRefused(batch: HttpRequestWriter, refused: RefusedConnection): void {
  const { connection, at, status, reason, scheme } = refused;
  const { values, count: row } = batch;
  // The arrays of numbers are reused and still have values of earlier batches.
  for (const slots of Object.values(values)) if (slots instanceof Float64Array) slots[row] = 0;
  values.RayID[row] = newRayId();
  values.EdgeStartTimestamp[row] = at;
  values.EdgeEndTimestamp[row] = at;
  values.ClientIP[row] = connection.remoteAddress;
  values.ClientSrcPort[row] = connection.remotePort;
  values.ClientRequestScheme[row] = scheme;
  values.ClientSSLCipher[row] = connection.tls?.cipher ?? 'NONE';
  values.ClientSSLProtocol[row] = connection.tls?.protocol ?? 'none';
  values.EdgeResponseStatus[row] = status;
  values.refusal[row] = reason;
  batch.count = row + 1;
}
