import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  ChallengeGate,
  type HandledChallenge,
  isChallengePath,
} from '../../src/edge/challenge/challenge-gate.ts';
import type { ChallengeKind } from '../../src/edge/challenge/challenge-kind.ts';
import type { ChallengeRequest } from '../../src/edge/challenge/challenge-request.ts';
import { newRayId } from '../../src/edge/ray-id.ts';
import { systemClock } from '../../src/kernel/clock.ts';

export interface ChallengedSite {
  readonly origin: string;
  /** Attempts to solve a challenge. */
  readonly attempts: HandledChallenge[];
  close(): void;
}

const nobody = { ruleId: '', rulesetId: '', source: '' };

/**
 * A site that shows the request, behind the challenge that the first segment of the path names. In a folder
 * `cookieless` it behaves as if the browser had not stored its clearance.
 */
export async function openChallengedSite(): Promise<ChallengedSite> {
  const attempts: HandledChallenge[] = [];
  const gate = new ChallengeGate({
    key: Buffer.alloc(32, 5),
    clock: systemClock,
    clearanceSeconds: 600,
  });
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request));
    const { status, headers, body: text } = respond(viewOf(request), body);
    response.writeHead(status, headers).end(text);
  });

  function respond(view: ChallengeRequest, body: Buffer) {
    if (isChallengePath(view.target)) {
      const handled = gate.handle(view, body);
      if (view.target.endsWith('/verify')) attempts.push(handled);
      return handled.response;
    }
    const kind = view.target.split('/')[1] as ChallengeKind;
    const isCleared = gate.clearanceOf(view, kind).state === 'valid';
    if (!isCleared || view.target.includes('/cookieless/')) return gate.page(view, kind, nobody);
    const page = `<title>Welcome</title><h1>${view.method} ${view.target}</h1>`;
    return { status: 200, headers: { 'content-type': 'text/html' }, body: page };
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://shop.test:${port}`,
    attempts,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function viewOf(request: IncomingMessage): ChallengeRequest {
  return {
    zoneId: 'zone-1',
    host: (request.headers.host ?? '').split(':', 1)[0] ?? '',
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    scheme: 'http',
    clientAddress: request.socket.remoteAddress ?? '',
    ray: newRayId(),
    header: (name) => request.headers[name]?.toString(),
  };
}
