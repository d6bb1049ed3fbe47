/** What holds on every page of the navigation: a page that is added there is covered here. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type DashboardSite, openDashboardSite } from '../support/dashboard-site.ts';
import {
  accessibilityIssues,
  overflowAt,
  overlapsAt,
  untilShown,
  watchPage,
} from '../support/page-checks.ts';
import { panelSubjects } from '../support/panel-subjects.ts';
import { fillShop } from '../support/shop-data.ts';

/** A phone, a desktop, and a desktop that shows everything twice as large. */
const widths = [375, 640, 1280];

describe('every page of the dashboard', () => {
  let dashboard: DashboardSite;

  before(async () => {
    dashboard = await openDashboardSite();
  });
  after(() => dashboard.close());

  it('is accessible in both themes and fits phones and desktops', async (test) => {
    const { site } = dashboard;
    const page = await dashboard.open(`/zones/${site.zoneId}`);
    const links = page.getByRole('navigation', { name: 'Pages' }).locator('ul a');
    // Those of the account come when the zone is known.
    await untilShown(page);
    const paths = await Promise.all(
      (await links.all()).map(async (link) => (await link.getAttribute('href')) ?? ''),
    );
    assert.ok(paths.some((path) => path.startsWith('/accounts/')));
    assert.ok(paths.some((path) => path.startsWith('/zones/')));
    for (const path of paths) {
      await test.test(path.replace(/[0-9a-f]{32}/, '…'), () => checkPage(page, path));
    }
  });

  it('is no worse with an open panel or tab, and in the first run', async (test) => {
    const { site } = dashboard;
    await fillShop(site);
    const page = await dashboard.open('/');
    for (const { name, path } of await panelSubjects(site)) {
      await test.test(name, async () => {
        await page.goto(site.node.origin + path);
        await untilShown(page);
        await assertLook(page);
      });
    }
  });

  it('has a sign-in before it that is no worse', async () => {
    const page = await dashboard.visit('/');
    await page.getByLabel('API token').waitFor();
    await assertLook(page);
  });

  async function checkPage(page: Page, path: string): Promise<void> {
    await page.goto(dashboard.site.node.origin + path);
    await untilShown(page);
    assert.equal(await page.getByRole('alert').count(), 0, 'the page shows an error');
    await assertLook(page);
  }

  it('is checked by tests that find what is wrong', async () => {
    const context = await dashboard.browser.newContext();
    const page = await context.newPage();
    const problems = await watchPage(page, dashboard.site.node.origin);
    await page.goto(dashboard.site.node.origin);
    await page.evaluate(`
      document.body.insertAdjacentHTML('beforeend', '<p style="color: red">late</p>');
      document.head.append(Object.assign(document.createElement('script'), { textContent: '1' }));
      fetch('http://third.test/').catch(() => console.error('refused'));`);
    for (const expected of ['style-src', 'script-src', 'third.test', 'refused']) {
      assert.ok(
        problems.some((problem) => problem.includes(expected)),
        `${expected}: ${problems}`,
      );
    }
    await page.evaluate("document.body.insertAdjacentHTML('beforeend', '<button></button>')");
    const issues = await accessibilityIssues(page);
    assert.deepEqual(
      issues.map((issue) => issue.split(': ').slice(0, 2)),
      [
        ['light', 'button-name'],
        ['dark', 'button-name'],
      ],
    );
    await page.evaluate("document.body.lastChild.style.width = '500px'");
    assert.equal(await overflowAt(page, 400), 100);
    await context.close();
  });
});

async function assertLook(page: Page): Promise<void> {
  for (const width of widths) {
    assert.ok((await overflowAt(page, width)) <= 0, `the page is wider than ${width} pixels`);
    assert.deepEqual(await overlapsAt(page, width), [], `at ${width} pixels`);
  }
  assert.deepEqual(await accessibilityIssues(page), []);
}
