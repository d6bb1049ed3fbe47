import assert from 'node:assert/strict';
import { copyFile, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { Certificates } from './certificates.ts';

const fixtures = fileURLToPath(new URL('../../test/fixtures/tls', import.meta.url));

describe('certificates of a folder', () => {
  async function open(t: TestContext) {
    const { path: folder, remove } = tempFolder();
    t.after(remove);
    const refused: string[] = [];
    const read: number[] = [];
    const empty: string[] = [];
    const expiring: [name: string, daysLeft: number][] = [];
    const clock = new ManualClock(Date.UTC(2020, 0, 15));
    const certificates = new Certificates({
      folder,
      onRefused: (file) => refused.push(file),
      onRead: (count) => read.push(count),
      onEmpty: (path) => empty.push(path),
      onExpiring: ({ name, daysLeft }) => expiring.push([name, daysLeft]),
      clock,
    });
    const put = (file: string, as = file) => copyFile(join(fixtures, file), join(folder, as));
    return { folder, certificates, refused, read, empty, expiring, clock, put };
  }

  it('are found by name, in any case, and by the parent domain for a wildcard', async (t) => {
    const { certificates, put } = await open(t);
    await put('shop.test.crt');
    await put('shop.test.key');
    await put('_.other.test.pem');
    await certificates.refresh();
    assert.ok(certificates.find('shop.test'));
    assert.equal(certificates.find('SHOP.TEST'), certificates.find('shop.test'));
    assert.ok(certificates.find('www.other.test'));
    for (const name of ['www.shop.test', 'other.test', 'a.b.other.test', 'test', '']) {
      assert.equal(certificates.find(name), undefined, name);
    }
  });

  it('are found by the names inside them, whatever the name of the file', async (t) => {
    const { certificates, put } = await open(t);
    await put('shop.test.crt', 'site.crt');
    await put('shop.test.key', 'site.key');
    await put('_.other.test.pem', 'www.shop.test.pem');
    await put('shop.test.crt', 'api.other.test.crt');
    await put('shop.test.key', 'api.other.test.key');
    await certificates.refresh();
    assert.ok(certificates.find('shop.test'));
    assert.equal(certificates.find('localhost'), certificates.find('shop.test'));
    assert.ok(certificates.find('www.other.test'));
    assert.equal(
      certificates.find('www.shop.test'),
      certificates.find('www.other.test'),
      'the name of the file is the last resort',
    );
    assert.equal(
      certificates.find('api.other.test'),
      certificates.find('www.other.test'),
      'a wildcard inside a certificate is before the name of a file',
    );
    // Valid longer, and with an exact name for one host of the wildcard.
    await put('../tls-renewed/renewed.pem', 'a.pem');
    await certificates.refresh();
    const renewed = certificates.find('shop.test');
    assert.ok(renewed && renewed !== certificates.find('localhost'));
    assert.equal(certificates.find('www.other.test'), renewed);
    assert.notEqual(certificates.find('api.other.test'), renewed);
  });

  it('are missed if the folder is empty at the start', async (t) => {
    const { folder, certificates, empty, put } = await open(t);
    await certificates.refresh();
    await certificates.refresh();
    assert.deepEqual(empty, [folder]);
    await put('_.other.test.pem');
    await certificates.refresh();
    assert.ok(certificates.find('www.other.test'));
  });

  it('are read again when a file has changed, and only then', async (t) => {
    const { folder, certificates, read, put } = await open(t);
    await put('_.other.test.pem');
    await certificates.refresh();
    const before = certificates.find('www.other.test');
    await certificates.refresh();
    assert.deepEqual(read, [1]);
    await utimes(join(folder, '_.other.test.pem'), 1, 1);
    await certificates.refresh();
    assert.notEqual(certificates.find('www.other.test'), before);
    await rm(join(folder, '_.other.test.pem'));
    await certificates.refresh();
    assert.equal(certificates.find('www.other.test'), undefined);
    assert.deepEqual(read, [1, 1, 0]);
  });

  it('that cannot be used are reported, and the others stay in use', async (t) => {
    const { folder, certificates, refused, put } = await open(t);
    await put('shop.test.crt');
    await put('_.other.test.pem');
    await writeFile(join(folder, 'bad.test.pem'), 'nonsense');
    await certificates.refresh();
    assert.deepEqual(refused.sort(), ['bad.test.pem', 'shop.test.crt']);
    assert.ok(certificates.find('www.other.test'));
  });

  it('stay in use while their file cannot be used, until it is removed (a renewal that was half written took the site down)', async (t) => {
    const { folder, certificates, refused, put } = await open(t);
    await put('shop.test.crt');
    await put('shop.test.key');
    await certificates.refresh();
    const before = certificates.find('shop.test');
    assert.ok(before);
    const certificate = join(folder, 'shop.test.crt');
    for (const bad of ['', await readFile(join(fixtures, '_.other.test.pem'))]) {
      await writeFile(certificate, bad);
      await certificates.refresh();
      assert.equal(certificates.find('shop.test'), before);
    }
    assert.deepEqual(refused, ['shop.test.crt', 'shop.test.crt']);
    await put('shop.test.crt');
    await certificates.refresh();
    assert.notEqual(certificates.find('shop.test'), before);
    await rm(certificate);
    await certificates.refresh();
    assert.equal(certificates.find('shop.test'), undefined);
  });

  it('are reported once a day in the two weeks before they expire, and after that', async (t) => {
    const { certificates, expiring, clock, put } = await open(t);
    const day = 24 * 3_600_000;
    await put('../tls-expired/old.test.pem', 'old.test.pem');
    await put('_.other.test.pem');
    await certificates.refresh();
    const old = certificates.expiries().find(({ name }) => name === 'old.test');
    assert.match(old?.fingerprint ?? '', /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    assert.deepEqual([old?.at, old?.daysLeft], [Date.UTC(2020, 2, 1), 46]);
    assert.deepEqual(expiring, []);
    await clock.advance(33 * day);
    for (let n = 0; n < 3; n++) await certificates.refresh();
    await clock.advance(day);
    await certificates.refresh();
    assert.deepEqual(expiring, [
      ['old.test', 13],
      ['old.test', 12],
    ]);
    await clock.advance(12 * day + 1);
    await certificates.refresh();
    assert.deepEqual(expiring.at(-1), ['old.test', -1]);
    assert.ok(certificates.find('old.test'), 'an expired certificate is better than none');
    await put('_.other.test.pem', 'old.test.pem');
    await certificates.refresh();
    assert.equal(expiring.length, 3, 'a renewed certificate is not reported');
  });

  it('are replaced by those of a valid file, even if another file for the same name cannot be used', async (t) => {
    const { folder, certificates, put } = await open(t);
    await put('_.other.test.pem', 'shop.test.pem');
    await certificates.refresh();
    const before = certificates.find('shop.test');
    await put('shop.test.crt');
    await put('shop.test.key');
    await writeFile(join(folder, 'shop.test.pem'), '');
    await certificates.refresh();
    assert.ok(certificates.find('shop.test'));
    assert.notEqual(certificates.find('shop.test'), before);
  });
});
