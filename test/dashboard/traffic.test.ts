/** Figures of the traffic, and requests as they happen. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openDashboard } from '../support/dashboard.ts';
import { type DashboardSite, openDashboardSite } from '../support/dashboard-site.ts';
import { eventually } from '../support/eventually.ts';

describe('traffic in the dashboard', () => {
  let dashboard: DashboardSite;
  let base: string;

  before(async () => {
    dashboard = await openDashboardSite();
    base = `/zones/${dashboard.site.zoneId}`;
  });
  after(() => dashboard.close());

  it('is drawn in browsers that report no valid language', async () => {
    const page = await dashboard.visit('/');
    await page.addInitScript(
      "Object.defineProperty(Navigator.prototype, 'language', { get: () => 'en-US@posix' })",
    );
    await openDashboard(page, dashboard.site.node, base);
    await page.getByRole('figure', { name: 'Requests by status' }).waitFor();
    await page.close();
  });

  it('is counted, and a click limits the chart to a value', async () => {
    const { totals } = await dashboard.site.api('GET', `${base}/traffic/timeseries?by=action`);
    const page = await dashboard.open(`${base}/traffic/analytics`);
    const figures = page.locator('.key-figures');
    await figures.getByRole('link', { name: String(totals.requests), exact: true }).waitFor();
    await page.getByRole('region', { name: 'Action' }).getByRole('link', { name: 'block' }).click();
    const chart = page.getByRole('figure', { name: 'Requests by action' });
    const legend = chart.locator('.chart-legend li');
    await page.getByRole('button', { name: 'Action is block' }).waitFor();
    assert.deepEqual(await legend.allInnerTexts(), [`block\n${totals.counts.block}`]);
    assert.match(page.url(), /filter=action:block/);
    await page.reload();
    await legend.first().waitFor();
    assert.equal(await legend.count(), 1);

    await page
      .getByRole('region', { name: 'Top paths' })
      .getByRole('link', { name: 'Security events: /wp-login.php' })
      .click();
    await page.getByRole('heading', { name: 'Security events' }).waitFor();
    await page.getByRole('button', { name: 'Path is /wp-login.php' }).waitFor();
    await page.close();
  });

  it('is zoomed by dragging over a chart', async () => {
    const page = await dashboard.open(`${base}/traffic/analytics?since=-1h`);
    const plot = page.getByRole('figure', { name: 'Bytes' }).locator('.u-over');
    const box = await plot.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width / 4, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + 20);
    await page.mouse.up();
    await page.waitForURL(/since=20.*until=20/);
    await page.close();
  });

  const rowOf = (page: Page, path: string) =>
    page.getByRole('region', { name: 'Requests' }).locator('tbody tr', { hasText: path });

  /** Requests that are sent before the stream reads are not part of it, so they are sent until one is shown. */
  async function untilShown(page: Page, path: string, ...before: string[]): Promise<void> {
    await eventually(`${path} is shown`, async () => {
      for (const each of [...before, path]) await dashboard.site.visit(each);
      return (await rowOf(page, path).count()) > 0;
    });
  }

  it('is shown live, as far as it matches the filter', async () => {
    const page = await dashboard.open(`${base}/traffic/live`);
    await untilShown(page, '/just-now');
    const form = page.getByRole('form', { name: 'Add a filter' });
    await form.getByLabel('Operator').selectOption({ label: 'starts with' });
    await form.getByLabel('Value').fill('/wanted');
    await form.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('button', { name: 'Path starts with /wanted' }).waitFor();
    await untilShown(page, '/wanted/this', '/other');
    assert.equal(await rowOf(page, '/other').count(), 0);
    await rowOf(page, '/wanted/this').first().getByRole('button').first().click();
    await page.getByRole('heading', { name: 'GET /wanted/this' }).waitFor();
    await page.close();
  });

  it('is refused with the reason if the filter is invalid', async () => {
    const page = await dashboard.open(`${base}/traffic/live?filter=EdgeResponseStatus:many`);
    await page
      .getByRole('alert')
      .getByText(/expected an integer/)
      .waitFor();
    await page.close();
  });

  it('waits while the list is paused', async () => {
    const page = await dashboard.open(`${base}/traffic/live`);
    await untilShown(page, '/first');
    await page.getByRole('button', { name: 'Pause' }).click();
    await eventually('a request waits', async () => {
      await dashboard.site.visit('/second');
      return await page.getByText(/Paused, [1-9]\d* new/).isVisible();
    });
    assert.equal(await rowOf(page, '/second').count(), 0);
    await page.getByRole('button', { name: 'Resume' }).click();
    await rowOf(page, '/second').first().waitFor();
    await page.close();
  });

  it('is shown live again after the node was away', async () => {
    const page = await dashboard.open(`${base}/traffic/live`);
    await untilShown(page, '/before');
    await dashboard.site.restart();
    await untilShown(page, '/after');
    await page.close();
  });
});
