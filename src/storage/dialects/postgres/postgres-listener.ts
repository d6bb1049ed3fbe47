import { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { sessionConfig } from './postgres-pool.ts';

const RETRY_MS = 2_000;
const RESPONSE_MS = 10_000;

export interface ListenerOptions {
  readonly url: string;
  readonly channel: string;
  readonly onCommit: () => void;
  readonly onConnectionError: (error: Error) => void;
}

/**
 * A separate connection that waits for notifications of other nodes. While it is broken, readers poll.
 * It reconnects every few seconds and then calls `onCommit`, because a notification may have been missed.
 */
export async function listenForChanges(
  options: ListenerOptions,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  let connection: Connection | undefined = await connect(options, stopping.signal);
  const keepAlive = (async () => {
    for (;;) {
      await connection?.gone;
      await setTimeout(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      connection = await connect(options, stopping.signal).catch((error: Error) => {
        if (!stopping.signal.aborted) options.onConnectionError(error);
        return undefined;
      });
      if (connection) options.onCommit();
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await keepAlive;
    },
  };
}

interface Connection {
  /** Resolves when the connection is lost. */
  readonly gone: Promise<void>;
}

/** The connection lasts until it breaks or `signal` aborts. */
async function connect(options: ListenerOptions, signal: AbortSignal): Promise<Connection> {
  const socket = new Socket();
  const client = new pg.Client({
    ...sessionConfig(options.url),
    query_timeout: RESPONSE_MS,
    stream: () => socket,
  });
  let closing = false;
  // No termination message is sent: a dead server would never read it.
  const close = () => {
    closing = true;
    socket.destroy();
  };
  signal.addEventListener('abort', close, { once: true });
  const gone = new Promise<void>((resolve) => {
    socket.once('close', () => {
      signal.removeEventListener('abort', close);
      resolve();
    });
  });
  client.on('error', (error) => {
    if (!closing) options.onConnectionError(error);
  });
  client.on('notification', options.onCommit);
  try {
    await client.connect();
    await client.query(`listen ${options.channel}`);
    return { gone };
  } catch (error) {
    close();
    throw error;
  }
}
