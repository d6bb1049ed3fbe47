import { gzipSync } from 'node:zlib';
import type { CDPSession, Page } from 'playwright-core';
import { type DashboardSite, openDashboardSite } from '../test/support/dashboard-site.ts';
import { servePartsPage } from '../test/support/parts-page.ts';
import { type Benchmark, type Figure, lowerQuartile, median } from './support/benchmark.ts';

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
  what: `first load with a processor slowed ${SLOWDOWN} ×, and a table of 100,000 rows that scrolls; lower quartiles of ${ROUNDS} rounds, the longest frame as median`,
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
  // Its polling would take part of the processor.
  await first.goto('about:blank');
  const address = site.node.origin + path;
  const scriptKb = await scriptSize(await first.context().newPage(), address);
  const times: number[] = [];
  const work: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await first.context().newPage();
    const client = await openClient(page);
    await client.send('Network.setCacheDisabled', { cacheDisabled: true });
    await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    times.push(await timeUntilShown(page, client, address));
    work.push(await processorTime(client));
    await page.close();
  }
  return [
    ...within('script until the overview is shown, gzip', 'KB', MOST_KB, scriptKb),
    ...within('overview is shown and interactive', 'ms', INTERACTIVE_MS, lowerQuartile(times)),
    { what: 'processor time of its main thread', value: lowerQuartile(work), unit: 'ms' },
  ];
}

/** In a load of its own, because reading responses takes processor time of the page. */
async function scriptSize(page: Page, address: string): Promise<number> {
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body());
  });
  await timeUntilShown(page, await openClient(page), address);
  const sizes = (await Promise.all(scripts)).map((script) => gzipSync(script).length);
  await page.close();
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

/** In milliseconds since the navigation. A locator that waits for the content would use processor time of the page. */
async function timeUntilShown(page: Page, client: CDPSession, address: string): Promise<number> {
  await client.send('Runtime.enable');
  await client.send('Runtime.addBinding', { name: 'shown' });
  const shown = new Promise<number>((resolve) => {
    client.on('Runtime.bindingCalled', ({ payload }) => resolve(Number(payload)));
  });
  await page.addInitScript(reportShown);
  await page.goto(address, { waitUntil: 'commit' });
  return await shown;
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

/** Reports when the content was shown and the main thread was free after it. */
const reportShown = `
  const observer = new MutationObserver(() => {
    if (!document.querySelector('main h1') || !document.querySelector('main canvas')) return;
    if (document.querySelector('.skeleton')) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => shown(String(performance.now()))));
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
      ...within(what, 'ms', LONGEST_FRAME_MS, median(longest)),
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
