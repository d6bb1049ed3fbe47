import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { readSettings } from '../../app/settings/settings.ts';
import type { ThreatFeedService } from '../../areas/page-monitoring/threats/threat-feed-service.ts';
import type { ImportProgress } from '../credentials/credentials-import.ts';
import { withThreatFeeds } from './threat-feeds.ts';
import { importThreats, type ThreatImportReport } from './threats-import.ts';

describe('import of threat feeds', () => {
  let home: ReturnType<typeof tempFolder>;
  before(() => {
    home = tempFolder();
  });
  after(() => home.remove());

  const settings = () =>
    readSettings({
      PALISADE_DATA_DIR: join(home.path, 'data'),
      PALISADE_OUTBOUND_ALLOW: '127.0.0.1/32',
    });
  const shown: ImportProgress[] = [];

  async function put(name: string, source: string): Promise<ThreatImportReport> {
    const work = (feeds: ThreatFeedService) =>
      importThreats({
        feeds,
        name,
        source,
        format: undefined,
        standard: ['Malware'],
        outboundAllow: settings().outboundAllow,
        onProgress: (progress) => shown.push(progress),
      });
    return await withThreatFeeds(settings(), work, { mayInstall: true });
  }

  const list = async () =>
    (await withThreatFeeds(settings(), (feeds) => feeds.list())).map(
      ({ name, format, entries }) => `${name} ${format} ${entries}`,
    );

  function file(name: string, content: string | Buffer): string {
    const path = join(home.path, name);
    writeFileSync(path, content);
    return path;
  }

  it('replaces a feed as a whole, and keeps it when the import fails', async () => {
    const packed = gzipSync('[{"domain":"a.example"},{"url":"http://b.example/"}]');
    const { feed, ...counts } = await put('x', file('list.json.gz', packed));
    assert.deepEqual(counts, {
      changes: { added: 2, changed: 0, removed: 0 },
      lines: 1,
      repeated: 0,
      skipped: { empty: 0, local: 0, unreadable: 0 },
      badLines: [],
    });
    assert.match(feed.contentHash, /^[0-9a-f]{64}$/);
    const damaged = file('damaged.gz', gzipSync('c.example\n'.repeat(50_000)).subarray(0, 100));
    const bad = [
      [damaged, /cannot read .*damaged\.gz/],
      [file('empty', ''), /no line could be read/],
      [file('page', '<html>\n'), /no line could be read/],
      ['/does/not/exist', /cannot read \/does\/not\/exist/],
      ['http://10.0.0.1/x', /is a private address/],
    ] as const;
    for (const [source, message] of bad) await assert.rejects(put('x', source), message);
    assert.deepEqual(await list(), ['x json 2']);
    await put('x', file('list.txt', 'c.example\n'));
    assert.deepEqual(await list(), ['x domains 1']);
  });

  it('imports long lists in batches and reports progress', async () => {
    shown.length = 0;
    const lines = Array.from({ length: 2_500 }, (_, n) => `d${n % 2_400}.example\n`);
    const { feed } = await put('long', file('long', lines.join('')));
    assert.equal(feed.entries, 2_400);
    assert.deepEqual(
      shown.map(({ lines: count, share }) => [count, share]),
      [
        [2_500, 1],
        [2_500, 1],
      ],
    );
  });

  it('imports from URLs, without storing their secrets', async () => {
    const damaged = gzipSync('a.example\n').fill(0xff, 10);
    const server = createServer((request, response) => {
      if (request.url?.startsWith('/damaged')) return void response.end(damaged);
      response.writeHead(request.url?.startsWith('/hosts.txt') ? 200 : 404);
      response.end('0.0.0.0 bad.example\n');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const { feed } = await put('hosts', `${origin}/hosts.txt?key=hunter2`);
      assert.deepEqual([feed.source, feed.format], [`${origin}/hosts.txt`, 'hosts']);
      await assert.rejects(put('hosts', `${origin}/other?key=hunter2`), (error: Error) => {
        assert.match(error.message, /\/other returned status 404$/);
        return true;
      });
      await assert.rejects(put('hosts', `${origin}/damaged?key=hunter2`), (error: Error) => {
        assert.match(error.message, /^cannot read http:\S+\/damaged: /);
        return true;
      });
      const withUser = origin.replace('//', '//ada:hunter2@');
      await assert.rejects(put('hosts', `${withUser}/hosts.txt`), (error: Error) => {
        assert.match(error.message, /must not contain a user name or password/);
        assert.doesNotMatch(error.message, /hunter2/);
        return true;
      });
    } finally {
      server.close();
    }
  });
});
