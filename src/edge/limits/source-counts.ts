import { addressBlock } from '../../kernel/ip.ts';
import { WindowCounts } from './window-counts.ts';

/** A visitor, as far as limits go. */
export interface Source {
  /** An IPv4 address, or the /64 that an IPv6 visitor chooses addresses from at will. */
  readonly block: string;
  /** The /48 around that, which is what providers hand out at most; of IPv4 the same address. */
  readonly network: string;
}

export function sourceOf(address: string): Source {
  return { block: addressBlock(address), network: addressBlock(address, 48) };
}

/** How many times the share of one visitor a network has, which may be many or one. */
const NETWORK_SHARES = 8;
/** Sources that are told apart in one window, unless less will do. */
const SOURCES = 65_536;

interface SourceCountsOptions {
  readonly windowMs: number;
  readonly most: number;
  readonly keys?: number;
}

/** Counts by visitor in windows of a fixed length. */
export class SourceCounts {
  readonly #blocks: WindowCounts;
  readonly #networks: WindowCounts;

  constructor({ windowMs, most, keys = SOURCES }: SourceCountsOptions) {
    this.#blocks = new WindowCounts({ windowMs, most, keys });
    this.#networks = new WindowCounts({ windowMs, most: most * NETWORK_SHARES, keys });
  }

  /** Counts one more; false when the visitor has had their share of this window. */
  take({ block, network }: Source, now: number): boolean {
    // Who is refused does not use up what is left for neighbours.
    if (this.#blocks.isSpent(block, now)) return false;
    if (network !== block && !this.#networks.take(network, now)) return false;
    return this.#blocks.take(block, now);
  }
}
