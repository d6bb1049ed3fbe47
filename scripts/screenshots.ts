/**
 * Takes screenshots of every page of the dashboard and of its panels, with data that was made through the API and the edge. Look at each of them after a
 * change to the frame or to a part.
 *
 *     npm run screenshots [-- FOLDER]
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { type DashboardSite, openDashboardSite } from '../test/support/dashboard-site.ts';
import { eventually } from '../test/support/eventually.ts';
import { overflowAt, untilShown } from '../test/support/page-checks.ts';
import { panelSubjects } from '../test/support/panel-subjects.ts';
import { servePartsPage } from '../test/support/parts-page.ts';
import type { RuledSite } from '../test/support/ruled-site.ts';
import { fillShop } from '../test/support/shop-data.ts';

const themes = ['light', 'dark'] as const;
const widths = [1280, 375];

const { values, positionals } = parseArgs({
  options: { help: { type: 'boolean', default: false } },
  allowPositionals: true,
});
if (values.help || positionals.length > 1) {
  process.stdout.write(`Usage: npm run screenshots [-- FOLDER]
Starts a node of its own, makes zones, rules, visits and attacks, and takes every page of the dashboard, its panels, the sign-in and the
page of all parts in both themes, ${widths.join(' and ')} pixels wide. They are written to FOLDER (default build/screenshots), which may exist.
`);
  process.exit(values.help ? 0 : 2);
}
const [folder = 'build/screenshots'] = positionals;
mkdirSync(folder, { recursive: true });

interface Subject {
  readonly name: string;
  readonly url: string;
}

const dashboard = await openDashboardSite();
try {
  process.stdout.write('making data …\n');
  await fillShop(dashboard.site);
  await takeAll(dashboard);
} finally {
  await dashboard.close();
}

async function takeAll({ site, ...browsers }: DashboardSite): Promise<void> {
  const { origin } = site.node;
  const signIn = await browsers.visit('/');
  await takeEach(signIn, [{ name: 'sign-in', url: origin }]);
  await signIn.close();
  const page = await browsers.open(`/zones/${site.zoneId}?since=-15m`);
  await untilShown(page);
  await takeEach(page, await subjectsOf(page, origin), site);
  const panels = await panelSubjects(site);
  await takeEach(
    page,
    panels.map(({ name, path }) => ({ name: `panel-${name}`, url: origin + path })),
  );
  await page.close();
  await takeParts(
    origin,
    await browsers.browser.newPage({ locale: 'en-GB', reducedMotion: 'reduce' }),
  );
}

/** The pages that the navigation leads to: `zone-overview`, `account-tokens`. */
async function subjectsOf(page: Page, origin: string): Promise<Subject[]> {
  const links = await page.getByRole('navigation', { name: 'Pages' }).locator('ul a').all();
  return Promise.all(
    links.map(async (link) => {
      const url = new URL((await link.getAttribute('href')) ?? '/', origin);
      const [, scopes = '', , ...below] = url.pathname.split('/');
      const words = [scopes.replace(/s$/, ''), ...below];
      return { name: words.length > 1 ? words.join('-') : `${words[0]}-overview`, url: url.href };
    }),
  );
}

async function takeParts(origin: string, page: Page): Promise<void> {
  const parts = await servePartsPage(origin);
  await takeEach(page, [{ name: 'parts', url: parts.url }]);
  await page.close();
  await parts.close();
}

async function takeEach(page: Page, subjects: readonly Subject[], site?: RuledSite): Promise<void> {
  for (const [n, { name, url }] of subjects.entries()) {
    process.stdout.write(`${name} (${n + 1} of ${subjects.length})\n`);
    await page.goto(url);
    await page.locator('main').getByRole('heading').first().waitFor();
    if (name !== 'parts') await untilShown(page);
    if (name === 'zone-traffic-live' && site) await untilRequestsShown(page, site);
    for (const width of widths) {
      const excess = await overflowAt(page, width);
      if (excess > 0) process.stderr.write(`${name} is ${excess} pixels wider than ${width}\n`);
      // What is as high as the window is as high as the picture.
      await page.setViewportSize({ width, height: await heightOf(page) });
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme });
        const path = join(folder, `${name}-${width}-${colorScheme}.png`);
        await page.screenshot({ path });
      }
    }
  }
}

/** Requests before the stream reads are not part of it, so they are sent until some are shown. */
async function untilRequestsShown(page: Page, site: RuledSite): Promise<void> {
  const rows = page.getByRole('region', { name: 'Requests' }).locator('tbody tr');
  await eventually('requests are shown', async () => {
    for (const path of ['/', '/products', '/wp-login.php', '/cart']) await site.visit(path);
    return (await rows.count()) >= 8;
  });
}

async function heightOf(page: Page): Promise<number> {
  return Number(await page.evaluate('document.documentElement.scrollHeight'));
}
