/** From an event to the exception that lets its request pass. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type DashboardSite, openDashboardSite } from '../support/dashboard-site.ts';
import { eventually } from '../support/eventually.ts';

const MANAGED_RULESET = 'efb7b8c949ac4650a09736fc376e9aee';
const SEARCH = '/search?q=1%27%20OR%201=1--';

describe('security events in the dashboard', () => {
  let dashboard: DashboardSite;

  before(async () => {
    dashboard = await openDashboardSite();
    const { site } = dashboard;
    await site.deploy('http_request_firewall_managed', MANAGED_RULESET);
    await eventually(
      'the managed rules act',
      async () => (await site.visit(SEARCH)).status === 403,
    );
    await eventually(
      'the event is stored',
      async () => (await site.events('path=/search')).length > 0,
    );
  });
  after(() => dashboard.close());

  const openEvents = (query = ''): Promise<Page> =>
    dashboard.open(`/zones/${dashboard.site.zoneId}/security/events${query}`);
  const rowsOf = (page: Page) => page.getByRole('region', { name: 'Events' }).locator('tbody tr');

  it('lead from what was blocked to an exception, after which the request passes', async () => {
    const page = await openEvents('?filter=path:/search');
    await rowsOf(page).first().getByRole('button').first().click();
    const panel = page.getByRole('complementary', { name: 'Details' });
    await panel.getByText('Blocked by SQL injection in query argument q').waitFor();
    await panel.getByRole('tab', { name: 'Trace' }).click();
    const tree = panel.getByRole('list', { name: 'Phases and rules' });
    await tree.getByText('block SQL injection').waitFor();
    await panel.getByRole('tab', { name: 'What happened' }).click();
    await panel.getByRole('button', { name: 'Make an exception' }).click();
    assert.equal(await panel.getByLabel('Path').inputValue(), '/search');
    await panel.getByLabel('Reason').fill('People search for SQL here');
    await panel.getByRole('button', { name: 'Make the exception' }).click();
    await panel.getByText(/Saved and live on 1 of 1 edge process/).waitFor();

    assert.equal((await dashboard.site.visit(SEARCH)).status, 200);
    const [exception] = await dashboard.site.api(
      'GET',
      `/zones/${dashboard.site.zoneId}/rule_exceptions`,
    );
    assert.deepEqual([exception.path, exception.place, exception.field], ['/search', 'query', 'q']);
    await page.close();
  });

  it('have their exceptions in a list, where they are taken back', async () => {
    const page = await dashboard.open(`/zones/${dashboard.site.zoneId}/security/exceptions`);
    const rows = page.getByRole('region', { name: 'Exceptions' }).locator('tbody tr');
    await rows.getByText('People search for SQL here').waitFor();
    await rows.getByRole('button').first().click();
    const panel = page.getByRole('complementary', { name: 'Details' });
    await panel.getByText('query argument q').waitFor();
    await panel.getByRole('button', { name: 'Delete the exception' }).click();
    await panel.getByRole('button', { name: 'Delete', exact: true }).click();
    await panel.getByText(/Saved and live on 1 of 1 edge process/).waitFor();
    assert.equal((await dashboard.site.visit(SEARCH)).status, 403);
    await panel.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { name: 'No exceptions' }).waitFor();
    await page.close();
  });

  it('lead to the rule that has acted', async () => {
    const page = await openEvents('?filter=path:/wp-login.php');
    await rowsOf(page).first().getByRole('button').first().click();
    await page.getByText('Blocked by No visitor signs in to WordPress here').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Make an exception' }).count(), 0);
    await page.getByRole('link', { name: 'Open the rule' }).click();
    await page.getByRole('heading', { name: 'Custom rules' }).waitFor();
    await page.getByRole('heading', { name: 'No visitor signs in to WordPress here' }).waitFor();
    await page.close();
  });

  it('are filtered by a click, and the address keeps the filters', async () => {
    const page = await openEvents();
    await page
      .getByRole('region', { name: 'Paths' })
      .getByRole('link', { name: '/wp-login.php' })
      .click();
    const chip = page.getByRole('button', { name: 'Path is /wp-login.php' });
    await chip.waitFor();
    await page.reload();
    await chip.waitFor();
    await rowsOf(page).first().waitFor();
    const stored = await dashboard.site.events('path=/wp-login.php');
    assert.equal(await rowsOf(page).count(), stored.length);
    await chip.click();
    await rowsOf(page).filter({ hasText: '/search' }).first().waitFor();
    await page.close();
  });

  it('come with a command that causes one, as long as there are none', async () => {
    const page = await openEvents('?since=2026-01-01T00:00:00Z&until=2026-01-01T01:00:00Z');
    const command = page.getByLabel('attack', { exact: true });
    assert.match(await command.innerText(), new RegExp(`'${dashboard.site.node.edge}/`));
    await page.close();
  });

  it('are shown as commands that send the same request', async () => {
    const page = await openEvents('?filter=path:/search');
    await rowsOf(page).first().getByRole('button').first().click();
    await page.getByRole('button', { name: 'Replay as curl' }).click();
    const command = await page.getByRole('region', { name: 'curl' }).innerText();
    assert.match(command, /^curl .*'http:\/\/shop\.test\/search\?q=1%27%20OR%201=1--'/);
    await page.close();
  });
});
