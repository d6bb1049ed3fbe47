import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** A destination of logs on this machine. `PALISADE_OUTBOUND_ALLOW` has to list its address. */
export interface LogReceiver {
  /** `destination_conf` of a job. */
  readonly conf: string;
  /** What was sent, uncompressed. */
  readonly bodies: readonly string[];
  /** What it responds from now on; undefined for no response at all. */
  respond(status: number | undefined): void;
  stop(): Promise<void>;
}

export const RECEIVER_NETWORK = '127.0.0.0/8';

export async function startLogReceiver(): Promise<LogReceiver> {
  const bodies: string[] = [];
  let status: number | undefined = 200;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = await request.toArray();
    bodies.push(gunzipSync(Buffer.concat(chunks)).toString());
    if (status !== undefined) response.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    conf: `http://127.0.0.1:${port}/logs?header_Authorization=Bearer%20receiver-secret`,
    bodies,
    respond(next) {
      status = next;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
