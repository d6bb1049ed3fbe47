import { UnreachableError } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { Store } from '../../api/store.ts';
import { type LiveRequest, liveFields } from './live-request.ts';

export interface LiveState {
  readonly kind: 'connecting' | 'connected' | 'reconnecting' | 'refused';
  /** Why it was refused. */
  readonly error?: Error;
  /** The newest come first. */
  readonly requests: readonly LiveRequest[];
  /** All that arrived, also those that are no longer kept. */
  readonly arrived: number;
  /** How many the stream has left out, because there were too many. */
  readonly leftOut: number;
}

/** Older requests go, so that a page that is open for hours needs no more memory. */
export const MOST_KEPT = 500;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 15_000;

export const OPERATION = 'POST /zones/{zone_id}/traffic/live';

export function streamBody(filter: string) {
  return { fields: [...liveFields], ...(filter !== '' && { filter }) };
}

interface Message {
  readonly requests: readonly LiveRequest[];
  readonly left_out: number;
}

/** A stream of live requests, which is opened again whenever it ends. */
export class LiveConnection {
  readonly state = new Store<LiveState>({
    kind: 'connecting',
    requests: [],
    arrived: 0,
    leftOut: 0,
  });
  readonly #zoneId: string;
  readonly #filter: string;
  #delay = FIRST_DELAY_MS;
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(zoneId: string, filter: string) {
    this.#zoneId = zoneId;
    this.#filter = filter;
  }

  async open(): Promise<void> {
    try {
      const url = await this.#newStream();
      if (!this.#isClosed) this.#listen(url);
    } catch (error) {
      if (this.#isClosed) return;
      // Anything else than silence stays the same if it is asked again.
      if (error instanceof UnreachableError) return this.#openLater();
      this.#set({
        kind: 'refused',
        error: error instanceof Error ? error : new Error(String(error)),
      });
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  /** By the query client, which notices that the session or the API is gone. */
  async #newStream(): Promise<string> {
    const { result } = await queryClient.fetchQuery({
      queryKey: ['live', this.#zoneId, this.#filter],
      queryFn: () =>
        callApi(OPERATION, { params: { zone_id: this.#zoneId }, body: streamBody(this.#filter) }),
      retry: false,
      staleTime: 0,
      gcTime: 0,
    });
    // The page may have been loaded through a proxy with another name.
    return location.origin.replace(/^http/, 'ws') + new URL(result.url).pathname;
  }

  #listen(url: string): void {
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.addEventListener('open', () => {
      this.#delay = FIRST_DELAY_MS;
      this.#set({ kind: 'connected' });
    });
    socket.addEventListener('message', ({ data }) =>
      this.#add(JSON.parse(String(data)) as Message),
    );
    socket.addEventListener('close', () => {
      if (!this.#isClosed) this.#openLater();
    });
  }

  #openLater(): void {
    this.#set({ kind: 'reconnecting' });
    this.#timer = setTimeout(() => void this.open(), this.#delay);
    this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY_MS);
  }

  #add({ requests, left_out: leftOut }: Message): void {
    const before = this.state.get();
    this.#set({
      requests: [...requests.toReversed(), ...before.requests].slice(0, MOST_KEPT),
      arrived: before.arrived + requests.length,
      leftOut: before.leftOut + leftOut,
    });
  }

  #set(changed: Partial<LiveState>): void {
    if (!this.#isClosed) this.state.set({ ...this.state.get(), ...changed });
  }
}
