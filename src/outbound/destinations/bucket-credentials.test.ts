import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';
import { parseBucketCredentials } from './bucket-credentials.ts';

const keyOf = (type: 'rsa' | 'ed25519') =>
  type === 'rsa'
    ? generateKeyPairSync('rsa', { modulusLength: 1_024 }).privateKey
    : generateKeyPairSync('ed25519').privateKey;
const pem = (type: 'rsa' | 'ed25519') =>
  String(keyOf(type).export({ type: 'pkcs8', format: 'pem' }));
const s3 = { bucket: 's3://logs', access_key_id: 'AK', secret_access_key: 'hunter2' };

describe('parseBucketCredentials', () => {
  it('finds credentials by bucket', () => {
    const account = { client_email: 'a@b', private_key: pem('rsa'), project_id: 'p' };
    const { s3: amazon, gs } = parseBucketCredentials(
      JSON.stringify([s3, { bucket: 'gs://logs', service_account: account }]),
    );
    assert.deepEqual(amazon.get('logs'), {
      accessKeyId: 'AK',
      secretAccessKey: 'hunter2',
      sessionToken: undefined,
    });
    assert.equal(gs.get('logs')?.tokenUrl, 'https://oauth2.googleapis.com/token');
    assert.equal(gs.get('logs')?.endpoint, 'https://storage.googleapis.com');
  });

  const google = (service_account: unknown) => [{ bucket: 'gs://logs', service_account }];
  const refused: readonly (readonly [value: unknown, message: RegExp])[] = [
    [{}, /JSON list of at most 1000 entries/],
    [['hunter2'], /an object as entry 0/],
    [[{ ...s3, bucket: 'logs' }], /"s3:\/\/NAME" or "gs:\/\/NAME" as "bucket" of entry 0/],
    [[{ ...s3, bucket: 's3://logs/dir' }], /as "bucket" of entry 0/],
    [[s3, s3], /one entry per bucket; entry 1/],
    [[{ ...s3, region: 'hunter2' }], /not "region"/],
    [[{ ...s3, access_key_id: undefined }], /"access_key_id" of entry 0/],
    [[{ ...s3, secret_access_key: '' }], /"secret_access_key" of entry 0/],
    [google('hunter2'), /an object as "service_account"/],
    [google({ client_email: 'a', private_key: 'hunter2' }), /RSA key in PEM form/],
    [google({ client_email: 'a', private_key: pem('ed25519') }), /RSA key in PEM form/],
  ];
  for (const [value, message] of refused) {
    it(`refuses wrong entries: ${message.source}`, () => {
      assert.throws(
        () => parseBucketCredentials(JSON.stringify(value)),
        (error: Error) => {
          assert.match(error.message, message);
          assert.match(error.message, /^expected /);
          assert.doesNotMatch(error.message, /hunter2/);
          return true;
        },
      );
    });
  }

  it('shows nothing of a text that is not JSON', () => {
    assert.throws(() => parseBucketCredentials('[hunter2'), { message: /^expected (?!.*hunter2)/ });
  });
});
