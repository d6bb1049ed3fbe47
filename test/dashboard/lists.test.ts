/** Lists get their items in bulk, are searched, and lose items again. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type DashboardSite, openDashboardSite } from '../support/dashboard-site.ts';

describe('lists in the dashboard', () => {
  let dashboard: DashboardSite;

  before(async () => {
    dashboard = await openDashboardSite();
  });
  after(() => dashboard.close());

  it('are added, filled, searched, emptied and deleted', async () => {
    const { site } = dashboard;
    const page = await dashboard.open(`/accounts/${site.accountId}/lists`);
    const panel = page.getByRole('complementary', { name: 'Details' });
    const items = page.getByRole('region', { name: 'Items of the list' }).locator('tbody tr');
    await page.getByRole('button', { name: 'Add a list' }).click();
    await panel.getByLabel('Name').fill('office');
    await panel.getByRole('button', { name: 'Add the list' }).click();
    await page.getByRole('heading', { name: '$office' }).waitFor();
    await page.getByText('The list has no items yet.').waitFor();

    await page.getByRole('button', { name: 'Add items' }).click();
    await panel.getByLabel('Items').fill('192.0.2.7 # Door\nnowhere');
    await panel.getByRole('button', { name: 'Add the items' }).click();
    await panel.getByRole('alert').filter({ hasText: 'nowhere' }).waitFor();
    await panel.getByLabel('Items').fill('192.0.2.7 # Door\n192.0.2.8\n198.51.100.0/24');
    await panel.getByRole('button', { name: 'Add the items' }).click();
    await panel.getByText('The items are saved').waitFor();
    await panel.getByRole('button', { name: 'Done' }).click();
    await items.nth(2).waitFor();
    await items.filter({ hasText: 'Door' }).getByText('192.0.2.7').waitFor();

    await page.getByLabel('Search the items').fill('198.51');
    await items.nth(1).waitFor({ state: 'detached' });
    assert.match(await items.innerText(), /198\.51\.100\.0\/24/);
    await page.reload();
    assert.equal(await page.getByLabel('Search the items').inputValue(), '198.51');
    await items.first().waitFor();
    assert.equal(await items.count(), 1);
    await page.getByLabel('Search the items').fill('');
    await items.nth(2).waitFor();

    await page.getByLabel('Select 192.0.2.7').check();
    await page.getByLabel('Select 192.0.2.8').check();
    await page.getByRole('button', { name: 'Delete 2 items' }).click();
    await panel.getByRole('button', { name: 'Delete' }).click();
    await panel.getByText('The items are saved').waitFor();
    await panel.getByRole('button', { name: 'Done' }).click();
    await items.nth(1).waitFor({ state: 'detached' });
    assert.equal(await items.count(), 1);

    await page.getByRole('button', { name: 'Delete the list' }).click();
    await panel.getByRole('button', { name: 'Delete $office' }).click();
    await page.getByRole('heading', { name: 'Add the first list' }).waitFor();
    await page.close();
  });
});
