import type { PagesConfig } from '../../contracts/edge-channel.ts';
import type { Clock } from '../../kernel/clock.ts';
import { SourceCounts, sourceOf } from '../limits/source-counts.ts';
import { WindowCounts } from '../limits/window-counts.ts';

export interface PageSamplerOptions {
  readonly sampleRate: PagesConfig['sampleRate'];
  readonly random: () => number;
  readonly clock: Clock;
}

const DAY_MS = 24 * 60 * 60_000;
/** With `auto`, this many page views of a host are sampled each day, and as many of its other requests. */
const FIRST_OF_DAY = 500;
/** The share of one visitor in them, so that a program cannot use them up before the visitors come. */
const FIRST_OF_VISITOR = 25;
/** With `auto`, the sample rate after the first ones. */
const LATER_RATE = 0.05;
/** Hosts with a count of their own. Visitors can invent hosts below the name of a zone. */
const HOSTS = 16_384;

/** A request that may be sampled. */
export interface Candidate {
  readonly host: string;
  readonly clientAddress: string;
  /** Whether a browser opens the page, rather than a frame, a file or a program. */
  readonly isNavigation: boolean;
}

/** Decides which page views and requests are sampled. */
export class PageSampler {
  readonly #options: PageSamplerOptions;
  readonly #rate: number;
  readonly #pageViews = new FirstOfDay();
  readonly #others = new FirstOfDay();

  constructor(options: PageSamplerOptions) {
    this.#options = options;
    this.#rate = options.sampleRate === 'auto' ? LATER_RATE : options.sampleRate;
  }

  /** Other requests have a count of their own, because a page loads many files. */
  isSampled(candidate: Candidate): boolean {
    const { sampleRate, random, clock } = this.#options;
    const counts = candidate.isNavigation ? this.#pageViews : this.#others;
    if (sampleRate === 'auto' && counts.take(candidate, clock.now())) return true;
    return random() < this.#rate;
  }
}

class FirstOfDay {
  readonly #hosts = new WindowCounts({ windowMs: DAY_MS, most: FIRST_OF_DAY, keys: HOSTS });
  readonly #visitors = new SourceCounts({ windowMs: DAY_MS, most: FIRST_OF_VISITOR });

  take({ host, clientAddress }: Candidate, now: number): boolean {
    // A visitor has a share of each host.
    const { block, network } = sourceOf(clientAddress);
    const source = { block: `${host} ${block}`, network: `${host} ${network}` };
    if (this.#hosts.isSpent(host, now) || !this.#visitors.take(source, now)) return false;
    return this.#hosts.take(host, now);
  }
}
