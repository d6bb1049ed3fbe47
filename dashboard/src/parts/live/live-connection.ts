import { ApiError, UnreachableError } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { Store } from '../../api/store.ts';
import { liveFields } from './live-request.ts';
import { type LiveMessage, type LiveState, noRequests, withMessage } from './live-state.ts';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 5_000;

export const OPERATION = 'POST /zones/{zone_id}/traffic/live';

export function streamBody(filter: string) {
  return { fields: [...liveFields], ...(filter !== '' && { filter }) };
}

/** A stream of live requests, which is opened again whenever it ends. */
export class LiveConnection {
  readonly state = new Store(noRequests);
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
      if (mayPass(error)) return this.#openLater();
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
      this.#set(withMessage(this.state.get(), JSON.parse(String(data)) as LiveMessage)),
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

  #set(changed: Partial<LiveState>): void {
    if (!this.#isClosed) this.state.set({ ...this.state.get(), ...changed });
  }
}

/** A node that starts or has no database responds again later. Other errors stay the same if the call is repeated. */
function mayPass(error: unknown): boolean {
  return error instanceof UnreachableError || (error instanceof ApiError && error.status >= 500);
}
