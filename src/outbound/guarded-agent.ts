import { Agent } from 'undici';
import { type GuardedConnectorOptions, guardedConnector } from './guarded-connector.ts';

const CONNECTIONS_PER_ORIGIN = 16;
const MAX_ORIGINS = 1_024;
const MAX_HEADER_BYTES = 16 * 1024;
const CONNECT_TIMEOUT_MS = 10_000;

/** A pool of connections to accepted addresses. */
export function guardedAgent(options: Omit<GuardedConnectorOptions, 'connectTimeoutMs'>): Agent {
  return new Agent({
    connections: CONNECTIONS_PER_ORIGIN,
    maxOrigins: MAX_ORIGINS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // The request's own time-out covers all phases.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: guardedConnector({ ...options, connectTimeoutMs: CONNECT_TIMEOUT_MS }),
  });
}
