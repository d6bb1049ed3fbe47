import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { newHexId } from '../kernel/hex-id.ts';
import { type EdgeProblem, sendProblem } from './error-page.ts';
import type { SnapshotHolder } from './snapshot-holder.ts';

export interface EdgeServerOptions {
  readonly snapshots: SnapshotHolder;
  onAnswer(problem: EdgeProblem): void;
}

/** Takes visitors. Zones have no origins yet, so every answer says what is missing. */
export function createEdgeServer({ snapshots, onAnswer }: EdgeServerOptions): Server {
  return createServer((request, response) => {
    const problem = problemOf(request, snapshots);
    onAnswer(problem);
    discardBody(request, response);
    sendProblem(request, response, problem, newHexId());
  });
}

function problemOf(request: IncomingMessage, snapshots: SnapshotHolder): EdgeProblem {
  const host = hostOf(request.headers.host);
  return host !== undefined && snapshots.zoneOfHost(host) ? 'noOrigin' : 'noSuchZone';
}

/** The host a visitor asked for, without port and in lower case. */
function hostOf(header: string | undefined): string | undefined {
  return header?.toLowerCase().replace(/\.?(:\d+)?$/, '') || undefined;
}

/** What nobody reads must not hold up the connection. */
function discardBody(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => request.resume());
}
