import type { Clock } from '../../kernel/clock.ts';
import { heightOf } from '../heads/block-ref.ts';
import type { HeadPosition } from '../heads/tracked-upstream.ts';
import { isFailure, type RpcCall, type RpcOutcome } from '../rpc/rpc-call.ts';
import { RecentCalls } from './recent-calls.ts';
import {
  type LeftOutCause,
  type Upstream,
  type UpstreamCall,
  type UpstreamEvent,
  UpstreamFault,
  type UpstreamFaultKind,
  type UpstreamHealth,
} from './upstream.ts';

/** This many faults in the last minute open the circuit, if they are at least a quarter of the calls. */
const MAX_FAULTS = 20;
const MAX_FAULT_SHARE = 0.25;
/** Consecutive faults after which an upstream counts as down and is left out at once. */
const FAULTS_IN_A_ROW = 3;

/** Faults that callers can cause. They do not count, because a caller could otherwise make the gateway leave out any upstream. */
const CALLER_CAUSED: ReadonlySet<UpstreamFaultKind> = new Set(['too_large', 'busy']);

export interface UpstreamNodeOptions {
  readonly name: string;
  readonly chainId: number;
  /** Calls per second; undefined: no limit. */
  readonly rateLimit: number | undefined;
  readonly clock: Clock;
  /** How long an upstream is left out after faults, and after a false result. */
  readonly pauseMs: number;
  readonly distrustMs: number;
  send(call: RpcCall, signal: AbortSignal): Promise<RpcOutcome>;
  onEvent(event: UpstreamEvent): void;
  onCall(call: UpstreamCall): void;
  /** Called when the head of the upstream changes. */
  onHead(upstream: UpstreamNode): void;
}

/** An upstream with its health, circuit breaker and rate limit. */
export class UpstreamNode implements Upstream {
  readonly name: string;
  readonly #options: UpstreamNodeOptions;
  readonly #recent: RecentCalls;
  #position: HeadPosition | undefined;
  /** Why its last head was not accepted. */
  #refusedHead: string | undefined;
  #isRightChain = false;
  #leftOut: { readonly until: number; readonly reason: string } | undefined;
  #distrustedUntil = Number.NEGATIVE_INFINITY;
  #faultsInARow = 0;
  #allowance: number;
  #allowedAt: number;

  constructor(options: UpstreamNodeOptions) {
    this.name = options.name;
    this.#options = options;
    this.#recent = new RecentCalls(options.clock);
    this.#allowance = options.rateLimit ?? 0;
    this.#allowedAt = options.clock.tick();
  }

  get isUsable(): boolean {
    return this.isServing && this.#hasAllowance();
  }

  /** Like `isUsable`, but regardless of its rate limit. */
  get isServing(): boolean {
    return this.#isRightChain && !this.#isLeftOut();
  }

  get isTrusted(): boolean {
    return this.#distrustedUntil <= this.#options.clock.tick();
  }

  /** The newest block for which its results are those of the chain. */
  get headNumber(): number | undefined {
    return this.#position?.usable;
  }

