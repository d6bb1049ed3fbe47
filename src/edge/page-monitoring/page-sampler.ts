import type { PagesConfig } from '../../contracts/edge-channel.ts';
import type { Clock } from '../../kernel/clock.ts';
import { WindowCounts } from '../limits/window-counts.ts';

export interface PageSamplerOptions {
  readonly sampleRate: PagesConfig['sampleRate'];
  readonly random: () => number;
  readonly clock: Clock;
}

const DAY_MS = 24 * 60 * 60_000;
/** With `auto`, this many page views of a host are sampled each day, and as many of its other requests. */
const FIRST_OF_DAY = 500;
/** With `auto`, the sample rate after the first ones. */
const LATER_RATE = 0.05;
/** Hosts with a count of their own. Visitors can invent hosts below the name of a zone. */
const HOSTS = 16_384;

/** Decides which page views and requests are sampled. */
export class PageSampler {
  readonly #options: PageSamplerOptions;
  readonly #rate: number;
  readonly #pageViews = countsOfDay();
  readonly #others = countsOfDay();

  constructor(options: PageSamplerOptions) {
    this.#options = options;
    this.#rate = options.sampleRate === 'auto' ? LATER_RATE : options.sampleRate;
  }

  /** Other requests have a count of their own, because a page loads many files. */
  isSampled(host: string, isPageView: boolean): boolean {
    const { sampleRate, random, clock } = this.#options;
    const counts = isPageView ? this.#pageViews : this.#others;
    if (sampleRate === 'auto' && counts.take(host, clock.now())) return true;
    return random() < this.#rate;
  }
}

const countsOfDay = () => new WindowCounts({ windowMs: DAY_MS, most: FIRST_OF_DAY, keys: HOSTS });
