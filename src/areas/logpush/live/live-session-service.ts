import { timingSafeEqual } from 'node:crypto';
import type { SpoolReader } from '../../../bus/spool.ts';
import { httpRequests } from '../../../catalogs/datasets/http-requests.ts';
import type { Principal } from '../../../http/principal.ts';
import type { ClientSocket } from '../../../http/socket-route.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { newHexId } from '../../../kernel/hex-id.ts';
import { compileProgram } from '../../../logs/compile-program.ts';
import type { LogProgram } from '../../../logs/log-program.ts';
import { resolveOutput } from '../../../logs/output/resolve-output.ts';
import { tailLines } from '../../../logs/tail/tail-lines.ts';
import type { ChangeLog } from '../../../storage/change-log.ts';
import type { TokenDirectory } from '../../platform/tokens/token-read-model.ts';
import type { LogpushDatabase } from '../logpush-tables.ts';
import { LinePace } from './line-pace.ts';
import { endOf, type LiveDocument, type LiveSession, lastEndOf } from './live-session.ts';
import type { LiveSessionStore } from './live-session-store.ts';
import { watchToken } from './token-watch.ts';

/** Interval at which a listener is stored. */
const SAVE_MS = 60_000;
/** If a slow client has more bytes buffered, lines are skipped; `sampleInterval` of its next line counts them. */
const MOST_WAITING_BYTES = 1024 * 1024;

export interface LiveSessionServiceOptions {
  readonly database: LogpushDatabase;
  readonly clock: Clock;
  readonly store: LiveSessionStore;
  readonly changes: ChangeLog;
  readonly tokens: Pick<TokenDirectory, 'holds'>;
  openSpool(topic: string): SpoolReader;
}

export interface LiveZone {
  readonly id: string;
  readonly accountId: string;
}

/** Streams the requests of a zone on this node to a client. */
export class LiveSessionService {
  readonly #options: LiveSessionServiceOptions;
  /** The current listener of each zone on this node. */
  readonly #listeners = new Map<string, AbortController>();

  constructor(options: LiveSessionServiceOptions) {
    this.#options = options;
  }

  /** Replaces the previous session of the zone. */
  async create(
    { actor, token }: Pick<Principal, 'actor' | 'token'>,
    zone: LiveZone,
    document: LiveDocument,
  ): Promise<LiveSession> {
    const { database, clock, store, changes } = this.#options;
    const now = clock.now();
    const zoneId = zone.id;
    const times = { createdAt: now, lastListenedAt: now };
    const session = { id: newHexId(), zoneId, tokenId: token?.id, ...document, ...times };
    await database.transaction(async (tx) => {
      await store.replace(tx, session);
      await changes.append(tx, {
        actor,
        action: 'create',
        resource: 'live_log_session',
        resourceId: zoneId,
        accountId: zone.accountId,
        zoneId,
        before: null,
        // Without the id, which is a secret.
        after: document,
      });
    });
    this.#listeners.get(zoneId)?.abort();
    return session;
  }

  /** The session of a zone, if it has not ended. */
  async find(zoneId: string): Promise<LiveSession | undefined> {
    const { database, clock, store } = this.#options;
    const session = await store.find(database.read, zoneId);
    return session && clock.now() < endOf(session) ? session : undefined;
  }

  /** The session for a new listener; undefined if the id is wrong. */
  async admit({ id: zoneId, accountId }: LiveZone, id: string): Promise<LiveSession | undefined> {
    const session = await this.find(zoneId);
    if (!session) return undefined;
    const [given, wanted] = [Buffer.from(id), Buffer.from(session.id)];
    const isSame = given.length === wanted.length && timingSafeEqual(given, wanted);
    if (!isSame || !(await this.#isAuthorised(session, accountId))) return undefined;
    await this.#saveListened(session);
    return session;
  }

  /** Sends lines until the session ends or the signal aborts. A new listener replaces the previous one. */
  async listen(
    session: LiveSession,
    { accountId }: LiveZone,
    socket: ClientSocket,
    left: AbortSignal,
  ): Promise<void> {
    const { clock } = this.#options;
    const { zoneId } = session;
    this.#listeners.get(zoneId)?.abort();
    const replaced = new AbortController();
    this.#listeners.set(zoneId, replaced);
    const over = new AbortController();
    const signal = AbortSignal.any([left, replaced.signal, over.signal]);
    const remaining = lastEndOf(session) - clock.now();
    const ends = [
      clock.sleep(remaining, over.signal).then(
        () => over.abort(),
        () => {},
      ),
      watchToken(clock, () => this.#isAuthorised(session, accountId), over),
      this.#keepSaving(session, signal),
    ];
    try {
      await this.#send(session, socket, signal);
    } finally {
      over.abort();
      if (this.#listeners.get(zoneId) === replaced) this.#listeners.delete(zoneId);
      await Promise.all(ends);
    }
  }

  async #send(session: LiveSession, socket: ClientSocket, signal: AbortSignal): Promise<void> {
    const { clock, openSpool } = this.#options;
    const spool = openSpool(httpRequests.topic);
    try {
      const parts = tailLines({
        spool,
        dataset: httpRequests,
        from: spool.end(),
        program: programOf(session),
        clock,
        signal,
      });
      const pace = new LinePace(clock, session.sample);
      for await (const { records } of parts) {
        for (const record of records) {
          const isFull = socket.waitingBytes > MOST_WAITING_BYTES;
          const interval = isFull ? pace.skip() : pace.next();
          if (interval !== undefined) socket.send(`${record},"sampleInterval":${interval}}`);
        }
      }
    } finally {
      spool.close();
    }
  }

  async #keepSaving(session: LiveSession, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#options.clock.sleep(SAVE_MS, signal).catch(() => {});
      // An unreachable database does not end the stream.
      await this.#saveListened(session).catch(() => {});
    }
  }

  async #isAuthorised(
    { tokenId, zoneId, createdAt }: LiveSession,
    accountId: string,
  ): Promise<boolean> {
    if (tokenId === undefined) return true;
    const zone = { type: 'zone', zoneId, accountId } as const;
    return await this.#options.tokens.holds(tokenId, createdAt, 'log-push:read', zone);
  }

  async #saveListened(session: LiveSession): Promise<void> {
    const { database, clock, store } = this.#options;
    await database.transaction((tx) => store.saveListened(tx, session, clock.now()));
  }
}

function programOf({ zoneId, fields, sample, filter }: LiveSession): LogProgram {
  return compileProgram({
    dataset: httpRequests.name,
    scope: { kind: 'zone', id: zoneId },
    filter: filter === '' ? undefined : filter,
    isLive: true,
    // `sampleInterval` and the closing brace are added when the line is sent.
    output: resolveOutput(httpRequests, {
      field_names: fields,
      timestamp_format: 'rfc3339ms',
      sample_rate: 1 / sample,
      record_suffix: '',
    }),
    seed: zoneId,
  });
}