  /** Whether its chain is that of the gateway up to this number. */
  isOnChainAt(number: number): boolean {
    return (this.#position?.fork ?? -1) >= number;
  }

  get health(): UpstreamHealth {
    return {
      isUsable: this.isUsable,
      headNumber: this.headNumber,
      missedRate: this.#recent.missedRate,
      p95Ms: this.#recent.p95Ms ?? 0,
      problem: this.#problem(),
    };
  }

  positionAt(position: HeadPosition): void {
    const before = this.#position?.usable;
    this.#position = position;
    this.#refusedHead = undefined;
    if (position.usable !== before) this.#options.onHead(this);
  }

  refuseHead(reason: string): void {
    if (this.#refusedHead === reason) return;
    this.#refusedHead = reason;
    this.#options.onEvent({ type: 'head refused', upstream: this.name, reason });
  }

  /** To be called when a result proves that the upstream has this block of the chain. */
  hasBlock(number: number): void {
    if (number <= (this.headNumber ?? -1)) return;
    const head = Math.max(number, this.#position?.head ?? 0);
    this.positionAt({ head, fork: number, usable: number });
  }

  /** A result could not be used. That lowers its rank. If the results of all upstreams cannot be used, the ranking does not change. */
  missed(): void {
    this.#recent.missed();
  }

  distrust(reason: string): void {
    const { clock, distrustMs } = this.#options;
    this.#distrustedUntil = clock.tick() + distrustMs;
    this.#leaveOut('untrue', reason, distrustMs);
  }

  async send(call: RpcCall, signal: AbortSignal): Promise<RpcOutcome> {
    if (!this.#isRightChain) await this.#checkChain(signal);
    this.#allowance -= 1;
    return await this.#measured(call, signal, this.#options.send);
  }

  async #measured(
    call: RpcCall,
    signal: AbortSignal,
    send: UpstreamNodeOptions['send'],
  ): Promise<RpcOutcome> {
    const { clock, onCall } = this.#options;
    const { method } = call;
    const began = clock.tick();
    try {
      const outcome = await send(call, signal);
      const ms = clock.tick() - began;
      this.#recent.responded(ms);
      onCall({ method, result: isFailure(outcome) ? 'error' : 'ok', ms });
      this.#recovered();
      return outcome;
    } catch (error) {
      const result = error instanceof UpstreamFault ? error.kind : 'abandoned';
      const ms = clock.tick() - began;
      onCall({ method, result, ms });
      if (error instanceof UpstreamFault) this.#failed(error);
      else this.#recent.abandoned(ms);
      throw error;
    }
  }

  async #checkChain(signal: AbortSignal): Promise<void> {
    const call = { method: 'eth_chainId', params: [] };
    let id: number | undefined;
    await this.#measured(call, signal, async () => {
      const outcome = await this.#options.send(call, signal);
      if (!isFailure(outcome)) id = heightOf(JSON.parse(outcome.result));
      // An error says nothing about the chain: the node may start, or limit the rate of calls.
      else
        throw new UpstreamFault('status', `it returns error ${outcome.error.code} for eth_chainId`);
      return outcome;
    });
    this.#isRightChain = id === this.#options.chainId;
    if (this.#isRightChain) return;
    const reason = `it serves chain ${id}, not ${this.#options.chainId}`;
    this.#leaveOut('wrong_chain', reason, this.#options.pauseMs);
    throw new UpstreamFault('wrong_chain', reason);
  }

  #failed(fault: UpstreamFault): void {
    if (fault.kind === 'too_large') this.missed();
    if (CALLER_CAUSED.has(fault.kind)) return;
    const { pauseMs } = this.#options;
    this.#recent.failed();
    this.#faultsInARow += 1;
    const { faults, errorRate } = this.#recent;
    if (this.#faultsInARow >= FAULTS_IN_A_ROW) {
      // After an outage it may serve another chain.
      this.#isRightChain = false;
      this.#leaveOut('faults', fault.message, Math.min(pauseMs, this.#faultsInARow * 1_000));
    } else if (faults >= MAX_FAULTS && errorRate >= MAX_FAULT_SHARE) {
      this.#leaveOut('faults', `${faults} calls failed in the last minute`, pauseMs);
    }
  }

  #recovered(): void {
    this.#faultsInARow = 0;
    if (this.#leftOut === undefined || this.#isLeftOut()) return;
    this.#leftOut = undefined;
    this.#options.onEvent({ type: 'back', upstream: this.name });
  }

  #leaveOut(cause: LeftOutCause, reason: string, ms: number): void {
    const until = this.#options.clock.tick() + ms;
    if (this.#leftOut === undefined || this.#leftOut.reason !== reason) {
      this.#options.onEvent({ type: 'left out', upstream: this.name, cause, reason });
    }
    this.#leftOut = { until: Math.max(until, this.#leftOut?.until ?? 0), reason };
  }

  #isLeftOut(): boolean {
    return this.#leftOut !== undefined && this.#leftOut.until > this.#options.clock.tick();
  }

  #hasAllowance(): boolean {
    const { rateLimit, clock } = this.#options;
    if (rateLimit === undefined) return true;
    const now = clock.tick();
    const gained = ((now - this.#allowedAt) / 1000) * rateLimit;
    this.#allowance = Math.min(rateLimit, this.#allowance + gained);
    this.#allowedAt = now;
    return this.#allowance >= 1;
  }

  #problem(): string | undefined {
    if (this.#isLeftOut()) return this.#leftOut?.reason;
    if (!this.#isRightChain) return 'its chain id is not verified yet';
    return this.#hasAllowance() ? this.#refusedHead : 'its rate limit is reached';
  }
}
