import { addressBlock } from '../../kernel/ip.ts';
import { WindowCounts } from '../limits/window-counts.ts';

const HOUR_MS = 60 * 60_000;
/** Solutions of a network per hour before the work grows; it doubles at this number, and whenever the number doubles. */
const FREE = 16;
/** 32 times the work: some seconds on phones, of which many may share one network. */
const MOST_BITS = 5;
const NETWORKS = 16_384;

/**
 * How much more work a solution takes from networks that have many: a program that collects clearances pays for each one more than
 * for the one before, and a person does not notice.
 */
export class NetworkWork {
  readonly #solved = new WindowCounts({
    windowMs: HOUR_MS,
    most: Number.POSITIVE_INFINITY,
    keys: NETWORKS,
  });

  /** Bits of the proof in addition to the usual ones. */
  bits(clientAddress: string, now: number): number {
    const solved = this.#solved.count(networkOf(clientAddress), now);
    return solved < FREE ? 0 : Math.min(MOST_BITS, 1 + Math.floor(Math.log2(solved / FREE)));
  }

  add(clientAddress: string, now: number): void {
    this.#solved.take(networkOf(clientAddress), now);
  }
}

/** An IPv4 /24 or an IPv6 /48: clients with many addresses usually have them in one such network. */
function networkOf(address: string): string {
  const block = addressBlock(address, 48);
  return address.includes(':') ? block : block.slice(0, block.lastIndexOf('.'));
}
