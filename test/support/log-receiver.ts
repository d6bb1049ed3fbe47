import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** A destination of logs on this machine. `PALISADE_OUTBOUND_ALLOW` has to list its address. */
export interface LogReceiver {
  /** `destination_conf` of a job. */
  readonly conf: string;
  readonly origin: string;
  /** Request bodies, uncompressed. */
  readonly bodies: readonly string[];
  /** The same by object name, for senders that use the API of Google Cloud Storage. */
  readonly objects: ReadonlyMap<string, string>;
  /** Sets the status of further responses; undefined: no response. */
  respond(status: number | undefined): void;
  stop(): Promise<void>;
}

/** The first byte of a compressed body. */
const GZIP = 0x1f;
const ACCESS_TOKEN = JSON.stringify({ access_token: 'any', expires_in: 3_600 });

export const RECEIVER_NETWORK = '127.0.0.0/8';

export async function startLogReceiver(): Promise<LogReceiver> {
  const bodies: string[] = [];
  const objects = new Map<string, string>();
  let status: number | undefined = 200;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = await request.toArray();
    const body = Buffer.concat(chunks);
    const text = (body[0] === GZIP ? gunzipSync(body) : body).toString();
    const { searchParams } = new URL(request.url ?? '', 'http://receiver');
    bodies.push(text);
    objects.set(searchParams.get('name') ?? '', text);
    if (status !== undefined) response.writeHead(status).end(ACCESS_TOKEN);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    conf: `http://127.0.0.1:${port}/logs?header_Authorization=Bearer%20receiver-secret`,
    bodies,
    objects,
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
