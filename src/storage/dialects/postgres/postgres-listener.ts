import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

const RETRY_MS = 2_000;

export interface ListenerOptions {
  readonly url: string;
  readonly channel: string;
  readonly onCommit: () => void;
  readonly onConnectionError: (error: Error) => void;
}

/**
 * A connection of its own that waits for announcements of other nodes. While it is broken, readers
 * poll; it is made again every few seconds, and then tells them to look, since something may have
 * been announced in between.
 */
export async function listenForChanges(
  options: ListenerOptions,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  let connection: Connection | undefined = await connect(options);
  const keepAlive = (async () => {
    for (;;) {
      await Promise.race([connection?.gone, stopped]);
      if (stopping.signal.aborted) return;
      await setTimeout(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {});
      connection = await connect(options).catch((error: Error) => {
        options.onConnectionError(error);
        return undefined;
      });
      if (connection) options.onCommit();
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await keepAlive;
      await connection?.client.end().catch(() => {});
    },
  };
}

interface Connection {
  readonly client: pg.Client;
  /** Resolves when the connection is lost. */
  readonly gone: Promise<void>;
}

async function connect(options: ListenerOptions): Promise<Connection> {
  const client = new pg.Client({ connectionString: options.url, application_name: 'palisade' });
  const gone = new Promise<void>((resolve) => client.once('end', resolve));
  client.on('error', options.onConnectionError);
  client.on('notification', options.onCommit);
  await client.connect();
  await client.query(`listen ${options.channel}`);
  return { client, gone };
}
