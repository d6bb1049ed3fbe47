import type { Telemetry } from '../telemetry/telemetry.ts';
import { isFailure, type RpcFailure, type RpcOutcome } from './rpc/rpc-call.ts';
import type { UpstreamCall, UpstreamEvent } from './upstreams/upstream.ts';

export type GatewayTelemetry = ReturnType<typeof gatewayTelemetry>;

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The result of a cache lookup; `joined`: an equal call was in flight. */
export type CacheUse = 'hit' | 'joined' | 'miss';

/** Metrics of the calls of one network. `method` is a name of the catalog, or `other`. */
export interface NetworkMeasures {
  called(method: string, outcome: RpcOutcome, ms: number): void;
  cache(method: string, use: CacheUse): void;
  hedged(method: string, upstream: string): void;
  upstreamCalled(upstream: string, call: UpstreamCall): void;
}

/** Log lines and metrics of the gateway. */
export function gatewayTelemetry({ log, metrics }: Telemetry) {
  const calls = metrics.counter({
    name: 'gateway_calls_total',
    help: 'Calls by result: ok, refused (method, parameters or range), reverted, error (of the chain), disputed (no quorum), unavailable, timeout or failed',
    labels: ['network', 'method', 'result'],
  });
  const seconds = metrics.histogram({
    name: 'gateway_call_seconds',
    help: 'Latency of calls, cache hits included',
    labels: ['network', 'method'],
    buckets: SECONDS,
  });
  const cache = metrics.counter({
    name: 'gateway_cache_total',
    help: 'Cacheable calls by result: hit, joined (an equal call was in flight) or miss',
    labels: ['network', 'method', 'result'],
  });
  const refusals = metrics.counter({
    name: 'gateway_refusals_total',
    help: 'Responses with an error status: rejected requests, and failed calls that were not in a batch',
    labels: ['network', 'status'],
  });
  const upstreamCalled = metrics.counter({
    name: 'gateway_upstream_calls_total',
    help: 'Calls to upstreams by result: ok, error (of JSON-RPC), abandoned (no caller waits for the result), or the fault of the upstream',
    labels: ['network', 'upstream', 'method', 'result'],
  });
  const upstreamSeconds = metrics.histogram({
    name: 'gateway_upstream_seconds',
    help: 'Latency of calls to upstreams',
    labels: ['network', 'upstream', 'method'],
    buckets: SECONDS,
  });
  const hedges = metrics.counter({
    name: 'gateway_hedges_total',
    help: 'Hedged calls: sent to a second upstream because this one took longer than usual',
    labels: ['network', 'upstream', 'method'],
  });
  const leftOut = metrics.counter({
    name: 'gateway_upstream_left_out_total',
    help: 'Times that an upstream was left out, by cause: faults, wrong_chain or untrue',
    labels: ['network', 'upstream', 'cause'],
  });
  const disagreements = metrics.counter({
    name: 'gateway_disagreements_total',
    help: 'Results of an upstream that differ from those of a quorum',
    labels: ['network', 'upstream', 'method'],
  });
  return {
    failed: (error: unknown) => log.error({ err: error }, 'a call to the gateway failed'),
    /** A response had an error status. Unknown networks share one label, because callers choose the name. */
    refused: (network: string | undefined, status: number) =>
      refusals.inc({ network: network ?? 'other', status: String(status) }),
    upstream(network: string, event: UpstreamEvent) {
      const { upstream } = event;
      if (event.type === 'back') {
        log.info({ upstream }, 'an upstream is used again');
        return;
      }
      if (event.type === 'head refused') {
        log.warn({ upstream, reason: event.reason }, 'the head of an upstream is not accepted');
        return;
      }
      leftOut.inc({ network, upstream, cause: event.cause });
      log.warn({ upstream, reason: event.reason }, 'an upstream is left out');
    },
    disagreement(network: string, upstream: string, method: string) {
      disagreements.inc({ network, upstream, method });
      log.warn({ upstream, method }, 'an upstream disagrees with the others');
    },
    serving: (port: number, networks: readonly string[]) =>
      log.info({ port, networks }, 'the gateway is listening'),
    measures(network: string): NetworkMeasures {
      // The labels of frequent counters are created once per method, not once per call.
      const succeeded = labelsBy((method) => ({ network, method, result: 'ok' }));
      const called = labelsBy((method) => ({ network, method }));
      const hit = labelsBy((method) => ({ network, method, result: 'hit' }));
      return {
        called(method, outcome, ms) {
          const labels = isFailure(outcome)
            ? { network, method, result: resultOf(outcome) }
            : succeeded(method);
          calls.inc(labels);
          seconds.observe(called(method), ms / 1000);
        },
        cache: (method, result) =>
          cache.inc(result === 'hit' ? hit(method) : { network, method, result }),
        hedged: (method, upstream) => hedges.inc({ network, upstream, method }),
        upstreamCalled(upstream, { method, result, ms }) {
          upstreamCalled.inc({ network, upstream, method, result });
          if (result === 'ok' || result === 'error') {
            upstreamSeconds.observe({ network, upstream, method }, ms / 1000);
          }
        },
      };
    },
  };
}

/** Labels by method. The map is bounded: methods are those of the catalog, or `other`. */
function labelsBy<Labels>(create: (method: string) => Labels): (method: string) => Labels {
  const known = new Map<string, Labels>();
  return (method) => {
    let labels = known.get(method);
    if (labels === undefined) {
      labels = create(method);
      known.set(method, labels);
    }
    return labels;
  };
}

/** Error codes of calls that the gateway rejects because of their method, parameters or size. */
const REFUSED: ReadonlySet<number> = new Set([-32600, -32601, -32602, -32047, -32008]);
const BY_STATUS: Readonly<Record<number, string>> = {
  500: 'failed',
  502: 'disputed',
  503: 'unavailable',
  504: 'timeout',
};

function resultOf({ error: { code, status = 200 } }: RpcFailure): string {
  if (REFUSED.has(code)) return 'refused';
  return BY_STATUS[status] ?? (code === 3 ? 'reverted' : 'error');
}
