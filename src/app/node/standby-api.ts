import { once } from 'node:events';
import { errorEnvelope } from '../../http/envelope.ts';
import { unavailable } from '../../http/error-handler.ts';
import { createServer } from '../../kernel/node-http.ts';
import type { Logger } from '../../telemetry/telemetry.ts';
import type { ListenAddress } from '../settings/settings.ts';
import type { Part } from './lifecycle.ts';

/**
 * Replaces the API while a node starts without its database: operators can see that the node is alive and
 * what it waits for; all other requests get 503.
 */
export function standbyApi(
  { host, port }: ListenAddress,
  metrics: () => Promise<string>,
  waitingFor: () => readonly string[],
  log: Logger,
): Part {
  const server = createServer(async (request, response) => {
    if (request.url === '/healthz') return respond(200, { status: 'alive' });
    if (request.url === '/metrics') {
      const text = await metrics().catch(() => '');
      return response.setHeader('content-type', 'text/plain; version=0.0.4').end(text);
    }
    if (request.url === '/readyz') {
      return respond(503, { status: 'not ready', waiting_for: waitingFor() });
    }
    const { method, url = '' } = request;
    const [path] = url.split('?', 1);
    const reason = waitingFor().join('; ');
    log.warn({ method, path, reason }, 'an API call was refused: the node waits for its database');
    const error = unavailable();
    return respond(error.status, errorEnvelope(error));

    function respond(status: number, body: unknown) {
      const headers = { 'content-type': 'application/json', ...unavailable().options.headers };
      return response.writeHead(status, headers).end(JSON.stringify(body));
    }
  });
  return {
    name: 'standby api',
    async start() {
      server.listen({ host, port });
      await once(server, 'listening');
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
