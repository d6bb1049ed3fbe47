import { gzipSync } from 'node:zlib';
import type { CDPSession, Page } from 'playwright-core';
import { type DashboardSite, openDashboardSite } from '../test/support/dashboard-site.ts';
import { servePartsPage } from '../test/support/parts-page.ts';
import { type Benchmark, type Figure, lowerQuartile } from './support/benchmark.ts';

const ROUNDS = 7;
const SLOWDOWN = 4;
const MOST_KB = 200;
const INTERACTIVE_MS = 1_000;
const LONGEST_FRAME_MS = 50;
const FRAMES = 120;
/** 36,000 pixels a second, faster than a hand with a wheel. */
const STEP_PX = 600;

/** What the overview of a zone costs a browser before it can be used, and how long lists scroll. */
export const dashboard: Benchmark = {
  name: 'dashboard',
  what: `first load with a processor slowed ${SLOWDOWN} ×, and a table of 100,000 rows that scrolls; lower quartiles of ${ROUNDS} rounds`,
  async run() {
    const site = await openDashboardSite();
    try {
      return [...(await firstLoad(site)), ...(await scrolling(site))];
    } finally {
      await site.close();
    }
  },
};

async function firstLoad({ site, ...browsers }: DashboardSite): Promise<Figure[]> {
  const path = `/zones/${site.zoneId}`;
  const first = await browsers.open(path);
  const times: number[] = [];
  const work: number[] = [];
  let scriptKb = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const page = await first.context().newPage();
    const client = await openClient(page);
    await client.send('Network.setCacheDisabled', { cacheDisabled: true });
    await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.addInitScript(recordShown);
    const scripts: Promise<Buffer>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.body());
    });
    await page.goto(site.node.origin + path);
    await page.locator('[data-shown-at]').waitFor({ state: 'attached' });
    times.push(Number(await page.locator('html').getAttribute('data-shown-at')));
    work.push(await processorTime(client));
    const sizes = (await Promise.all(scripts)).map((script) => gzipSync(script).length);
    scriptKb = sizes.reduce((sum, size) => sum + size, 0) / 1000;
    await page.close();
  }
  return [
    ...within('script until the overview is shown, gzip', 'KB', MOST_KB, scriptKb),
    ...within('overview is shown and interactive', 'ms', INTERACTIVE_MS, lowerQuartile(times)),
    { what: 'processor time of its main thread', value: lowerQuartile(work), unit: 'ms' },
  ];
}

/** The developer tools of a page; they count processor time. */
async function openClient(page: Page): Promise<CDPSession> {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  return client;
}

/** Of the main thread of a page so far, in milliseconds. It depends less than time on what else the machine does. */
async function processorTime(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

/** Writes into the document when its content was shown and the main thread was free after it, in milliseconds since the navigation. */
const recordShown = `
  const observer = new MutationObserver(() => {
    if (!document.querySelector('main h1') || !document.querySelector('main canvas')) return;
    if (document.querySelector('.skeleton')) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => {
      document.documentElement.dataset.shownAt = performance.now();
    }));
  });
  observer.observe(document, { childList: true, subtree: true });`;

/** The table part itself, because no page has so many rows before somebody has asked for them. */
async function scrolling({ site, browser }: DashboardSite): Promise<Figure[]> {
  const parts = await servePartsPage(site.node.origin);
  const page = await browser.newPage({ locale: 'en-GB' });
  try {
    await page.goto(parts.url);
    await page.locator('.table-virtual').scrollIntoViewIfNeeded();
    const client = await openClient(page);
    const before = await processorTime(client);
    const longest: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      longest.push(Number(await page.evaluate(longestFrame)));
    }
    const perFrame = ((await processorTime(client)) - before) / (ROUNDS * FRAMES);
    const what = 'longest frame while 100,000 rows scroll';
    return [
      ...within(what, 'ms', LONGEST_FRAME_MS, lowerQuartile(longest)),
      { what: 'processor time of the main thread per frame', value: perFrame, unit: 'ms' },
    ];
  } finally {
    await page.close();
    await parts.close();
  }
}

const longestFrame = `new Promise((resolve) => {
  const area = document.querySelector('.table-virtual');
  area.scrollTop = 0;
  let [frames, last, longest] = [0, 0, 0];
  const next = (time) => {
    if (last > 0) longest = Math.max(longest, time - last);
    last = time;
    area.scrollTop += ${STEP_PX};
    if (++frames < ${FRAMES}) requestAnimationFrame(next);
    else resolve(longest);
  };
  requestAnimationFrame(next);
})`;

function within(what: string, unit: string, limit: number, value: number): Figure[] {
  return [
    { what, value, unit },
    { what: `left of ${limit} ${unit}`, value: limit - value, unit, floor: 0 },
  ];
}
