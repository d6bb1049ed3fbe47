import { addressBlock } from '../../kernel/ip.ts';
import { WindowCounts } from './window-counts.ts';

/** The identity of a visitor for limits. */
export interface Source {
  /** An IPv4 address, or the /64 of an IPv6 visitor, who can use any address of it. */
  readonly block: string;
  /** The /48 of an IPv6 visitor, the largest block that providers assign; or an IPv4 address. */
  readonly network: string;
}

export function sourceOf(address: string): Source {
  return { block: addressBlock(address), network: addressBlock(address, 48) };
}

/** The quota of a network, as a multiple of that of one visitor. */
const NETWORK_SHARES = 8;
/** Visitors with a count of their own in one window. */
const SOURCES = 65_536;

interface SourceCountsOptions {
  readonly windowMs: number;
  readonly most: number;
  readonly keys?: number;
}

/** Counts by visitor and network, in windows of a fixed length. */
export class SourceCounts {
  readonly #blocks: WindowCounts;
  readonly #networks: WindowCounts;

  constructor({ windowMs, most, keys = SOURCES }: SourceCountsOptions) {
    this.#blocks = new WindowCounts({ windowMs, most, keys });
    this.#networks = new WindowCounts({ windowMs, most: most * NETWORK_SHARES, keys });
  }

  /** Counts one more; false if the visitor or the network has used up its quota of this window. */
  take({ block, network }: Source, now: number): boolean {
    // A visitor who is refused does not use up the quota of the network.
    if (this.#blocks.isSpent(block, now)) return false;
    if (network !== block && !this.#networks.take(network, now)) return false;
    return this.#blocks.take(block, now);
  }
}
