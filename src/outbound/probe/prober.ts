import { type Clock, systemClock } from '../../kernel/clock.ts';
import { orAborted } from '../or-aborted.ts';
import { RequestLifetime } from '../request-lifetime.ts';
import { type FailureReason, failureReasonOf } from './failure-reason.ts';
import { probeHttp } from './http-probe.ts';
import { probeIcmp, probeUdp } from './icmp-probe.ts';
import { type Ping, pingWith } from './ping.ts';
import { type ProbeAttempt, timeoutReasons } from './probe-attempt.ts';
import type { ProbeCheck, ProbeResult, ProbeTarget } from './probe-check.ts';
import { ProbeHopSender } from './probe-hop-sender.ts';
import { probeSmtp } from './smtp-probe.ts';
import { probeTcp } from './tcp-probe.ts';

const MAX_HEADER_BYTES = 128 * 1024;

export interface ProberOptions {
  readonly clock?: Clock;
  /** Certificate authorities (PEM) to trust in addition to those of the system. */
  readonly extraCa?: string;
  /** Bytes of a response head. Left out: the default of the edge, so that it accepts what the edge accepts. */
  readonly maxHeaderBytes?: number;
  /** Left out: the program `ping` of the system. */
  readonly ping?: Ping;
}

/** Checks whether origins respond as their monitor requires. Keeps no state between probes. */
export class Prober {
  readonly #clock: Clock;
  readonly #sender: ProbeHopSender;
  readonly #ping: Ping;

  constructor(options: ProberOptions = {}) {
    this.#clock = options.clock ?? systemClock;
    const maxHeaderBytes = options.maxHeaderBytes ?? MAX_HEADER_BYTES;
    this.#sender = new ProbeHopSender(options.extraCa, maxHeaderBytes);
    this.#ping = options.ping ?? pingWith();
  }

  /** Every failure is a result. Throws only the reason of `signal` if that aborts. */
  async probe(target: ProbeTarget, check: ProbeCheck, signal: AbortSignal): Promise<ProbeResult> {
    for (let retries = 0; ; retries++) {
      const { timedOut, ...result } = await this.#attempt(target, check, signal);
      if (!timedOut || retries >= check.retries) return result;
    }
  }

  async #attempt(target: ProbeTarget, check: ProbeCheck, signal: AbortSignal) {
    const lifetime = new RequestLifetime({
      clock: this.#clock,
      timeoutMs: check.timeoutMs,
      caller: signal,
    });
    const attempt: ProbeAttempt = {
      phase: 'connect',
      responseCode: undefined,
      signal: lifetime.signal,
    };
    const started = performance.now();
    const ended = (failureReason: FailureReason, timedOut: boolean) => ({
      healthy: failureReason === 'No failures',
      failureReason,
      responseCode: attempt.responseCode,
      roundTripMs: performance.now() - started,
      timedOut,
    });
    try {
      lifetime.signal.throwIfAborted();
      const asked = this.#ask(target, check, attempt);
      return ended(await orAborted(asked, lifetime.signal), false);
    } catch (error) {
      signal.throwIfAborted();
      return lifetime.signal.aborted
        ? ended(timeoutReasons[attempt.phase], true)
        : ended(failureReasonOf(error), false);
    } finally {
      lifetime.end();
    }
  }

  #ask(target: ProbeTarget, check: ProbeCheck, attempt: ProbeAttempt): Promise<FailureReason> {
    switch (check.kind) {
      case 'http':
      case 'https':
        return probeHttp(target, check, attempt, this.#sender);
      case 'tcp':
        return probeTcp(target, attempt);
      case 'smtp':
        return probeSmtp(target, attempt);
      case 'icmp_ping':
        return probeIcmp(target, attempt, this.#ping);
      case 'udp_icmp':
        return probeUdp(target, attempt, this.#ping);
    }
  }
}
