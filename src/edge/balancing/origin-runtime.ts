import { createHash } from 'node:crypto';
import type { OriginSnapshot } from '../../contracts/snapshot/load-balancing-section.ts';
import { hashText } from '../../kernel/hash-text.ts';
import type { OriginAgents } from '../upstream/origin-agents.ts';

/** An origin that refused a connection is left alone for this long, and twice as long each time after. */
const FIRST_EJECTION_MS = 1_000;
const LONGEST_EJECTION_MS = 30_000;

/** An origin as this process sees it: what is configured, what is known, and what is under way. */
export class OriginRuntime {
  /** What session cookies say of it. Tells nothing of its address. */
  readonly token: string;
  readonly hashSeed: number;
  readonly agents: OriginAgents;
  snapshot: OriginSnapshot;
  /** Requests sent to it that are not finished. */
  inFlight = 0;
  /** The part of them that has a connection of its own, such as WebSockets. */
  tunnels = 0;
  #failures = 0;
  #ejectedUntil = 0;

  constructor(poolId: string, snapshot: OriginSnapshot, agents: OriginAgents) {
    const identity = `${poolId} ${originIdentity(snapshot)}`;
    this.token = createHash('sha256').update(identity).digest('hex').slice(0, 20);
    this.hashSeed = hashText(identity);
    this.snapshot = snapshot;
    this.agents = agents;
  }

  get connections(): number {
    return this.agents.connections + this.tunnels;
  }

  isEjected(now: number): boolean {
    return now < this.#ejectedUntil;
  }

  /** A connection failed: others should get the traffic until it had time to come back. */
  connectionFailed(now: number): void {
    // Many requests can fail because of one event.
    if (this.isEjected(now)) return;
    const pause = Math.min(FIRST_EJECTION_MS * 2 ** this.#failures, LONGEST_EJECTION_MS);
    this.#failures += 1;
    this.#ejectedUntil = now + pause;
  }

  answered(): void {
    this.#failures = 0;
    this.#ejectedUntil = 0;
  }
}

/** What makes it the same origin after a change: its address, not its weight or health. */
export function originIdentity({ name, scheme, address, port }: OriginSnapshot): string {
  return `${name} ${scheme}://${address}:${port}`;
}
