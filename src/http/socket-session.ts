import type { WebSocket } from 'ws';
import type { SocketSession } from './socket-route.ts';

/** Interval of pings. A client that has not responded when the next one is due is disconnected. */
const PING_MS = 30_000;
/** How long a client may take to confirm the close. */
const CLOSE_MS = 1_000;

/** Runs a session on a socket, and closes it afterwards. */
export async function runSession(
  client: WebSocket,
  session: SocketSession,
  onError: (error: unknown) => void,
): Promise<void> {
  const left = new AbortController();
  let isAlive = true;
  const pings = setInterval(() => {
    if (!isAlive) client.terminate();
    isAlive = false;
    client.ping();
  }, PING_MS);
  client.on('pong', () => {
    isAlive = true;
  });
  client.on('close', () => {
    clearInterval(pings);
    left.abort();
  });
  // Ignored, because a close event follows.
  client.on('error', () => {});
  const socket = {
    send: (text: string) => client.send(text),
    get waitingBytes() {
      return client.bufferedAmount;
    },
  };
  try {
    await session(socket, left.signal);
    close(client, 1000, 'the session has ended');
  } catch (error) {
    onError(error);
    close(client, 1011, 'the session failed');
  }
}

function close(client: WebSocket, code: number, reason: string): void {
  client.close(code, reason);
  const linger = setTimeout(() => client.terminate(), CLOSE_MS).unref();
  client.once('close', () => clearTimeout(linger));
}
