import type { SpoolReader } from '../../../bus/spool.ts';
import { httpRequests } from '../../../catalogs/datasets/http-requests.ts';
import type { Principal } from '../../../http/principal.ts';
import type { ClientSocket } from '../../../http/socket-route.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { newSecret } from '../../../kernel/secret.ts';
import { compileProgram } from '../../../logs/compile-program.ts';
import { resolveOutput } from '../../../logs/output/resolve-output.ts';
import { tailLines } from '../../../logs/tail/tail-lines.ts';
import type { TokenDirectory } from '../../platform/tokens/token-read-model.ts';
import type { LogpushDatabase } from '../logpush-tables.ts';
import { type LiveStream, LONGEST_MS, OPEN_MS, type StreamDocument } from './live-stream.ts';
import { liveStreamStore } from './live-stream-store.ts';
import { StreamPace } from './stream-pace.ts';
import { watchToken } from './token-watch.ts';

/** If a slow client has more bytes buffered, requests are left out. */
const MOST_WAITING_BYTES = 1024 * 1024;

export interface LiveStreamServiceOptions {
  readonly database: LogpushDatabase;
  readonly clock: Clock;
  readonly tokens: Pick<TokenDirectory, 'holds'>;
  openSpool(topic: string): SpoolReader;
}

/** Streams the requests of a zone on this node to several clients. */
export class LiveStreamService {
  readonly #options: LiveStreamServiceOptions;

  constructor(options: LiveStreamServiceOptions) {
    this.#options = options;
  }

  /** Returns the secret with which a client opens the stream, once. */
  async create(
    { token }: Pick<Principal, 'token'>,
    zoneId: string,
    document: StreamDocument,
  ): Promise<{ readonly secret: string; readonly expiresAt: number }> {
    const { database, clock } = this.#options;
    const createdAt = clock.now();
    const secret = newSecret('stream');
    await database.transaction((tx) =>
      liveStreamStore.insert(tx, secret, { zoneId, tokenId: token?.id, ...document, createdAt }),
    );
    return { secret, expiresAt: createdAt + OPEN_MS };
  }

  /** Undefined if the secret is wrong, too old or was used before. */
  async admit(
    { id, accountId }: { readonly id: string; readonly accountId: string },
    secret: string,
  ): Promise<LiveStream | undefined> {
    const { database, clock } = this.#options;
    const stream = await database.transaction((tx) => liveStreamStore.take(tx, id, secret));
    if (!stream || stream.createdAt + OPEN_MS <= clock.now()) return undefined;
    return (await this.#isAuthorised(stream, accountId)) ? stream : undefined;
  }

  /** Sends requests until the token ends, the client leaves, or an hour has passed. */
  async send(
    stream: LiveStream,
    accountId: string,
    socket: ClientSocket,
    left: AbortSignal,
  ): Promise<void> {
    const { clock } = this.#options;
    const over = new AbortController();
    const watch = watchToken(clock, () => this.#isAuthorised(stream, accountId), over);
    try {
      await this.#sendRequests(stream, socket, AbortSignal.any([left, over.signal]));
    } finally {
      over.abort();
      await watch;
    }
  }

  async #sendRequests(
    { zoneId, fields, filter }: LiveStream,
    socket: ClientSocket,
    signal: AbortSignal,
  ): Promise<void> {
    const { clock, openSpool } = this.#options;
    const program = compileProgram({
      dataset: httpRequests.name,
      scope: { kind: 'zone', id: zoneId },
      filter: filter === '' ? undefined : filter,
      output: resolveOutput(httpRequests, {
        field_names: fields,
        timestamp_format: 'rfc3339ms',
      }),
      seed: zoneId,
    });
    const spool = openSpool(httpRequests.topic);
    try {
      const from = spool.end();
      const parts = tailLines({ spool, dataset: httpRequests, from, program, clock, signal });
      const pace = new StreamPace(clock);
      for await (const { records } of parts) {
        const message = pace.message(records, socket.waitingBytes > MOST_WAITING_BYTES);
        if (message !== undefined) socket.send(message);
      }
    } finally {
      spool.close();
    }
  }

  async #isAuthorised(
    { tokenId, zoneId, createdAt }: LiveStream,
    accountId: string,
  ): Promise<boolean> {
    if (this.#options.clock.now() >= createdAt + LONGEST_MS) return false;
    if (tokenId === undefined) return true;
    const zone = { type: 'zone', zoneId, accountId } as const;
    return await this.#options.tokens.holds(tokenId, createdAt, 'security-event:read', zone);
  }
}
