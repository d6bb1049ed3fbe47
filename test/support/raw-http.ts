import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { PATIENCE_MS } from './eventually.ts';

/** An origin that sends arbitrary bytes. */
export interface RawOrigin {
  readonly port: number;
  /** Everything that arrived, over all connections. */
  received(): string;
  close(): void;
}

/** `respond` is called once for each request head. */
export async function openRawOrigin(
  respond: (socket: Socket, head: string) => void,
): Promise<RawOrigin> {
  const sockets = new Set<Socket>();
  let all = '';
  const server = createServer((socket) => {
    let text = '';
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    socket.on('data', (data) => {
      all += data.toString('latin1');
      text += data.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      if (end === -1 || !/^[A-Z]+ \S+ HTTP/.test(text)) return;
      const head = text.slice(0, end);
      text = '';
      respond(socket, head);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    received: () => all,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A visitor that sends arbitrary bytes, and records the bytes that it receives. */
export class RawVisitor {
  readonly socket: Socket;
  readonly closed: Promise<unknown>;
  text = '';

  constructor(to: number | Socket, bytes = '') {
    this.socket = typeof to === 'number' ? connect(to, '127.0.0.1') : to;
    this.socket.on('error', () => {});
    this.socket.on('data', (data) => {
      this.text += data.toString('latin1');
    });
    this.closed = once(this.socket, 'close').catch(() => undefined);
    if (bytes !== '') this.send(bytes);
  }

  send(bytes: string | Buffer): boolean {
    return typeof bytes === 'string'
      ? this.socket.write(bytes, 'latin1')
      : this.socket.write(bytes);
  }

  /** Waits for a match in the received text. Throws if the connection ends first, and closes it at the timeout. */
  async until(pattern: RegExp): Promise<string> {
    const late = setTimeout(() => this.socket.destroy(), PATIENCE_MS);
    try {
      while (!pattern.test(this.text)) {
        if (this.socket.closed) throw new Error(`the connection ended: ${this.text.slice(0, 300)}`);
        await Promise.race([once(this.socket, 'data').catch(() => undefined), this.closed]);
      }
      return this.text;
    } finally {
      clearTimeout(late);
    }
  }

  /** Waits for the end of the connection. */
  async end(): Promise<string> {
    await this.closed;
    return this.text;
  }
}
