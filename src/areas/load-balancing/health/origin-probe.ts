import { ConcurrencyLimit } from '../../../kernel/concurrency-limit.ts';
import type { OutboundMethod } from '../../../outbound/outbound-client.ts';
import type { ProbeCheck, ProbeResult, ProbeTarget } from '../../../outbound/probe/probe-check.ts';
import type { Prober } from '../../../outbound/probe/prober.ts';
import type { Monitor } from '../monitors/monitor-model.ts';
import type { Origin } from '../pools/pool-model.ts';

const standardPorts = { http: 80, https: 443 };
/** Concurrent probes of one node, of pools and of stand-alone health checks together. */
const PROBES_AT_ONCE = 256;
/** Previews have a limit of their own, so that they cannot delay health checks. */
const PREVIEWS_AT_ONCE = 64;

export interface Probes {
  readonly regular: OriginProbe;
  readonly previews: OriginProbe;
}

export function openProbes(prober: Pick<Prober, 'probe'>): Probes {
  return {
    regular: new OriginProbe(prober, PROBES_AT_ONCE),
    previews: new OriginProbe(prober, PREVIEWS_AT_ONCE),
  };
}

/** Probes origins, with bounded concurrency. */
export class OriginProbe {
  readonly #prober: Pick<Prober, 'probe'>;
  readonly #limit: ConcurrencyLimit;

  constructor(prober: Pick<Prober, 'probe'>, atOnce: number) {
    this.#prober = prober;
    this.#limit = new ConcurrencyLimit(atOnce);
  }

  async probe(origin: Origin, monitor: Monitor, signal: AbortSignal): Promise<ProbeResult> {
    return await this.ask(targetOf(origin, monitor), checkOf(origin, monitor), signal);
  }

  /** Rejects only when `signal` aborts. */
  async ask(target: ProbeTarget, check: ProbeCheck, signal: AbortSignal): Promise<ProbeResult> {
    return await this.#limit.run(async () => {
      try {
        signal.throwIfAborted();
        return await this.#prober.probe(target, check, signal);
      } catch {
        signal.throwIfAborted();
        return otherFailure;
      }
    });
  }
}

/** Turns a bug in the prober into a failed probe, so that the probes of other origins continue. */
const otherFailure: ProbeResult = {
  healthy: false,
  failureReason: 'Other Failure',
  responseCode: undefined,
  roundTripMs: 0,
};

export function targetOf(origin: Origin, { type, port }: Monitor): ProbeTarget {
  const own = origin.portGiven || type === 'tcp' ? origin.port : standardPorts[type];
  return { address: origin.address, port: port ?? own };
}

export function checkOf(origin: Origin, monitor: Monitor): ProbeCheck {
  const { type: kind, retries } = monitor;
  const patience = { timeoutMs: monitor.timeoutSeconds * 1000, retries };
  if (kind === 'tcp') return { kind, ...patience };
  return {
    kind,
    ...patience,
    // The check of monitors allows no other methods.
    method: monitor.method as OutboundMethod,
    path: monitor.path,
    headers: headersOf(origin, monitor),
    expectedCodes: monitor.expectedCodes,
    expectedBody: monitor.expectedBody,
    followRedirects: monitor.followRedirects,
    allowInsecure: monitor.allowInsecure,
  };
}

/** The host header of the origin takes precedence over that of the monitor. */
function headersOf({ hostHeader }: Origin, { headers }: Monitor): Monitor['headers'] {
  if (hostHeader === undefined) return headers;
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'host');
  return { ...Object.fromEntries(others), Host: [hostHeader] };
}
