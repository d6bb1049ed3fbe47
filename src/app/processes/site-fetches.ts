import type { EdgeChannel } from '../../contracts/edge-channel.ts';
import type { SiteRequest, SiteResult } from '../../contracts/site-request.ts';

/**
 * Added to the timeout of a request. After that the request fails, because the process may have ended without a
 * response.
 */
const GRACE_MS = 1_000;

type FetchUpdate = Extract<EdgeChannel['update'], { type: 'fetch' }>;
type FetchReport = Extract<EdgeChannel['report'], { type: 'fetched' }>;

/** Requests of the node to its own sites, carried out by edge processes. */
export class SiteFetches {
  readonly #send: (update: FetchUpdate, nth: number) => boolean;
  readonly #waiting = new Map<number, (result: SiteResult) => void>();
  #lastId = 0;

  /** `send` passes a request to one of the edge processes that serve, counted from 0; false if there are fewer. */
  constructor(send: (update: FetchUpdate, nth: number) => boolean) {
    this.#send = send;
  }

  /** Each process knows only the scripts that it has served itself. */
  async fetch(request: SiteRequest, signal: AbortSignal): Promise<SiteResult> {
    for (let nth = 0, last: SiteResult = 'not-served'; ; nth++) {
      const result = await this.#fetchFrom(nth, request, signal);
      if (result === undefined) return last;
      if (result !== 'unseen') return result;
      last = result;
    }
  }

  /** Undefined if there are fewer processes. */
  async #fetchFrom(
    nth: number,
    request: SiteRequest,
    signal: AbortSignal,
  ): Promise<SiteResult | undefined> {
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve } = Promise.withResolvers<SiteResult | undefined>();
    this.#waiting.set(id, resolve);
    const giveUp = () => resolve('failed');
    const timer = setTimeout(giveUp, request.timeoutMs + GRACE_MS);
    signal.addEventListener('abort', giveUp);
    if (!this.#send({ type: 'fetch', id, request }, nth)) resolve(undefined);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      this.#waiting.delete(id);
    }
  }

  receive({ id, result }: FetchReport): void {
    this.#waiting.get(id)?.(result);
  }
}
