/** A sample shop behind a whole node: a real browser visits it, and the management API lists the reported resources. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { readSettings } from '../../src/app/settings/settings.ts';
import { withThreatFeeds } from '../../src/tools/threats/threat-feeds.ts';
import { openBrowser, openContext, visitor } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { type NodeHome, type NodeProcess, nodeHome } from '../support/node-process.ts';
import { addScripts, marksIn, openSampleShop, type SampleShop } from '../support/sample-shop.ts';

const HOST = 'www.shop.test';

interface Item {
  readonly id: string;
  /** Of scripts and connections. */
  readonly url?: string;
  /** Of cookies. */
  readonly name?: string;
  readonly type?: string;
  readonly host: string;
  readonly status: string;
  readonly first_page_url: string;
  readonly page_urls: readonly string[];
  readonly first_seen_at: string;
  readonly last_seen_at: string;
  readonly domain_reported_malicious?: boolean;
}

interface Violations {
  readonly samples: readonly { url: string; action: string }[];
}

async function call<T>(node: NodeProcess, method: string, path: string, body?: object): Promise<T> {
  const headers = { authorization: `Bearer ${node.token()}`, 'content-type': 'application/json' };
  const sent = body ? { body: JSON.stringify(body) } : {};
  const response = await fetch(`${node.api}${path}`, { method, headers, ...sent });
  return ((await response.json()) as { result: T }).result;
}

/** Polls until the response meets a condition. */
async function until<T>(read: () => Promise<T>, isDone: (response: T) => boolean): Promise<T> {
  let response = await read();
  await eventually('the response meets the condition', async () => {
    if (isDone(response)) return true;
    response = await read();
    return false;
  });
  return response;
}

/** A zone with a load balancer in front of the origin. */
async function createSite(node: NodeProcess, port: number): Promise<string> {
  const [account] = await call<{ id: string }[]>(node, 'GET', '/accounts');
  const zone = await call<{ id: string }>(node, 'POST', '/zones', { name: 'shop.test', account });
  const pool = await call<{ id: string }>(
    node,
    'POST',
    `/accounts/${account?.id}/load_balancers/pools`,
    { name: 'shop', origins: [{ name: 'only', address: '127.0.0.1', port }] },
  );
  await call(node, 'POST', `/zones/${zone.id}/load_balancers`, {
    name: HOST,
    default_pools: [pool.id],
    fallback_pool: pool.id,
  });
  return `/zones/${zone.id}/page_shield`;
}

/** The headers of a page, requested by a client that sends no reports. */
async function headersOf(node: NodeProcess, path: string): Promise<IncomingMessage['headers']> {
  const host = `${HOST}:${new URL(node.edge).port}`;
  const sent = request(node.edge + path, { headers: { host }, agent: false });
  const [response] = (await once(sent.end(), 'response')) as [IncomingMessage];
  return response.resume().headers;
}

/** Asserts that a time is between `from` and now. Times of the API are whole seconds. */
function assertSeen(time: string, from: number): void {
  const at = Date.parse(time);
  assert.ok(at > from - 1_000 && at <= Date.now(), `${time} is not when it was seen`);
}

