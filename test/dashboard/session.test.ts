/** Signing in and out, and what happens to an open page when its session or the API goes away. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { administratorGroup } from '../../src/catalogs/permissions.ts';
import { signIn } from '../support/dashboard.ts';
import { type DashboardSite, openDashboardSite } from '../support/dashboard-site.ts';
import { untilShown } from '../support/page-checks.ts';

describe('the session of the dashboard', () => {
  let dashboard: DashboardSite;
  let zonePath: string;

  before(async () => {
    dashboard = await openDashboardSite();
    zonePath = `/zones/${dashboard.site.zoneId}`;
  });
  after(() => dashboard.close());

  it('starts with a token, on the page that was asked for', async () => {
    const page = await dashboard.visit(zonePath);
    await signIn(page, 'wrong');
    await page.getByRole('alert').getByText('You are not signed in').waitFor();
    await signIn(page, dashboard.site.node.token());
    await assertOverview(page);
    const [cookie] = await page.context().cookies();
    assert.deepEqual([cookie?.httpOnly, cookie?.sameSite], [true, 'Strict']);
    assert.doesNotMatch(await stored(page), new RegExp(dashboard.site.node.token()));
    await page.reload();
    await assertOverview(page);
  });

  it('starts with a link, once', async () => {
    const { code } = await dashboard.site.api('POST', '/session/codes');
    const page = await dashboard.visit(`${zonePath}#code=${code}`);
    await assertOverview(page);
    assert.equal(new URL(page.url()).hash, '', 'the code does not stay in the address');

    const late = await dashboard.visit(`${zonePath}#code=${code}`);
    await late.getByText('The link does not sign you in any more').waitFor();
    await signIn(late, dashboard.site.node.token());
    await assertOverview(late);
  });

  it('starts with the email and the key of a user', async () => {
    const { dataDir } = dashboard.site.node;
    const { email } = await dashboard.site.api('GET', '/user');
    const page = await dashboard.visit(zonePath);
    await page.getByRole('tab', { name: 'Email and key' }).click();
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByLabel('API key').fill(readFileSync(join(dataDir, 'admin-key'), 'utf8').trim());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await assertOverview(page);
  });

  it('ends by signing out', async () => {
    const page = await dashboard.open(zonePath);
    const other = await dashboard.openTab(page, zonePath);
    await assertOverview(other);
    await signOut(page);
    await page.getByLabel('API token').waitFor();
    await page.reload();
    await page.getByLabel('API token').waitFor();
    assert.equal(await page.getByText('shop.test').count(), 0);
    // The page in the other tab has noticed as well.
    await assertEnded(other);
  });

  it('ends with its token, and the page goes on after signing in again', async () => {
    const { site } = dashboard;
    const token = await createToken();
    const page = await dashboard.visit(zonePath);
    await signIn(page, token.value);
    await assertOverview(page);
    await site.api('DELETE', `/user/tokens/${token.id}`);
    // The overview reads its figures again and again.
    await assertEnded(page);
    await signIn(page, site.node.token());
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await openZones(page);
  });

  it('ends after hours without a call, and the page says so', async () => {
    const { site } = dashboard;
    const page = await dashboard.open(zonePath);
    await assertOverview(page);
    // The clock of a node cannot be moved, so its sessions are made older while it is away.
    await site.restart(async () => {
      const file = new DatabaseSync(join(site.node.dataDir, 'palisade.db'));
      file.exec(`UPDATE sessions SET last_used_at = last_used_at - ${9 * 3_600_000}`);
      file.close();
    });
    await assertEnded(page);
    await signIn(page, site.node.token());
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await openZones(page);
  });

  it('leads to the zone of a token that may read nothing else', async () => {
    const { site } = dashboard;
    const groups = await site.api('GET', '/user/tokens/permission_groups?name=Zone%20Read');
    const token = await site.api('POST', '/user/tokens', {
      name: 'one zone',
      policies: [
        {
          effect: 'allow',
          resources: { [`com.cloudflare.api.account.zone.${site.zoneId}`]: '*' },
          permission_groups: [{ id: groups[0].id }],
        },
      ],
    });
    const page = await dashboard.visit('/');
    await signIn(page, token.value);
    await page.waitForURL((url) => url.pathname === zonePath);
    await page.getByRole('heading', { name: 'shop.test' }).waitFor();

    // It may only read, and forms say so before anything is entered.
    await page.getByText('Read only').waitFor();
    await page.goto(`${site.node.origin}/accounts/${site.accountId}/zones?panel=new`);
    await page.getByText('Your token may only read').waitFor();
  });

  it('is opened again if there were too many calls', async () => {
    const page = await dashboard.open(zonePath);
    await assertOverview(page);
    const errors = [{ code: 971, message: 'Please wait and consider throttling your requests' }];
    await page.route('**/client/v4/session', (route) =>
      route.fulfill({ status: 429, json: { success: false, errors, messages: [], result: null } }),
    );
    await page.reload();
    await page.getByRole('alert').getByText('971').waitFor();
    await page.unroute('**/client/v4/session');
    await page.getByRole('button', { name: 'Try again' }).click();
    await assertOverview(page);
  });

  it('survives a time without the API, and so does the page', async () => {
    const page = await dashboard.open(zonePath);
    await assertOverview(page);
    const banner = page.getByText('The API does not respond.');
    await dashboard.site.restart(async () => {
      await banner.waitFor();
      await assertOverview(page);
    });
    await banner.waitFor({ state: 'detached' });
    await openZones(page);
  });

  async function createToken(): Promise<{ id: string; value: string }> {
    const { site } = dashboard;
    return site.api('POST', '/user/tokens', {
      name: 'second',
      policies: [
        {
          effect: 'allow',
          resources: { 'com.cloudflare.api.account.*': '*' },
          permission_groups: [{ id: administratorGroup.id }],
        },
      ],
    });
  }
});

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Signed in as' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
}

async function openZones(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Zones', exact: true }).click();
  await page.getByRole('row').getByRole('button', { name: 'shop.test' }).waitFor();
}

async function assertOverview(page: Page): Promise<void> {
  await untilShown(page);
  await page.getByRole('button', { name: 'Zone: shop.test' }).waitFor();
  await page.getByRole('heading', { level: 1 }).waitFor();
}

async function assertEnded(page: Page): Promise<void> {
  await page.getByRole('dialog').getByText('Your session has ended').waitFor();
}

/** Everything that the page has stored in the browser. */
async function stored(page: Page): Promise<string> {
  return String(await page.evaluate('JSON.stringify([localStorage, sessionStorage])'));
}
