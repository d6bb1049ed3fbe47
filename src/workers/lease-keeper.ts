import { WakeableSleep } from '../kernel/wakeable-sleep.ts';
import type { HostContext } from './host-context.ts';
import type { HeldLease } from './host-ports.ts';
import { RunAborted } from './run-within.ts';

/** Time to live of a lease. The jobs of a node that dies are taken over after this time and two pauses at the latest. */
const LEASE_MS = 8_000;
/** How often a node extends the leases that it has, with one small transaction. */
const EXTEND_MS = 2_000;
/** How often a node without leases tries to acquire them; a failed attempt only reads. */
const STANDBY_MS = 1_000;

interface Tenure {
  readonly lease: HeldLease;
  readonly lost: AbortController;
}

/**
 * The leases of all cluster jobs of this node. They are extended together and held between runs, so that one
 * node does all runs of a job at its interval, and another takes over within seconds, however rare or long the runs are.
 */
export class LeaseKeeper {
  readonly #host: HostContext;
  /** Cluster jobs of this host that have not ended. */
  readonly #names: Set<string>;
  readonly #tenures = new Map<string, Tenure>();
  readonly #waiting = new Map<string, () => void>();
  readonly #sleep: WakeableSleep;
  #ended: HeldLease[] = [];
  #expiry = new AbortController();
  #isFailing = false;

  constructor(names: readonly string[], host: HostContext) {
    this.#names = new Set(names);
    this.#host = host;
    this.#sleep = new WakeableSleep(host.clock);
    host.stopping.addEventListener('abort', () => this.#wakeAll(), { once: true });
  }

  /** Resolves when all jobs have ended and their leases are released. Never rejects. */
  async run(): Promise<void> {
    while (this.#names.size > 0) {
      await this.#extend();
      const pauseMs = this.#tenures.size > 0 ? EXTEND_MS : STANDBY_MS;
      await this.#sleep.sleep(pauseMs * (0.75 + this.#host.random() / 4));
      await this.#release();
    }
    this.#expiry.abort();
  }

  /**
   * Resolves when this node has the lease, with a signal that aborts when it loses it. Resolves with undefined if
   * the host stops.
   */
  async acquired(name: string): Promise<AbortSignal | undefined> {
    const { stopping } = this.#host;
    while (!stopping.aborted) {
      const tenure = this.#tenures.get(name);
      if (tenure) return tenure.lost.signal;
      await new Promise<void>((resolve) => this.#waiting.set(name, resolve));
    }
    return undefined;
  }

  /** Gives up the lease of a job that has ended. */
  end(name: string): void {
    const tenure = this.#tenures.get(name);
    if (tenure) this.#ended.push(tenure.lease);
    this.#tenures.delete(name);
    this.#names.delete(name);
    this.#sleep.wake();
  }

  async #extend(): Promise<void> {
    const { clock, leases, holder, telemetry } = this.#host;
    const asked = clock.tick();
    try {
      const held = await leases.acquire([...this.#names], holder, LEASE_MS);
      this.#isFailing = false;
      this.#expireAt(asked + LEASE_MS);
      this.#update(new Map(held.map((lease) => [lease.name, lease])));
    } catch (error) {
      // The database may be unreachable for a moment; the leases are still valid.
      if (!this.#isFailing) telemetry.leasesNotExtended(error);
      this.#isFailing = true;
    }
  }

  #update(held: ReadonlyMap<string, HeldLease>): void {
    for (const name of this.#tenures.keys()) if (!held.has(name)) this.#lose(name);
    for (const [name, lease] of held) {
      // The lease of a job that ended meanwhile is released next.
      if (!this.#names.has(name)) this.#ended.push(lease);
      else if (!this.#tenures.has(name)) this.#begin(name, lease);
    }
  }

  #begin(name: string, lease: HeldLease): void {
    this.#tenures.set(name, { lease, lost: new AbortController() });
    this.#host.telemetry.leaseTaken(name);
    this.#waiting.get(name)?.();
  }

  #lose(name: string): void {
    this.#tenures.get(name)?.lost.abort(new RunAborted('hold_lost', 'another node took over'));
    this.#tenures.delete(name);
  }

  /** From this tick on, other nodes may acquire the leases, even if the database does not respond to this node. */
  #expireAt(tick: number): void {
    const { clock } = this.#host;
    this.#expiry.abort();
    this.#expiry = new AbortController();
    clock.sleep(tick - clock.tick(), this.#expiry.signal).then(
      () => this.#update(new Map()),
      () => {},
    );
  }

  async #release(): Promise<void> {
    const ended = this.#ended;
    this.#ended = [];
    // If this fails, the leases expire by themselves.
    if (ended.length > 0) await this.#host.leases.release(ended).catch(() => {});
  }

  #wakeAll(): void {
    for (const wake of this.#waiting.values()) wake();
  }
}