describe('page monitoring of a node', () => {
  let shop: SampleShop;
  let home: NodeHome;
  let node: NodeProcess;
  let browser: Browser;
  let page: Page;
  /** The URL of the shop for visitors, and the path of its API resources. */
  let site: string;
  let base: string;
  let own: string;
  let foreign: string;
  let startedAt: number;
  const policies = new Map<string, string>();
  const firstSeen = new Map<string, string>();

  before(async () => {
    startedAt = Date.now();
    shop = await openSampleShop();
    home = await nodeHome();
    node = await home.start({ PALISADE_TRUSTED_PROXIES: '127.0.0.1/32' });
    browser = await openBrowser();
    page = await (await openContext(browser, visitor)).newPage();
    site = node.edge.replace('127.0.0.1', HOST);
    own = `${site}/js/shop.js?v=3`;
    foreign = lib('cdn.test');
    base = await createSite(node, shop.port);
    await call(node, 'PUT', base, { enabled: true });
    await until(
      () => headersOf(node, '/cart'),
      (headers) => 'content-security-policy-report-only' in headers,
    );
  });
  after(async () => {
    await browser?.close();
    await home?.remove();
    shop?.close();
  });

  const lib = (host: string) => `http://${host}:${shop.third}/lib.js`;

  const list = (what: string, status?: string) =>
    call<Item[]>(node, 'GET', `${base}/${what}${status ? `?status=${status}` : ''}`);

  /** Waits until a list has exactly these items. */
  async function listed(what: string, status: string, names: readonly string[]): Promise<Item[]> {
    const items = await until(
      () => list(what, status),
      ({ length }) => length >= names.length,
    );
    const found = items.map(({ url, name }) => url ?? name ?? '');
    assert.deepEqual(found.toSorted(), names.toSorted());
    return items;
  }

  /** Waits until the scripts of the page were reported: a browser may drop reports of a page that it leaves at once. */
  async function reporting(load: () => Promise<unknown>): Promise<void> {
    const reports = [own, foreign].map((url) =>
      page.waitForEvent(
        'requestfinished',
        (sent) => sent.postData()?.includes(`"${url}"`) ?? false,
      ),
    );
    await load();
    await page.waitForFunction("document.title === 'ready'");
    await Promise.all(reports);
  }

  async function createPolicies(): Promise<void> {
    for (const action of ['log', 'allow']) {
      const { id } = await call<{ id: string }>(node, 'POST', `${base}/policies`, {
        description: action,
        action,
        expression: `http.host eq "${HOST}" and http.request.uri.path eq "/pay/${action}"`,
        enabled: 'true',
        value: `script-src 'self' 'unsafe-inline' 'unsafe-eval' http://a.cdn.test:${shop.third}`,
      });
      policies.set(action, id);
    }
    await until(
      () => headersOf(node, '/pay/allow'),
      (headers) => 'content-security-policy' in headers,
    );
  }

  it('lists scripts, connections and cookies of a new page as infrequent', async () => {
    const from = Date.now();
    await reporting(() => page.goto(`${site}/cart?session=secret`));
    assert.deepEqual(await marksIn(page), ['inline', 'own', 'foreign']);
    const others = ['http://api', 'http://stats', 'http://xhr', 'ws://live'];
    const calls = others.map((start) => `${start}.test:${shop.third}`);
    const items = [
      ...(await listed('scripts', 'infrequent', [own, foreign])),
      ...(await listed('connections', 'infrequent', [site, ...calls])),
    ];
    for (const { id, host, status, first_page_url: firstPage, ...times } of items) {
      assert.deepEqual([host, status, firstPage], [HOST, 'infrequent', `${site}/cart`]);
      assertSeen(times.first_seen_at, from);
      assertSeen(times.last_seen_at, from);
      firstSeen.set(id, times.first_seen_at);
    }
    const [cookie] = await listed('cookies', 'infrequent', ['sid']);
    assert.deepEqual(
      [cookie?.host, cookie?.type, cookie?.first_page_url],
      [HOST, 'first_party', `${new URL(site).host}/cart`],
    );
    assertSeen(cookie?.last_seen_at ?? '', startedAt);
    for (const what of ['scripts', 'connections', 'cookies']) {
      assert.deepEqual(await list(what), [], what);
    }
  });

  it('makes scripts active that three visitors have loaded', async () => {
    for (const load of [2, 3]) {
      await page.setExtraHTTPHeaders({ 'x-forwarded-for': `192.0.2.${load}` });
      await reporting(() => page.reload());
      assert.deepEqual(await marksIn(page), ['inline', 'own', 'foreign'], `load ${load}`);
    }
    await listed('scripts', 'active', [own, foreign]);
  });

  it('adds pages to active scripts, and lists scripts that were loaded once as infrequent', async () => {
    await createPolicies();
    await reporting(() => page.goto(`${site}/pay/log`));
    assert.deepEqual(await marksIn(page), ['own', 'foreign', 'evaluated'], 'log refuses nothing');
    const from = Date.now();
    await reporting(() => page.goto(`${site}/pay/allow`));
    assert.deepEqual(await marksIn(page), ['own', 'evaluated'], 'allow refuses unlisted sources');
    // A host without wildcard covers neither its parent nor its subdomains.
    const hosts = ['a.cdn.test', 'cdn.test', 'b.a.cdn.test'];
    assert.deepEqual(await addScripts(page, shop, hosts), ['runs', 'refused', 'refused']);

    for (const { id } of await listed('scripts', 'active', [own, foreign])) {
      const item = await until(
        () => call<Item>(node, 'GET', `${base}/scripts/${id}`),
        (found) => found.page_urls.length >= 3,
      );
      assert.deepEqual([item.host, item.status], [HOST, 'active']);
      assert.equal(item.first_page_url, `${site}/cart`);
      assert.deepEqual(item.page_urls, [`${site}/pay/allow`, `${site}/pay/log`, `${site}/cart`]);
      assert.equal(item.first_seen_at, firstSeen.get(id));
      assertSeen(item.last_seen_at, from);
    }
    await listed('scripts', 'infrequent', [lib('a.cdn.test'), lib('b.a.cdn.test')]);
  });

  it('marks scripts whose domain is in a threat feed that was imported while the node runs', async () => {
    await withThreatFeeds(readSettings({ PALISADE_DATA_DIR: home.dataDir }), (feeds) =>
      feeds.import('live', async (add) => {
        await add([{ kind: 'domain', value: 'a.cdn.test', categories: ['Malware'] }]);
        return { source: '-', format: 'domains', contentHash: '', importedBy: '' };
      }),
    );
    const marked = await until(
      async () => {
        const items = await list('scripts', 'active,infrequent');
        return items.filter((item) => item.domain_reported_malicious).map(({ url }) => url);
      },
      ({ length }) => length > 0,
    );
    assert.deepEqual(marked.toSorted(), [lib('a.cdn.test'), lib('b.a.cdn.test')]);
  });

  it('records the violations of each policy', async () => {
    const expected = { log: [foreign], allow: [lib('b.a.cdn.test'), foreign] };
    for (const [action, urls] of Object.entries(expected)) {
      const { samples } = await until(
        () => call<Violations>(node, 'GET', `${base}/policies/${policies.get(action)}/violations`),
        (found) => found.samples.length >= urls.length,
      );
      assert.deepEqual(samples.map(({ url }) => url).toSorted(), urls);
      assert.ok(samples.every((sample) => sample.action === action));
    }
    assert.equal(await node.end(), 0);
  });
});
