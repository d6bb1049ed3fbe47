import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import type { GuardedClient } from '../../guarded-client.ts';
import type { OutboundRequest } from '../../outbound-client.ts';
import { noBucketCredentials, parseBucketCredentials } from '../bucket-credentials.ts';
import {
  batchOf,
  describeDestinationContract,
  loopbackClient,
  textOf,
} from '../destination-contract.ts';
import { openDestination } from '../open-destination.ts';
import { parseDestination } from '../parse-destination.ts';
import { type ReceivedRequest, type Receiver, startReceiver } from '../receiver.fixture.ts';
import { s3Keys, startS3Server } from '../s3-server.fixture.ts';

const never = new AbortController().signal;
const secret = 'Secret/Key+1=';

describeDestinationContract('s3', {
  text: (host, port) =>
    `s3://logs/edge/{DATE}?region=eu-west-1&access-key-id=${s3Keys.accessKeyId}&secret-access-key=${encodeURIComponent(secret)}&session-token=Session-Token&sse=AES256&endpoint=${host}:${port}`,
  secrets: [secret, 'Session-Token'],
  startCounterpart: () => startS3Server('logs'),
});

describe('s3 destinations', () => {
  const clock = new ManualClock();
  let client: GuardedClient;
  let receiver: Receiver;
  before(async () => {
    client = loopbackClient(clock);
    receiver = await startReceiver();
  });
  after(async () => {
    await client.close();
    await receiver.stop();
  });

  /** Reroutes all requests, whatever their host, to the receiver. */
  function rerouted() {
    const requested: OutboundRequest[] = [];
    const request = (each: OutboundRequest) => {
      requested.push(each);
      const { pathname, search } = new URL(each.url);
      const { host: _, ...headers } = each.headers ?? {};
      return client.request({
        ...each,
        url: `https://good.test:${receiver.port}${pathname}${search}`,
        headers,
      });
    };
    return { requested, client: { request } };
  }

  const deps = { clock, credentials: noBucketCredentials, fileFolder: undefined };
  const last = () => receiver.requests.at(-1) ?? assert.fail();

  it('replaces {DATE} by the day of the batch, and names objects by times and batch id', async () => {
    const server = await startS3Server('logs');
    try {
      const text = `s3://logs/a%20b/{DATE}/{HOUR}?region=auto&access-key-id=S3RVER&secret-access-key=x&endpoint=https://good.test:${server.port}`;
      const destination = openDestination(text, { ...deps, client });
      await destination.send(batchOf(destination), never);
      await destination.send({ ...batchOf(destination), body: new Uint8Array(3_000_000) }, never);
      assert.deepEqual(await server.keys(), [
        'a b/20260101/{HOUR}/20260101T153000Z_20260101T153029Z_0a1b2c3d4e5f6071.log.gz',
      ]);
      await destination.close();
    } finally {
      await server.stop();
    }
  });

  it('shows the error code of the server', async () => {
    const server = await startS3Server('logs');
    try {
      const open = (bucket: string, key: string) =>
        openDestination(
          `s3://${bucket}?region=auto&access-key-id=${key}&secret-access-key=x&endpoint=good.test:${server.port}`,
          { ...deps, client },
        );
      const refusals = [
        [open('other', 'S3RVER'), /s3:\/\/other responded with status 404: NoSuchBucket/],
        [open('logs', 'UNKNOWN'), /s3:\/\/logs responded with status 403: InvalidAccessKeyId/],
      ] as const;
      for (const [destination, message] of refusals) {
        await assert.rejects(destination.probe(never), { message, isPermanent: true });
        await destination.close();
      }
    } finally {
      await server.stop();
    }
  });

  it('are sent to Amazon with owner-full-control, encryption and a valid signature', async () => {
    const { client: rerouting, requested } = rerouted();
    const destination = openDestination(
      `s3://my.logs/d%27%C3%BC+(!*)~?region=eu-west-1&sse=AES256&access-key-id=AK1&secret-access-key=${encodeURIComponent(secret)}`,
      { ...deps, client: rerouting },
    );
    await destination.send(batchOf(destination), never);
    assert.equal(
      requested[0]?.url.split('?')[0],
      'https://s3.eu-west-1.amazonaws.com/my.logs/d%27%C3%BC%2B%28%21%2A%29~/20260101T153000Z_20260101T153029Z_0a1b2c3d4e5f6071.log.gz',
    );
    assert.equal(last().method, 'PUT');
    assert.equal(last().headers['x-amz-acl'], 'bucket-owner-full-control');
    assert.equal(last().headers['x-amz-server-side-encryption'], 'AES256');
    assert.equal(last().headers['content-type'], 'application/gzip');
    const host = 's3.eu-west-1.amazonaws.com';
    const bytes = gzipSync(textOf(destination));
    assert.equal(signatureOf(last()), expectedSignature({ ...last(), host, bytes, secret }));
    await destination.close();
  });

  it('are sent to the account of R2 without an ACL', async () => {
    const { client: rerouting, requested } = rerouted();
    const destination = openDestination(
      'r2://logs/dir?account-id=abc123&access-key-id=K&secret-access-key=S3cret',
      { ...deps, client: rerouting },
    );
    await destination.send(batchOf(destination), never);
    assert.equal(new URL(requested[0]?.url ?? '').host, 'abc123.r2.cloudflarestorage.com');
    assert.ok(requested[0]?.url.includes('/logs/dir/20260101T153000Z_'));
    assert.equal(last().headers['x-amz-acl'], undefined);
    assert.match(String(last().headers['authorization']), /Credential=K\/\d+\/auto\/s3\//);
    assert.equal(
      parseDestination('r2://logs/dir?account-id=abc123&access-key-id=K&secret-access-key=S3cret')
        .masked,
      'r2://logs/dir?account-id=abc123&access-key-id=K&secret-access-key=***',
    );
    await destination.close();
  });

  describe('without keys', () => {
    const ambient = {
      AWS_ACCESS_KEY_ID: 'AMBIENT',
      AWS_SECRET_ACCESS_KEY: 'ambient-secret',
      AWS_SESSION_TOKEN: 'ambient-token',
      AWS_REGION: 'us-gov-east-1',
      AWS_ENDPOINT_URL: 'https://private.test',
      AWS_ENDPOINT_URL_S3: 'https://private.test',
      AWS_USE_FIPS_ENDPOINT: 'true',
      AWS_PROFILE: 'ambient',
      AWS_EXECUTION_ENV: 'ambient-env',
      AWS_SDK_UA_APP_ID: 'ambient-app',
      AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://127.0.0.1:1/',
      HTTPS_PROXY: 'http://127.0.0.1:1',
    };
    before(() => void Object.assign(process.env, ambient));
    after(() => {
      for (const name of Object.keys(ambient)) delete process.env[name];
    });
    afterEach(() => assert.equal(receiver.problems.length, 0));

    const text = 's3://logs?region=eu-west-1';

    it('need a proof of ownership and credentials that the operator has configured for the bucket', () => {
      assert.equal(parseDestination(text).needsChallenge, true);
      const named = parseBucketCredentials(
        '[{"bucket":"s3://other","access_key_id":"K","secret_access_key":"S"}]',
      );
      for (const credentials of [noBucketCredentials, named]) {
        assert.throws(() => openDestination(text, { ...deps, credentials, client }), {
          message: /configured no credentials for s3:\/\/logs in PALISADE_LOG_CREDENTIALS/,
          isPermanent: true,
        });
      }
    });

    it('ignore environment variables', async () => {
      const { client: rerouting, requested } = rerouted();
      const credentials = parseBucketCredentials(
        '[{"bucket":"s3://logs","access_key_id":"NAMED","secret_access_key":"named-secret"}]',
      );
      const destination = openDestination(text, { ...deps, credentials, client: rerouting });
      await destination.send(batchOf(destination), never);
      assert.equal(new URL(requested[0]?.url ?? '').host, 'logs.s3.eu-west-1.amazonaws.com');
      assert.equal(requested.length, 1);
      assert.match(String(last().headers['authorization']), /Credential=NAMED\/\d+\/eu-west-1\//);
      assert.doesNotMatch(JSON.stringify(last().headers), /ambient/i);
      assert.equal(await destination.writeChallenge?.('token', never), 'ownership-challenge.txt');
      await destination.close();
    });
  });
});

function signatureOf({ headers }: ReceivedRequest): string | undefined {
  return /Signature=([0-9a-f]+)$/.exec(String(headers['authorization']))?.[1];
}

function strictlyEncoded(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => {
      const char = String.fromCharCode(byte);
      return /[\w.~-]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}

/** Signature version 4 of a received request, implemented from the specification. */
function expectedSignature(
  request: ReceivedRequest & { host: string; bytes: Buffer; secret: string },
): string {
  const { method, url, headers, host, bytes } = request;
  const authorization = String(headers['authorization']);
  const [, scope = ''] = /Credential=[^/]+\/([^,]+),/.exec(authorization) ?? [];
  const [, signed = ''] = /SignedHeaders=([^,]+),/.exec(authorization) ?? [];
  const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
  const hmac = (key: string | Buffer, data: string) =>
    createHmac('sha256', key).update(data).digest();
  const values = signed
    .split(';')
    .map((name) => `${name}:${name === 'host' ? host : String(headers[name])}\n`);
  const path = url.pathname.split('/').map((part) => strictlyEncoded(decodeURIComponent(part)));
  const canonical = [
    method,
    path.join('/'),
    url.search.slice(1),
    values.join(''),
    signed,
    hash(bytes),
  ];
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(canonical.join('\n'))];
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${request.secret}`);
  return hmac(key, toSign.join('\n')).toString('hex');
}
