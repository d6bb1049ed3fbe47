/** A token is created with the permissions that are picked, used, rolled and revoked. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type DashboardSite, openDashboardSite } from '../support/dashboard-site.ts';

let dashboard: DashboardSite;

before(async () => {
  dashboard = await openDashboardSite();
});
after(() => dashboard.close());

/** The status of a call with a token. */
async function statusOf(token: string, method: string, path: string): Promise<number> {
  const { status } = await fetch(dashboard.site.node.api + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'PATCH' && { body: '{"paused":true}' }),
  });
  return status;
}

it('gives a token the picked permissions, shows its secret once, and revokes it', async () => {
  const { site, open } = dashboard;
  const page = await open(`/accounts/${site.accountId}/tokens`);
  await page.getByRole('heading', { name: 'Create the first token' }).waitFor();
  await page.getByRole('button', { name: 'Create a token' }).first().click();

  const panel = page.getByRole('complementary', { name: 'Details' });
  await panel.getByLabel('Name (required)').fill('reads the shop');
  await panel.getByLabel('Find a permission').fill('zone on zones');
  await panel.getByLabel('Zone on zones', { exact: true }).selectOption('Read');
  await panel.getByText('1 chosen').waitFor();
  await panel.getByLabel('Only these').check();
  await panel.getByRole('button', { name: 'Add a zone' }).click();
  await panel.getByRole('option', { name: 'shop.test' }).click();
  await panel.getByRole('button', { name: 'Create the token' }).click();

  const secretText = () => panel.getByLabel('secret', { exact: true }).innerText();
  const first = (await secretText()).trim();
  const zone = `/zones/${site.zoneId}`;
  assert.equal(await statusOf(first, 'GET', zone), 200);
  assert.equal(await statusOf(first, 'PATCH', zone), 403);
  await panel.getByRole('button', { name: 'I have copied it' }).click();

  // A reload shows the token, not its secret.
  await page.reload();
  await page.getByText('reads the shop').click();
  await panel.getByText('Zone Read').waitFor();
  assert.equal(await page.getByText(first).count(), 0);

  await panel.getByRole('button', { name: 'Roll the secret' }).click();
  await panel.getByRole('button', { name: 'Roll', exact: true }).click();
  await panel.getByText('It is shown only this once').waitFor();
  const second = (await secretText()).trim();
  assert.equal(await statusOf(first, 'GET', zone), 403);
  assert.equal(await statusOf(second, 'GET', zone), 200);
  await panel.getByRole('button', { name: 'I have copied it' }).click();

  await page.getByText('reads the shop').click();
  await panel.getByRole('button', { name: 'Revoke' }).click();
  await panel.getByLabel('To confirm').fill('reads the shop');
  await panel.getByRole('button', { name: 'Revoke the token' }).click();
  await page.getByRole('heading', { name: 'Create the first token' }).waitFor();
  assert.equal(await statusOf(second, 'GET', zone), 403);
});
