import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener } from 'node:http';
import { after, before, beforeEach, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { parseCidr } from '../../kernel/ip.ts';
import { GuardedClient } from '../guarded-client.ts';
import { type LoopbackServer, startServer, testCertificate } from '../loopback-server.fixture.ts';
import { type BucketCredentials, noBucketCredentials } from './bucket-credentials.ts';
import type { BatchLines, Destination, DestinationBatch } from './destination.ts';
import { DestinationError } from './destination-error.ts';
import { openDestination } from './open-destination.ts';
import { parseDestination } from './parse-destination.ts';
import { sendTimeoutMs } from './send-timeout.ts';
import { textRecords } from './text-records.ts';

/** A kind of destination that is reached by HTTP, for the suite. */
export interface DestinationSubject {
  /** A destination at this host and port, with all secrets of the kind. */
  text(host: string, port: number): string;
  /** Texts that no message may contain. */
  readonly secrets: readonly string[];
  /** Credentials that the operator has configured per bucket. */
  credentials?(host: string, port: number): BucketCredentials;
  /** Default `https`. */
  readonly protocol?: 'http' | 'https';
  /** Responds to requests that precede a write, such as one for a token; returns true if it was one. */
  readonly preface?: (...exchange: Parameters<RequestListener>) => boolean;
  startCounterpart(): Promise<Counterpart>;
}

/** A server for the kind. */
export interface Counterpart {
  readonly port: number;
  stored(): Promise<readonly StoredItem[]>;
  stop(): Promise<void>;
}

export interface StoredItem {
  /** By which a receiver recognises a repeated batch: a name or a batch id. */
  readonly id: string;
  /** Uncompressed. */
  readonly text: string;
}

export const sampleLines: BatchLines = {
  batchId: '0a1b2c3d4e5f6071',
  records: textRecords(['{"RayID":"a","Bytes":1}\n', '{"RayID":"b","Bytes":2}\n']),
  times: [Date.UTC(2026, 0, 1, 15, 30), Date.UTC(2026, 0, 1, 15, 30, 29)],
  prefix: '',
  delimiter: '',
  suffix: '',
};

export function textOf(destination: Destination, lines = sampleLines): string {
  return Array.from(destination.render(lines), (part) =>
    typeof part === 'string' ? part : part.bytes.toString('utf8', part.start, part.end),
  ).join('');
}

export function batchOf(destination: Destination, lines = sampleLines): DestinationBatch {
  return {
    id: lines.batchId,
    job: 7,
    body: gzipSync(textOf(destination, lines)),
    contentType: 'application/x-ndjson',
    records: lines.records.texts().length,
    firstTime: lines.times[0] ?? 0,
    lastTime: lines.times[1] ?? 0,
  };
}

const never = new AbortController().signal;
const names: Record<string, string[]> = {
  'good.test': ['127.0.0.1'],
  'private.test': ['127.0.0.2'],
};

/** A client with an allow-list of 127.0.0.1; 127.0.0.2 represents every other private address. */
export function loopbackClient(clock: ManualClock, allow = ['127.0.0.1']): GuardedClient {
  return new GuardedClient({
    allow: allow.map((text) => parseCidr(text) ?? assert.fail()),
    resolve: async (name) => names[name] ?? [],
    clock,
    extraCa: testCertificate,
  });
}

/** The contract of every destination that is reached by HTTP. */
export function describeDestinationContract(name: string, subject: DestinationSubject): void {
  describe(`destination contract (${name})`, () => {
    const protocol = subject.protocol ?? 'https';
    const clock = new ManualClock();
    /** By the listed addresses. Clients are shared, because each one parses all certificate authorities. */
    const clients = new Map<string, GuardedClient>();
    let faulty: LoopbackServer;
    let elsewhere: LoopbackServer;
    let handler: RequestListener;
    let requests: number;
    let requestsElsewhere: number;

    before(async () => {
      faulty = await startServer((req, res) => {
        if (subject.preface?.(req, res)) return;
        requests++;
        handler(req, res);
      }, protocol);
      elsewhere = await startServer((_, res) => {
        requestsElsewhere++;
        res.end();
      }, protocol);
    });
    beforeEach(() => {
      requests = 0;
      requestsElsewhere = 0;
    });
    after(async () => {
      await Promise.all([...clients.values()].map((client) => client.close()));
      await Promise.all([faulty.stop(), elsewhere.stop()]);
    });

    function open(
      port = faulty.port,
      options: { host?: string; allow?: string[] } = {},
    ): Destination {
      const { host = 'good.test', allow = ['127.0.0.1'] } = options;
      const client = clients.get(String(allow)) ?? loopbackClient(clock, allow);
      clients.set(String(allow), client);
      return openDestination(subject.text(host, port), {
        client,
        clock,
        credentials: subject.credentials?.(host, port) ?? noBucketCredentials,
        fileFolder: undefined,
      });
    }

    async function failureOf(sending: Promise<void>): Promise<DestinationError> {
      const error = await sending.then(
        () => assert.fail('it did not fail'),
        (reason: unknown) => reason,
      );
      assert.ok(error instanceof DestinationError, String(error));
      for (const secret of subject.secrets)
        assert.ok(!error.message.includes(secret), error.message);
      assert.equal(error.cause, undefined);
      return error;
    }

    /** Responds with everything that it received, secrets included, as a careless server does in error messages. */
    const echo =
      (status: number, headers: Record<string, string> = {}): RequestListener =>
      async (req, res) => {
        const echoed = JSON.stringify([req.url, req.headers]);
        await bytesOf(req);
        const text = JSON.stringify({
          text: echoed,
          error: { type: echoed, message: echoed, status: echoed },
        });
        res
          .writeHead(status, {
            'content-type': 'text/plain',
            'x-ms-error-code': echoed,
            ...headers,
          })
          .end(text);
      };

    it('sends a batch; a repeat has the same id', async () => {
      const counterpart = await subject.startCounterpart();
      try {
        const destination = open(counterpart.port);
        const batch = batchOf(destination);
        await destination.send(batch, never);
        await destination.send(batch, never);
        const stored = await counterpart.stored();
        assert.ok(stored.length > 0);
        assert.equal(new Set(stored.map(({ id }) => id)).size, 1);
        for (const { id, text } of stored) {
          assert.ok(id.includes(batch.id), id);
          assert.equal(text, textOf(destination));
        }
        await destination.close();
      } finally {
        await counterpart.stop();
      }
    });

    it('writes a probe, and a challenge if the kind needs one', async () => {
      const counterpart = await subject.startCounterpart();
      try {
        const destination = open(counterpart.port);
        await destination.probe(never);
        assert.equal((await counterpart.stored()).length, 1);
        const { needsChallenge } = parseDestination(subject.text('good.test', 443));
        assert.equal(destination.writeChallenge !== undefined, needsChallenge);
        const file = await destination.writeChallenge?.('token.of.ownership', never);
        if (needsChallenge) assert.match(file ?? '', /(^|\/)ownership-challenge\.txt$/);
        const texts = (await counterpart.stored()).map(({ text }) => text);
        assert.equal(texts.includes('token.of.ownership'), needsChallenge);
        await destination.close();
      } finally {
        await counterpart.stop();
      }
    });

    const statuses = [
      [500, false],
      [503, false],
      [408, false],
      [400, true],
      [401, true],
      [403, true],
      [404, true],
      [413, true],
    ] as const;
    it('distinguishes temporary from permanent failures by status', async () => {
      const destination = open();
      for (const [status, isPermanent] of statuses) {
        handler = echo(status);
        const error = await failureOf(destination.send(batchOf(destination), never));
        assert.equal(error.isPermanent, isPermanent, `${status}: ${error.message}`);
        assert.equal(error.isTooLarge, status === 413);
        assert.match(error.message, new RegExp(`\\b${status}\\b`));
        assert.equal(error.retryAfterMs, undefined);
      }
      assert.equal(requests, statuses.length, 'one attempt each');
    });

    it('reports Retry-After', async () => {
      const destination = open();
      handler = echo(429, { 'retry-after': '7' });
      const error = await failureOf(destination.send(batchOf(destination), never));
      assert.equal(error.isPermanent, false);
      assert.equal(error.retryAfterMs, 7_000);
    });

    it('names the failed step of a probe', async () => {
      handler = echo(403);
      const error = await failureOf(open().probe(never));
      assert.match(error.message, /^error writing object: error uploading test\.txt\.gz: .*403/);
    });

    it('follows no redirect', async () => {
      const destination = open();
      for (const status of [301, 302, 303, 307, 308]) {
        const location = `${protocol}://good.test:${elsewhere.port}/`;
        handler = (_, res) => void res.writeHead(status, { location }).end();
        const error = await failureOf(destination.send(batchOf(destination), never));
        assert.equal(error.isPermanent, true);
      }
      assert.equal(requestsElsewhere, 0);
    });

    it('times out if a receiver does not respond, or reads too slowly', async () => {
      const destination = open();
      const large = { ...batchOf(destination), body: new Uint8Array(2_000_000) };
      for (const batch of [batchOf(destination), large]) {
        const arrived = Promise.withResolvers<IncomingMessage>();
        // The receiver does not read, so a large body fills the buffers of the connection.
        handler = (req) => arrived.resolve(req.pause());
        const sending = failureOf(destination.send(batch, never));
        const req = await arrived.promise;
        await clock.advance(sendTimeoutMs(batch.body.byteLength));
        assert.equal((await sending).isPermanent, false);
        req.socket.destroy();
      }
    });

    it('notices a connection that is closed before the response', async () => {
      handler = (req) => void req.once('data', () => req.socket.destroy());
      const destination = open();
      const error = await failureOf(destination.send(batchOf(destination), never));
      assert.equal(error.isPermanent, false);
    });

    it('stops when the signal aborts', async () => {
      const abort = new AbortController();
      const arrived = Promise.withResolvers<IncomingMessage>();
      handler = (req) => arrived.resolve(req);
      const destination = open();
      const sending = failureOf(destination.send(batchOf(destination), abort.signal));
      const req = await arrived.promise;
      const closed = once(req.socket, 'close');
      abort.abort();
      assert.equal((await sending).isPermanent, false);
      await closed;
    });

    it('connects to no private address that the operator has not listed', async () => {
      handler = echo(200);
      const targets = [
        { host: '127.0.0.1', allow: [] },
        { host: 'localhost', allow: [] },
        { host: 'good.test', allow: [] },
        { host: 'private.test', allow: ['127.0.0.1'] },
      ];
      for (const { host, allow } of targets) {
        const destination = open(faulty.port, { host, allow });
        const error = await failureOf(destination.send(batchOf(destination), never));
        assert.match(error.message, /PALISADE_OUTBOUND_ALLOW/);
        assert.equal(error.isPermanent, true);
      }
      assert.equal(requests, 0);
    });

    it('shows no secret in its masked text', () => {
      const { masked } = parseDestination(subject.text('good.test', 443));
      for (const secret of subject.secrets) {
        assert.ok(!masked.includes(secret), masked);
        assert.ok(!masked.includes(encodeURIComponent(secret)), masked);
      }
    });
  });
}

/** The body of a request. */
export async function bytesOf(req: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(req as AsyncIterable<Buffer>));
}
