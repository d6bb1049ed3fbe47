import type { Cidr } from '../kernel/ip.ts';
import type { TimerWheel } from '../transport/timer-wheel.ts';
import type { Refusal, RefusalResponse } from '../transport/visitor-context.ts';
import { VisitorServer } from '../transport/visitor-server.ts';
import type { EdgeTelemetry } from './edge-telemetry.ts';
import { type EdgeProblem, errorPage } from './error-page.ts';
import { Exchange } from './exchange.ts';
import { newRayId } from './ray-id.ts';
import type { RequestHandler } from './request-handler.ts';
import type { RefusedConnection } from './request-log/write-refused.ts';

/** Concurrent streams of one HTTP/2 connection. */
const STREAMS = 128;
/** How long a closed connection waits for the visitor to close its side before it is destroyed. */
const LINGER_MS = 2_000;

export interface ListenerOptions {
  readonly handler: RequestHandler;
  readonly telemetry: EdgeTelemetry;
  readonly wheel: TimerWheel;
  readonly headerBytes: number;
  readonly headerCount: number;
  readonly urlBytes: number;
  /** Timeout for the head of a request; `keepAliveSeconds` is the idle timeout between requests. */
  readonly headerSeconds: number;
  readonly keepAliveSeconds: number;
  readonly connections: number;
  /** Load balancers that send a PROXY protocol header at the start of every connection. */
  readonly proxies: readonly Cidr[];
  /** Called when a connection ends without a valid request. */
  readonly onRefused?: ((refused: RefusedConnection) => void) | undefined;
}

/** Passes requests of visitors to the handler, and responds to invalid ones with an error page. */
export function createVisitorServer(options: ListenerOptions): VisitorServer {
  const { handler, telemetry, wheel } = options;
  const headMs = options.headerSeconds * 1000;
  const idleMs = options.keepAliveSeconds * 1000;
  return new VisitorServer({
    wheel,
    maxConnections: options.connections,
    proxies: options.proxies,
    onError: telemetry.listenerFailed,
    limits: {
      headBytes: options.headerBytes,
      fields: options.headerCount,
      targetBytes: options.urlBytes,
      streams: STREAMS,
      handshakeMs: headMs,
      headMs,
      idleMs,
      lingerMs: LINGER_MS,
      stallMs: idleMs,
    },
    handler: {
      onRequest: (stream) => handler.handle(new Exchange(stream)),
      refusal: (reason, connection) => {
        const page = refusalPage(reason, telemetry);
        options.onRefused?.({
          connection,
          at: Date.now(),
          status: page.status,
          reason,
          scheme: connection.tls ? 'https' : 'http',
        });
        return page;
      },
      handshakeFailed: (reason, connection) =>
        options.onRefused?.({ connection, at: Date.now(), status: 0, reason, scheme: 'https' }),
    },
  });
}

const problems: Partial<Record<Refusal, EdgeProblem>> = {
  'slow-head': 'slowRequest',
  'head-too-long': 'headersTooLarge',
  'too-many-fields': 'headersTooLarge',
  'target-too-long': 'urlTooLong',
  target: 'badTarget',
  'no-host': 'badHost',
  'several-hosts': 'badHost',
};

function refusalPage(reason: Refusal, telemetry: EdgeTelemetry): RefusalResponse {
  const problem = problems[reason] ?? 'badRequest';
  telemetry.unreadable(problem);
  const { status, title, headers, body } = errorPage(problem, newRayId(), undefined);
  const fields = Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
  return { status, reason: title, fields, body: Buffer.from(body).toString('latin1') };
}
