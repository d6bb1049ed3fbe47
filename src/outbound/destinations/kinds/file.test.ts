import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { tempFolder } from '../../../../test/support/temp-folder.ts';
import { noBucketCredentials } from '../bucket-credentials.ts';
import type { Destination } from '../destination.ts';
import { batchOf, loopbackClient, textOf } from '../destination-contract.ts';
import { openDestination } from '../open-destination.ts';
import { parseDestination } from '../parse-destination.ts';
import { plainText } from '../s3-server.fixture.ts';

const never = new AbortController().signal;
const FILE = '20260101T153000Z_20260101T153029Z_0a1b2c3d4e5f6071.job-7.log.gz';

describe('file destinations', () => {
  let folder: ReturnType<typeof tempFolder>;
  let root: string;
  beforeEach(() => {
    folder = tempFolder();
    root = join(folder.path, 'logs');
    mkdirSync(root);
  });
  afterEach(() => folder.remove());

  function open(text: string, fileFolder: string | undefined = root): Destination {
    const clock = new ManualClock();
    const deps = { client: loopbackClient(clock), clock, credentials: noBucketCredentials };
    return openDestination(text, { ...deps, fileFolder });
  }

  const refusals = { isPermanent: true, message: /link or not a folder/ };

  it('write one file per batch, atomically; a repeat replaces it', async () => {
    const destination = open('file://shop/requests');
    await destination.send(batchOf(destination), never);
    await destination.send(batchOf(destination), never);
    await destination.probe(never);
    assert.deepEqual(readdirSync(join(root, 'shop/requests')), [FILE, 'test.txt.gz']);
    const text = plainText(readFileSync(join(root, 'shop/requests', FILE)));
    assert.equal(text, textOf(destination));
    assert.equal(
      plainText(readFileSync(join(root, 'shop/requests/test.txt.gz'))),
      '{"content":"tests"}\n',
    );
    await destination.close();
  });

  it('remove the oldest files and leave others alone', async () => {
    const destination = open('file://shop?max-bytes=100000');
    mkdirSync(join(root, 'shop'));
    writeFileSync(join(root, 'shop/other.txt'), 'x'.repeat(200_000));
    const body = new Uint8Array(40_000);
    for (const [at, id] of ['a', 'b', 'c', 'd'].entries()) {
      const time = Date.UTC(2026, 0, 1, at);
      await destination.send(
        { ...batchOf(destination), id, body, firstTime: time, lastTime: time },
        never,
      );
    }
    assert.deepEqual(readdirSync(join(root, 'shop')), [
      '20260101T020000Z_20260101T020000Z_c.job-7.log.gz',
      '20260101T030000Z_20260101T030000Z_d.job-7.log.gz',
      'other.txt',
    ]);
    // A backfilled batch is older than all others. It stays until the next write.
    const old = { ...batchOf(destination), id: 'old', body, firstTime: 0, lastTime: 0 };
    await destination.send(old, never);
    assert.ok(existsSync(join(root, 'shop/19700101T000000Z_19700101T000000Z_old.job-7.log.gz')));
    await destination.send({ ...batchOf(destination), body: new Uint8Array(300_000) }, never);
    assert.deepEqual(readdirSync(join(root, 'shop')), [FILE, 'other.txt']);
  });

  it('remove no file of another job in the same folder', async () => {
    const large = open('file://shop');
    const small = open('file://shop?max-bytes=100000');
    const body = new Uint8Array(60_000);
    const batch = { ...batchOf(small), body };
    for (const id of ['a', 'b', 'c']) await large.send({ ...batch, id, job: 77 }, never);
    for (const id of ['d', 'e']) await small.send({ ...batch, id }, never);
    const jobs = readdirSync(join(root, 'shop')).map((name) => name.split('.')[1]);
    assert.deepEqual(jobs, ['job-77', 'job-77', 'job-77', 'job-7']);
  });

  it('stay in the folder that the operator has enabled', async () => {
    const outside = join(folder.path, 'outside');
    mkdirSync(outside);
    symlinkSync(outside, join(root, 'link'));
    writeFileSync(join(root, 'plain'), '');
    for (const text of ['file://link', 'file://link/below', 'file://plain']) {
      const destination = open(text);
      await assert.rejects(destination.send(batchOf(destination), never), refusals);
    }
    // A link in place of the file, or of its temporary file, is replaced and not followed.
    const destination = open('file://shop');
    mkdirSync(join(root, 'shop'));
    const target = join(outside, 'target');
    writeFileSync(target, 'untouched');
    symlinkSync(target, join(root, 'shop', FILE));
    symlinkSync(target, join(root, 'shop', `.${FILE}.part`));
    await destination.send(batchOf(destination), never);
    assert.equal(readFileSync(target, 'utf8'), 'untouched');
    assert.deepEqual(readdirSync(outside), ['target']);
    assert.deepEqual(readdirSync(join(root, 'shop')), [FILE]);
  });

  it('fail temporarily if the folder does not exist', async () => {
    const destination = open('file://shop');
    rmSync(root, { recursive: true });
    await assert.rejects(destination.probe(never), {
      message:
        'error writing object: error uploading test.txt.gz: file://shop cannot be written to: the folder of PALISADE_LOG_FOLDER does not exist',
      isPermanent: false,
    });
  });

  it('must be enabled by the operator', () => {
    const clock = new ManualClock();
    const deps = { client: loopbackClient(clock), clock, credentials: noBucketCredentials };
    assert.throws(() => openDestination('file://shop', { ...deps, fileFolder: undefined }), {
      message: /PALISADE_LOG_FOLDER/,
      isPermanent: true,
    });
  });

  it('are addressed by folders below the enabled one', () => {
    const { address, masked, needsChallenge } = parseDestination(
      'file:///shop/requests/?max-bytes=500000',
    );
    assert.equal(address, 'file://shop/requests');
    assert.equal(masked, 'file://shop/requests?max-bytes=500000');
    assert.equal(needsChallenge, false);
  });

  const refused = [
    'file://',
    'file:///',
    'file://..',
    'file://a/../b',
    'file://a//b',
    'file://.hidden',
    'file://a/%2e%2e',
    'file://a/b%2fc',
    'file://~',
    'file://a/b/c/d/e/f/g/h/i',
    'file://a?max-bytes=1',
    'file://a?max-bytes=all',
    'file://a?mode=777',
  ];
  for (const text of refused) {
    it(`refuse ${text}`, () => assert.throws(() => parseDestination(text), { isPermanent: true }));
  }
});
