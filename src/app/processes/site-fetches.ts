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
  readonly #send: (update: FetchUpdate) => boolean;
  readonly #waiting = new Map<number, (result: SiteResult) => void>();
  #lastId = 0;

  /** `send` passes a request to one edge process that serves; false if there is none. */
  constructor(send: (update: FetchUpdate) => boolean) {
    this.#send = send;
  }

  async fetch(request: SiteRequest, signal: AbortSignal): Promise<SiteResult> {
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve } = Promise.withResolvers<SiteResult>();
    this.#waiting.set(id, resolve);
    const giveUp = () => resolve('failed');
    const timer = setTimeout(giveUp, request.timeoutMs + GRACE_MS);
    signal.addEventListener('abort', giveUp);
    if (!this.#send({ type: 'fetch', id, request })) resolve('not-served');
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
