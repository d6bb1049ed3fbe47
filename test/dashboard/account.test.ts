/** What an account and its zones need: a setting is changed, the audit log shows it, and a failing pool asks for attention. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { signIn } from '../support/dashboard.ts';
import { type DashboardSite, openDashboardSite } from '../support/dashboard-site.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';

let dashboard: DashboardSite;

before(async () => {
  dashboard = await openDashboardSite();
});
after(() => dashboard.close());

it('changes a setting of a zone, and shows the change in the audit log', async () => {
  const { site, open } = dashboard;
  const page = await open(`/zones/${site.zoneId}/settings?panel=websockets`);
  const panel = page.getByRole('complementary', { name: 'Details' });
  await panel.getByLabel('Value').selectOption('off');
  await panel.getByRole('button', { name: 'Review the change' }).click();
  const difference = panel.getByRole('region', { name: 'Difference' });
  await difference.getByText('"value": "on"').waitFor();
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText(/Saved and live on 1 of 1 edge process/).waitFor();

  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('region', { name: 'Changes' }).getByText('zone setting').first().click();
  await panel.getByText('shop.test').waitFor();
  await difference.getByText('"off"').waitFor();
});

it('does not save a setting over what another tab has saved since', async () => {
  const { site, open, openTab } = dashboard;
  const path = `/zones/${site.zoneId}/settings?panel=challenge_ttl`;
  const page = await open(path);
  const other = await openTab(page, path);
  for (const [tab, value] of [
    [page, '300'],
    [other, '900'],
  ] as const) {
    await tab.getByLabel('Value').fill(value);
    await tab.getByRole('button', { name: 'Review the change' }).click();
  }
  await other.getByRole('button', { name: 'Save' }).click();
  await other.getByText(/Saved and live on 1 of 1 edge process/).waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').getByText('challenge_ttl was changed by somebody else').waitFor();
  const { value } = await site.api('GET', `/zones/${site.zoneId}/settings/challenge_ttl`);
  assert.equal(value, 900);

  // After a save, the panel starts again from what is stored.
  await other.getByRole('button', { name: 'Done' }).click();
  await other.getByRole('button', { name: 'challenge_ttl' }).click();
  assert.equal(await other.getByLabel('Value').inputValue(), '900');
});

it('names the zone that the links to pages of zones lead to, also on pages of accounts', async () => {
  const { site, open } = dashboard;
  const page = await open(`/accounts/${site.accountId}/tokens`);
  await page.getByRole('button', { name: 'Zone: Choose a zone' }).waitFor();
  const settings = page.getByRole('link', { name: 'Zone settings' });
  assert.equal(await settings.count(), 0);
  await page.goto(`${site.node.origin}/zones/${site.zoneId}`);
  await page.getByRole('link', { name: 'Tokens' }).click();
  await page.getByRole('heading', { name: 'Tokens', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Zone: shop.test' }).waitFor();
  assert.equal(await settings.getAttribute('href'), `/zones/${site.zoneId}/settings`);
});

it('says that zones could not be read where they are chosen', async () => {
  const { site, open } = dashboard;
  const page = await open(`/accounts/${site.accountId}/tokens`);
  const errors = [{ code: 10429, message: 'too many calls' }];
  await page.route(/\/zones\?/, (route) =>
    route.fulfill({ status: 429, json: { success: false, errors, messages: [], result: null } }),
  );
  await page.getByRole('button', { name: 'Zone: Choose a zone' }).click();
  await page.getByText('The zones could not be read: too many calls').waitFor();
});

it('says what a setting does not do', async () => {
  const { site, open } = dashboard;
  const page = await open(`/zones/${site.zoneId}/settings?panel=brotli`);
  const panel = page.getByRole('complementary', { name: 'Details' });
  await panel.getByText('The edge does not use it').waitFor();
});

it('says that a zone is not there, and leads on', async () => {
  const page = await dashboard.open('/zones/0123456789abcdef0123456789abcdef/security/events');
  await page.getByRole('heading', { name: 'There is no such zone' }).waitFor();
  await page.getByRole('link', { name: 'Go to the start' }).click();
  await page.getByRole('heading', { name: 'My account' }).waitFor();
});

it('copies also on pages that were loaded over plain HTTP from another machine', async () => {
  const { site, browser } = dashboard;
  const context = await browser.newContext();
  const page = await context.newPage();
  const { port } = new URL(site.node.origin);
  await page.goto(`http://palisade.test:${port}/accounts/${site.accountId}/node-health`);
  assert.equal(await page.evaluate('isSecureContext'), false);
  await signIn(page, site.node.token());
  await page.getByRole('button', { name: 'Copy command' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  await page.getByRole('button', { name: 'Search' }).click();
  const search = page.getByRole('combobox');
  await search.press('Control+v');
  assert.equal(await search.inputValue(), 'node bin/palisade.js doctor');
  await context.close();
});

it('lists a pool that fails under "Needs attention" of the account, not of zones without it', async () => {
  const { site, open } = dashboard;
  const account = `/accounts/${site.accountId}/load_balancers`;
  const monitor = await site.api('POST', `${account}/monitors`, {
    type: 'tcp',
    method: 'connection_established',
    port: await freePort(),
  });
  const pool = await site.api('POST', `${account}/pools`, {
    name: 'spare',
    monitor: monitor.id,
    origins: [{ name: 'gone', address: '127.0.0.1' }],
  });
  await eventually('the origin is probed', async () => {
    const health = await site
      .api('GET', `${account}/pools/${pool.id}/health`)
      // It is refused until there is any.
      .catch(() => ({ pop_health: {} }));
    return Object.values<{ healthy: boolean }>(health.pop_health).some(({ healthy }) => !healthy);
  });
  const page = await open(`/accounts/${site.accountId}`);
  await page.getByText('The pool spare is unhealthy').waitFor();

  // The zone does not use this pool, so nothing of its own needs attention.
  await page.goto(`${site.node.origin}/zones/${site.zoneId}`);
  await page.getByText('Nothing needs attention').waitFor();
});
