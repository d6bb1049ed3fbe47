import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type { OriginSnapshot } from '../../contracts/snapshot/load-balancing-section.ts';
import { hashText } from '../../kernel/hash-text.ts';
import type { OriginPools } from '../upstream/origin-pools.ts';

/** An origin that refused a connection is ejected for this long, doubling with each further failure. */
const FIRST_EJECTION_MS = 1_000;
const LONGEST_EJECTION_MS = 30_000;

/** An origin in this process: its configuration, its failures and its current requests. */
export class OriginRuntime {
  /** Identifies the origin in session cookies without revealing its address. */
  readonly token: string;
  readonly hashSeed: number;
  readonly pools: OriginPools;
  /** Its IP address; empty if the origin is configured by name. */
  readonly ip: string;
  snapshot: OriginSnapshot;
  /** Requests in flight. */
  inFlight = 0;
  /** Requests in flight that have a connection of their own, such as WebSockets. */
  tunnels = 0;
  #failures = 0;
  #ejectedUntil = 0;

  constructor(poolId: string, snapshot: OriginSnapshot, pools: OriginPools) {
    const identity = `${poolId} ${originIdentity(snapshot)}`;
    this.token = createHash('sha256').update(identity).digest('hex').slice(0, 20);
    this.hashSeed = hashText(identity);
    this.ip = isIP(snapshot.address) ? snapshot.address : '';
    this.snapshot = snapshot;
    this.pools = pools;
  }

  get connections(): number {
    return this.pools.connections + this.tunnels;
  }

  isEjected(tick: number): boolean {
    return tick < this.#ejectedUntil;
  }

  /** Ejects the origin for a while after a failed connection. */
  connectionFailed(tick: number): void {
    // Several requests that fail at the same time count as one failure.
    if (this.isEjected(tick)) return;
    const pause = Math.min(FIRST_EJECTION_MS * 2 ** this.#failures, LONGEST_EJECTION_MS);
    this.#failures += 1;
    this.#ejectedUntil = tick + pause;
  }

  responded(): void {
    this.#failures = 0;
    this.#ejectedUntil = 0;
  }
}

/** Connections and counters survive an update if this text is equal: weight and health may change, the address may not. */
export function originIdentity({ name, scheme, address, port }: OriginSnapshot): string {
  return `${name} ${scheme}://${address}:${port}`;
}
