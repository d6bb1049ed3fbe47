/** A sample shop behind the edge as a real browser meets it: what it reports, what it is kept from. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import type { PageMonitoringSection } from '../../src/contracts/snapshot/page-monitoring-section.ts';
import { openBrowser, visitor } from '../support/browser.ts';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { pagesOf, policyOf } from '../support/page-policies.ts';
import {
  addScripts,
  marksIn,
  openSampleShop,
  openShopPage,
  type SampleShop,
} from '../support/sample-shop.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';

const folder = fileURLToPath(new URL('../fixtures/tls', import.meta.url));

describe('page monitoring in a browser', () => {
  let shop: SampleShop;
  let edge: TestEdge;
  let site: ReturnType<typeof siteOf>;
  let browser: Browser;
  let third: number;
  let lasts = 0;

  before(async () => {
    shop = await openSampleShop();
    third = shop.third;
    site = siteOf('shop.test', [originOf(shop.port)]);
    const tlsPort = await freePort();
    edge = await openTestEdge(
      { pools: [site.pool] },
      {
        pages: { sampleRate: 1, reportingHost: `reports.other.test:${tlsPort}` },
        tls: { host: '127.0.0.1', port: tlsPort, folder },
      },
    );
    browser = await openBrowser();
  });
  afterEach(() => {
    edge.flush();
    edge.observations.length = 0;
    edge.violations.length = 0;
  });
  after(async () => {
    await browser?.close();
    shop.close();
    await edge.close();
  });

  async function configure(pageMonitoring: PageMonitoringSection): Promise<void> {
    const sections = { ...site.zone.sections, pageMonitoring };
    await edge.apply({ zones: [{ ...site.zone, sections }] });
  }

  /** Opens a page of the shop; `effects` says which scripts have run in it. */
  async function visiting(
    url: string,
    pageMonitoring: PageMonitoringSection,
    use: (page: Page, effects: () => Promise<unknown>) => Promise<void>,
  ): Promise<void> {
    await configure(pageMonitoring);
    const context = await browser.newContext({ ...visitor, ignoreHTTPSErrors: true });
    try {
      const page = await context.newPage();
      await openShopPage(page, url);
      await use(page, () => marksIn(page));
    } finally {
      await context.close();
    }
  }

  /** What was seen so far, each once. */
  function seen(): string[] {
    edge.flush();
    const names = edge.observations.map(
      (each) => `${each.kind} ${each.kind === 'cookie' ? each.name : each.url}`,
    );
    return [...new Set(names)].toSorted();
  }

  /**
   * Waits until all of these were seen, and then one more thing, which the test itself adds: what the
   * page has done before that was seen by now, too.
   */
  async function observed(page: Page, expected: readonly string[]): Promise<string[]> {
    const isThere = (each: string) => seen().includes(each);
    await eventually(`${expected.join(', ')} were seen`, () => expected.every(isThere));
    lasts += 1;
    const last = `last-${lasts}.cdn.test`;
    await addScripts(page, shop, [last]);
    const added = `script http://${last}:${third}/lib.js`;
    await eventually('the last thing was seen', () => isThere(added));
    return seen().filter((each) => each !== added);
  }

  it('tells every script and connection, with host and page', async () => {
    const url = `http://www.shop.test:${edge.port}/cart?session=secret`;
    await visiting(url, pagesOf(), async (page, effects) => {
      assert.deepEqual(await effects(), ['inline', 'own', 'foreign']);
      const host = `http://www.shop.test:${edge.port}`;
      const expected = [
        `connection http://api.test:${third}`,
        `connection http://stats.test:${third}`,
        `connection ${host}`,
        `connection http://xhr.test:${third}`,
        `connection ws://live.test:${third}`,
        'cookie sid',
        `script http://cdn.test:${third}/lib.js`,
        `script ${host}/js/shop.js?v=3`,
      ];
      assert.deepEqual(await observed(page, expected), expected);
      const resources = edge.observations.filter(({ kind }) => kind !== 'cookie');
      for (const { host: on, pageUrl } of resources) {
        assert.deepEqual([on, pageUrl], ['www.shop.test', `${host}/cart`]);
      }
      assert.doesNotMatch(JSON.stringify(edge.observations), /secret/);
      assert.deepEqual(edge.violations, []);
    });
  });

  it('tells paths of connections where the zone wants them', async () => {
    const url = `http://shop.test:${edge.port}/cart`;
    await visiting(url, pagesOf({ keepsConnectionPaths: true }), async (page) => {
      await observed(page, [
        `connection http://api.test:${third}/v1/prices?currency=eur`,
        `connection ws://live.test:${third}/chat`,
      ]);
    });
  });

  const cases = [
    { action: 'allow', ran: ['own'] },
    { action: 'log', ran: ['own', 'foreign', 'evaluated'] },
  ] as const;
  for (const { action, ran } of cases) {
    it(`a policy that is to ${action} tells what is not listed: ${ran.join(', ')} run`, async () => {
      const policies = [
        policyOf(
          action,
          action,
          "script-src 'self' 'unsafe-inline'",
          'http.request.uri.path eq "/pay"',
        ),
      ];
      const url = `http://shop.test:${edge.port}/pay?card=secret`;
      await visiting(url, pagesOf({ isMonitored: false, policies }), async (_page, effects) => {
        assert.deepEqual(await effects(), ran);
        await eventually('two violations came', () => {
          edge.flush();
          return edge.violations.length >= 2;
        });
        const found = edge.violations.map(({ zoneId, fields }) => {
          const { Timestamp: _, ...rest } = fields;
          return { zoneId, ...rest };
        });
        const common = {
          zoneId: 'shop.test',
          Action: action,
          Host: 'shop.test',
          PageURL: `http://shop.test:${edge.port}/pay`,
          PolicyID: action,
          ResourceType: 'script',
          URLContainsCDNCGIPath: false,
        };
        assert.deepEqual(
          found.toSorted((a, b) => a.URL.localeCompare(b.URL)),
          [
            { ...common, CSPDirective: 'script-src', URL: 'eval', URLHost: '' },
            {
              ...common,
              CSPDirective: 'script-src-elem',
              URL: `http://cdn.test:${third}/lib.js`,
              URLHost: 'cdn.test',
            },
          ],
        );
        assert.deepEqual(edge.observations, []);
      });
    });
  }

  it('a host without wildcard does not cover what is above or below it', async () => {
    const value = `script-src 'self' 'unsafe-inline' 'unsafe-eval' http://a.cdn.test:${third}`;
    const policies = [policyOf('hosts', 'allow', value)];
    const url = `http://shop.test:${edge.port}/pay`;
    await visiting(url, pagesOf({ isMonitored: false, policies }), async (page, effects) => {
      assert.deepEqual(await effects(), ['own', 'evaluated']);
      const hosts = ['a.cdn.test', 'cdn.test', 'b.a.cdn.test', 'c.cdn.test'];
      const outcomes = await addScripts(page, shop, hosts);
      assert.deepEqual(outcomes, ['runs', 'refused', 'refused', 'refused']);
    });
  });

  it('a page that the browser has stored keeps to the policies of now', async () => {
    const pages = (action: 'log' | 'allow') =>
      pagesOf({ isMonitored: false, policies: [policyOf(action, action, "script-src 'self'")] });
    const url = `http://shop.test:${edge.port}/cart`;
    await visiting(url, pages('log'), async (page, effects) => {
      assert.deepEqual(await effects(), ['inline', 'own', 'foreign']);
      await configure(pages('allow'));
      await page.goto(url);
      assert.deepEqual(await effects(), ['own']);
    });
  });

  it('a worker keeps to the policies that its page keeps to', async () => {
    const policies = [policyOf('calls', 'allow', "connect-src 'self'")];
    const url = `http://shop.test:${edge.port}/pay`;
    await visiting(url, pagesOf({ isMonitored: false, policies }), async (page) => {
      const outcome = await page.evaluate(`new Promise((resolve) => {
        const worker = new Worker('/worker/call.js');
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = () => resolve('failed');
      })`);
      assert.equal(outcome, 'refused');
    });
  });

  it('reports over TLS to the host that all zones share', async () => {
    const url = `https://shop.test:${edge.tlsPort}/pay?tls`;
    await visiting(url, pagesOf({ usesSharedEndpoint: true }), async (page) => {
      const scripts = [
        // The browser itself refuses this one, which comes over plain HTTP, but tells of it.
        `script http://cdn.test:${third}/lib.js`,
        `script https://shop.test:${edge.tlsPort}/js/shop.js?v=3`,
      ];
      const found = await observed(page, scripts);
      assert.deepEqual(
        found.filter((each) => /^script /.test(each)),
        scripts,
      );
    });
  });
});
