import assert from 'node:assert/strict';
import { createVerify, generateKeyPairSync } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { describe, it } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import {
  type BucketCredentials,
  noBucketCredentials,
  parseBucketCredentials,
} from '../bucket-credentials.ts';
import { batchOf, describeDestinationContract, loopbackClient } from '../destination-contract.ts';
import { openDestination } from '../open-destination.ts';
import { type ReceivedRequest, type ReceiverResponse, startReceiver } from '../receiver.fixture.ts';
import { plainText } from '../s3-server.fixture.ts';

const never = new AbortController().signal;
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 1_024,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const accessToken = 'ya29.access-token-secret';
const START = Date.UTC(2026, 0, 1);

function credentials(host: string, port: number): BucketCredentials {
  const endpoint = `https://${host}:${port}`;
  const account = {
    client_email: 'logs@project.test',
    private_key: privateKey,
    token_uri: `${endpoint}/token`,
    type: 'service_account',
  };
  return parseBucketCredentials(
    JSON.stringify([{ bucket: 'gs://logs', endpoint, service_account: account }]),
  );
}

/** Checks the assertion as Google's token endpoint does. */
function issueToken({ text }: ReceivedRequest): ReceiverResponse {
  const form = new URLSearchParams(text);
  assert.equal(form.get('grant_type'), 'urn:ietf:params:oauth:grant-type:jwt-bearer');
  const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
  const verify = createVerify('RSA-SHA256').update(`${head}.${claims}`);
  assert.ok(verify.verify(publicKey, signature, 'base64url'));
  const { iss, aud, exp, iat } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  assert.equal(iss, 'logs@project.test');
  assert.match(aud, /\/token$/);
  assert.equal(exp - iat, 3_600);
  assert.ok(iat * 1_000 >= START);
  return { body: JSON.stringify({ access_token: accessToken, expires_in: 3_600 }) };
}

const storage = () =>
  startReceiver({
    respond(request) {
      const { method, url, headers } = request;
      assert.equal(method, 'POST');
      if (url.pathname === '/token') return issueToken(request);
      assert.equal(url.pathname, '/upload/storage/v1/b/logs/o');
      assert.equal(url.searchParams.get('uploadType'), 'media');
      assert.equal(headers['authorization'], `Bearer ${accessToken}`);
      assert.equal(headers['content-encoding'], undefined);
      return { body: '{"kind":"storage#object"}' };
    },
    store: ({ url, bytes }) =>
      url.pathname === '/token'
        ? []
        : [{ id: url.searchParams.get('name') ?? '', text: plainText(bytes) }],
  });

const preface = (...[req, res]: Parameters<RequestListener>) => {
  if (req.url !== '/token') return false;
  res.end(JSON.stringify({ access_token: accessToken, expires_in: 3_600 }));
  return true;
};

describeDestinationContract('gs', {
  text: () => 'gs://logs/edge/{DATE}',
  secrets: [accessToken, privateKey],
  credentials,
  preface,
  startCounterpart: storage,
});

describe('gs destinations', () => {
  it('write objects as files, and get a token once an hour', async () => {
    const server = await storage();
    const clock = new ManualClock(START);
    const client = loopbackClient(clock);
    const destination = openDestination('gs://logs/a%20b/{DATE}', {
      client,
      clock,
      credentials: credentials('good.test', server.port),
      fileFolder: undefined,
    });
    try {
      await destination.send(batchOf(destination), never);
      await destination.probe(never);
      assert.equal(
        await destination.writeChallenge?.('token', never),
        'a b/20260101/ownership-challenge.txt',
      );
      assert.deepEqual(
        (await server.stored()).map(({ id }) => id),
        [
          'a b/20260101/20260101T153000Z_20260101T153029Z_0a1b2c3d4e5f6071.log.gz',
          'a b/20260101/test.txt.gz',
          'a b/20260101/ownership-challenge.txt',
        ],
      );
      const tokens = () => server.requests.filter(({ url }) => url.pathname === '/token').length;
      assert.equal(tokens(), 1);
      await clock.advance(3_600_000);
      await destination.send(batchOf(destination), never);
      assert.equal(tokens(), 2);
    } finally {
      await client.close();
      await server.stop();
    }
  });

  it('need credentials that the operator has configured for the bucket', () => {
    const clock = new ManualClock();
    const client = loopbackClient(clock);
    const open = (named: BucketCredentials) =>
      openDestination('gs://other', { client, clock, credentials: named, fileFolder: undefined });
    for (const named of [noBucketCredentials, credentials('good.test', 443)]) {
      assert.throws(() => open(named), { message: /gs:\/\/other in PALISADE_LOG_CREDENTIALS/ });
    }
  });
});
