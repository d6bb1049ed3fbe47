/** A sample shop behind the edge in a real browser: which resources it reports, and which it refuses to load. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import type { PageMonitoringSection } from '../../src/contracts/snapshot/page-monitoring-section.ts';
import { openBrowser, openContext, visitor } from '../support/browser.ts';
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

  /** Opens a page of the shop; `scriptsRun` returns the scripts that have run in it. */
  async function visiting(
    url: string,
    pageMonitoring: PageMonitoringSection,
    use: (page: Page, scriptsRun: () => Promise<unknown>) => Promise<void>,
  ): Promise<void> {
    await configure(pageMonitoring);
    const context = await openContext(browser, { ...visitor, ignoreHTTPSErrors: true });
    try {
      const page = await context.newPage();
      await openShopPage(page, url);
      await use(page, () => marksIn(page));
    } finally {
      await context.close();
    }
  }

  /** The distinct observations so far. */
  function seen(): string[] {
    edge.flush();
    const names = edge.observations.map(
      (each) => `${each.kind} ${each.kind === 'cookie' ? each.name : each.url}`,
    );
    return [...new Set(names)].toSorted();
  }

  /**
   * Waits for the expected observations, then for one more script that this function adds. Reports arrive in order, so
   * all earlier ones of the page have arrived by then.
   */
  async function observed(page: Page, expected: readonly string[]): Promise<string[]> {
    const isThere = (each: string) => seen().includes(each);
    await eventually(`${expected.join(', ')} were seen`, () => expected.every(isThere));
    lasts += 1;
    const last = `last-${lasts}.cdn.test`;
    await addScripts(page, shop, [last]);
    const added = `script http://${last}:${third}/lib.js`;
    await eventually('the added script was reported', () => isThere(added));
    return seen().filter((each) => each !== added);
  }

  it('reports every script and connection, with host and page', async () => {
    const url = `http://www.shop.test:${edge.port}/cart?session=secret`;
    await visiting(url, pagesOf(), async (page, scriptsRun) => {
      assert.deepEqual(await scriptsRun(), ['inline', 'own', 'foreign']);
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

  it('reports paths of connections if the zone records them', async () => {
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
    it(`a policy with the action ${action} reports unlisted sources: ${ran.join(', ')} run`, async () => {
      const policies = [
        policyOf(
          action,
          action,
          "script-src 'self' 'unsafe-inline'",
          'http.request.uri.path eq "/pay"',
        ),
      ];
      const url = `http://shop.test:${edge.port}/pay?card=secret`;
      await visiting(url, pagesOf({ isMonitored: false, policies }), async (_page, scriptsRun) => {
        assert.deepEqual(await scriptsRun(), ran);
        await eventually('two violations were reported', () => {
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

  it('a host without wildcard covers neither its parent nor its subdomains', async () => {
    const value = `script-src 'self' 'unsafe-inline' 'unsafe-eval' http://a.cdn.test:${third}`;
    const policies = [policyOf('hosts', 'allow', value)];
    const url = `http://shop.test:${edge.port}/pay`;
    await visiting(url, pagesOf({ isMonitored: false, policies }), async (page, scriptsRun) => {
      assert.deepEqual(await scriptsRun(), ['own', 'evaluated']);
      const hosts = ['a.cdn.test', 'cdn.test', 'b.a.cdn.test', 'c.cdn.test'];
      const outcomes = await addScripts(page, shop, hosts);
      assert.deepEqual(outcomes, ['runs', 'refused', 'refused', 'refused']);
    });
  });

  it('a cached page gets the current policies', async () => {
    const pages = (action: 'log' | 'allow') =>
      pagesOf({ isMonitored: false, policies: [policyOf(action, action, "script-src 'self'")] });
    const url = `http://shop.test:${edge.port}/cart`;
    await visiting(url, pages('log'), async (page, scriptsRun) => {
      assert.deepEqual(await scriptsRun(), ['inline', 'own', 'foreign']);
      await configure(pages('allow'));
      await page.goto(url);
      assert.deepEqual(await scriptsRun(), ['own']);
    });
  });

  it('a worker is subject to the policies of its page', async () => {
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
        // The browser blocks this script as mixed content, but reports it.
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
