import assert from 'node:assert/strict';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser, openContext } from './browser.ts';
import { buildDashboard, openDashboard } from './dashboard.ts';
import { watchPage } from './page-checks.ts';
import { openRuledSite, type RuledSite } from './ruled-site.ts';
import { protectShop, visitShop } from './shop-traffic.ts';

/** Headless browsers take an invalid language from the environment. Pictures and clicks do not wait for animations. */
const look = { locale: 'en-GB', reducedMotion: 'reduce' } as const;

/** A node with the zone `shop.test`, its traffic and blocked attacks, and browsers that look at its dashboard. */
export interface DashboardSite {
  readonly site: RuledSite;
  readonly browser: Browser;
  /** Opens a path in a browser of its own, without a session. */
  visit(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** The same, signed in as the administrator. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Opens a path in another tab of the same browser. */
  openTab(page: Page, path: string): Promise<Page>;
  /** Also fails if a page has violated its policy, logged an error, or called another origin. */
  close(): Promise<void>;
}

export async function openDashboardSite(): Promise<DashboardSite> {
  await buildDashboard();
  const site = await openRuledSite();
  try {
    await protectShop(site);
    await visitShop(site);
    return dashboardOf(site, await openBrowser());
  } catch (error) {
    await site.close();
    throw error;
  }
}

function dashboardOf(site: RuledSite, browser: Browser): DashboardSite {
  const watched: (readonly string[])[] = [];

  const newContext = (options?: BrowserContextOptions) =>
    openContext(browser, { ...look, ...options });

  async function newPage(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    watched.push(await watchPage(page, site.node.origin));
    return page;
  }

  async function openIn(context: BrowserContext, path: string): Promise<Page> {
    const page = await newPage(context);
    await page.goto(site.node.origin + path);
    return page;
  }

  return {
    site,
    browser,
    async visit(path, options) {
      return await openIn(await newContext(options), path);
    },
    async open(path, options) {
      const page = await newPage(await newContext(options));
      await openDashboard(page, site.node, path);
      return page;
    },
    openTab: (page, path) => openIn(page.context(), path),
    async close() {
      await browser.close();
      await site.close();
      assert.deepEqual(watched.flat(), []);
    },
  };
}
