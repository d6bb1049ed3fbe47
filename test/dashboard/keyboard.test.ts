/** Everything is reachable without a pointer. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { type DashboardSite, openDashboardSite } from '../support/dashboard-site.ts';
import { untilShown } from '../support/page-checks.ts';

describe('the keyboard', () => {
  let dashboard: DashboardSite;
  let page: Page;

  before(async () => {
    dashboard = await openDashboardSite();
    page = await dashboard.open('/');
  });
  after(() => dashboard.close());

  const openZones = async () => {
    await page.goto(`${dashboard.site.node.origin}/accounts/${dashboard.site.accountId}/zones`);
    await untilShown(page);
  };
  const palette = () => page.getByRole('dialog', { name: 'Search and commands' });

  it('/ opens the palette, which leads to pages and zones', async () => {
    await openZones();
    await page.keyboard.press('/');
    await assertFocused(palette().getByRole('combobox'));
    await page.keyboard.type('shop');
    await palette().getByRole('option', { name: 'shop.test' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === `/zones/${dashboard.site.zoneId}`);
    await page.keyboard.press('/');
    await page.keyboard.type('xylophone');
    await palette().getByText('Nothing matches.').waitFor();
    await page.keyboard.press('Escape');
    await palette().waitFor({ state: 'detached' });
  });

  it('Ctrl-K opens the palette also in a field, and / does not', async () => {
    await openZones();
    await page.getByRole('button', { name: 'Add a zone' }).press('Enter');
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.focus();
    await page.keyboard.type('a/b');
    assert.equal(await name.inputValue(), 'a/b');
    await page.keyboard.press('Control+k');
    await assertFocused(palette().getByRole('combobox'));
    await page.keyboard.press('Escape');
    await assertFocused(name);
  });

  it('? opens the help, and Escape closes it', async () => {
    await openZones();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Help' });
    await help.getByText('Search and commands', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
  });

  it('a row opens with Enter; Escape closes its panel and returns to it', async () => {
    await openZones();
    const row = page.getByRole('row').getByRole('button', { name: 'shop.test' });
    await row.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Details' });
    await assertFocused(panel);
    assert.match(page.url(), /panel=[0-9a-f]{32}/);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await assertFocused(row);
    assert.doesNotMatch(page.url(), /panel=/);
  });

  it('Tab visits the frame in the order of reading, and each stop is visible', async () => {
    await page.goto(`${dashboard.site.node.origin}/zones/${dashboard.site.zoneId}`);
    await untilShown(page);
    await openZones();
    await page.getByRole('button', { name: 'Zone: shop.test' }).waitFor();
    const names: string[] = [];
    while (!names.at(-1)?.includes('Copy as')) {
      await page.keyboard.press('Tab');
      const focused = page.locator(':focus');
      const outline = await focused.evaluate('(element) => getComputedStyle(element).outlineStyle');
      assert.notEqual(outline, 'none', `nothing shows the focus after ${names.at(-1)}`);
      names.push(await nameOf(focused));
    }
    const content = names.length - 1;
    const navigation = names.indexOf('Collapse the navigation');
    assert.deepEqual(names.slice(0, 2), ['Skip to the content', 'Palisade']);
    assert.ok(names.slice(2, navigation).includes('Zones'));
    assert.deepEqual(names.slice(navigation + 1, content), [
      'Account: My account',
      'Zone: shop.test',
      'Search',
      'Theme: as the system',
      'Help',
      'Signed in as:',
    ]);
  });

  it('the first stop leads to the content', async () => {
    await openZones();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await assertFocused(page.getByRole('main'));
  });
});

async function assertFocused(locator: Locator): Promise<void> {
  await locator.and(locator.page().locator(':focus')).waitFor();
}

async function nameOf(element: Locator): Promise<string> {
  const label = await element.getAttribute('aria-label');
  return label ?? (await element.innerText()).replace(/\s+/g, ' ').trim();
}
