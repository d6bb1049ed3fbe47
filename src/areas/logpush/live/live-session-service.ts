import { timingSafeEqual } from 'node:crypto';
import type { SpoolReader } from '../../../bus/spool.ts';
import { httpRequests } from '../../../catalogs/datasets/http-requests.ts';
import type { ClientSocket } from '../../../http/socket-route.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { newHexId } from '../../../kernel/hex-id.ts';
import { compileProgram } from '../../../logs/compile-program.ts';
import type { LogProgram } from '../../../logs/log-program.ts';
import { resolveOutput } from '../../../logs/output/resolve-output.ts';
import { tailLines } from '../../../logs/tail/tail-lines.ts';
import type { LogpushDatabase } from '../logpush-tables.ts';
import { LinePace } from './line-pace.ts';
import { endOf, type LiveDocument, type LiveSession, lastEndOf } from './live-session.ts';
import type { LiveSessionStore } from './live-session-store.ts';

/** How often it is stored that somebody listens. */
const HEARD_MS = 60_000;
/** A client that takes less than it is sent misses lines; what it gets next says how many. */
const MOST_WAITING_BYTES = 1024 * 1024;

export interface LiveSessionServiceOptions {
  readonly database: LogpushDatabase;
  readonly clock: Clock;
  readonly store: LiveSessionStore;
  openSpool(topic: string): SpoolReader;
}

/** Shows the requests of a zone on this node while they happen. */
export class LiveSessionService {
  readonly #options: LiveSessionServiceOptions;
  /** Who listens to the session of a zone on this node. */
  readonly #listeners = new Map<string, AbortController>();

  constructor(options: LiveSessionServiceOptions) {
    this.#options = options;
  }

  /** Ends the session that the zone had. */
  async create(zoneId: string, document: LiveDocument): Promise<LiveSession> {
    const { database, clock, store } = this.#options;
    const now = clock.now();
    const session = { id: newHexId(), zoneId, ...document, createdAt: now, heardAt: now };
    await database.transaction((tx) => store.replace(tx, session));
    this.#listeners.get(zoneId)?.abort();
    return session;
  }

  /** The session of a zone, if it has not ended. */
  async find(zoneId: string): Promise<LiveSession | undefined> {
    const { database, clock, store } = this.#options;
    const session = await store.find(database.read, zoneId);
    return session && clock.now() < endOf(session) ? session : undefined;
  }

  /** The same for somebody who names its id, and is about to listen. */
  async admit(zoneId: string, id: string): Promise<LiveSession | undefined> {
    const session = await this.find(zoneId);
    if (!session) return undefined;
    const [given, wanted] = [Buffer.from(id), Buffer.from(session.id)];
    const isSame = given.length === wanted.length && timingSafeEqual(given, wanted);
    if (!isSame) return undefined;
    await this.#heard(session);
    return session;
  }

  /** Sends lines until the session or the signal ends it. Whoever listens takes the place of an earlier listener. */
  async listen(session: LiveSession, socket: ClientSocket, left: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const { zoneId } = session;
    this.#listeners.get(zoneId)?.abort();
    const replaced = new AbortController();
    this.#listeners.set(zoneId, replaced);
    const over = new AbortController();
    const signal = AbortSignal.any([left, replaced.signal, over.signal]);
    const remaining = lastEndOf(session) - clock.now();
    const end = clock.sleep(remaining, signal).then(
      () => over.abort(),
      () => {},
    );
    const hearing = this.#keepHeard(session, signal);
    try {
      await this.#send(session, socket, signal);
    } finally {
      over.abort();
      if (this.#listeners.get(zoneId) === replaced) this.#listeners.delete(zoneId);
      await Promise.all([end, hearing]);
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

  async #keepHeard(session: LiveSession, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#options.clock.sleep(HEARD_MS, signal).catch(() => {});
      // A database that is away does not end what is listened to.
      await this.#heard(session).catch(() => {});
    }
  }

  async #heard(session: LiveSession): Promise<void> {
    const { database, clock, store } = this.#options;
    await database.transaction((tx) => store.heard(tx, session, clock.now()));
  }
}

function programOf({ zoneId, fields, sample, filter }: LiveSession): LogProgram {
  return compileProgram({
    dataset: httpRequests.name,
    scope: { kind: 'zone', id: zoneId },
    filter: filter === '' ? undefined : filter,
    isLive: true,
    // The last member follows when the line is sent.
    output: resolveOutput(httpRequests, {
      field_names: fields,
      timestamp_format: 'rfc3339ms',
      sample_rate: 1 / sample,
      record_suffix: '',
    }),
    seed: zoneId,
  });
}
