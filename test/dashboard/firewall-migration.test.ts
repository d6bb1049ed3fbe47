/** A zone with previous managed rules goes through all steps of the migration. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type DashboardSite, openDashboardSite } from '../support/dashboard-site.ts';
import { eventually } from '../support/eventually.ts';

const ATTACK = '/?id=1%20union%20select%20password%20from%20users';

let dashboard: DashboardSite;

before(async () => {
  dashboard = await openDashboardSite();
});
after(() => dashboard.close());

it('says that there is nothing to migrate while the previous version is off', async () => {
  const { site, open } = dashboard;
  const page = await open(`/zones/${site.zoneId}/security/firewall-migration`);
  await page.getByRole('heading', { name: 'Nothing to migrate' }).waitFor();
});

it('moves a zone: check, review, deploy, compare, turn off', async () => {
  const { site, open } = dashboard;
  const zone = `/zones/${site.zoneId}`;
  await site.api('PATCH', `${zone}/settings/waf`, { value: 'on' });
  const packages = await site.api('GET', `${zone}/firewall/waf/packages?name=Palisade`);
  const rule = `${zone}/firewall/waf/packages/${packages[0].id}/rules/100003`;
  await site.api('PATCH', rule, { mode: 'simulate' });
  // The rules that the site has been set up with would stop the attack as well.
  const phase = `${zone}/rulesets/phases/http_request_firewall_managed/entrypoint`;
  await site.api('PUT', phase, { rules: [] });

  const page = await open(`${zone}/security/firewall-migration`);
  await page.getByText('The zone can be migrated').waitFor();
  const previous = page.getByRole('region', { name: 'Previous version' });
  await previous.getByText('100003 HTML injection').waitFor();
  const next = page.getByRole('region', { name: 'New version' });
  await next.getByText('HTML injection: log').waitFor();

  await page.getByRole('button', { name: 'Deploy' }).click();
  await page.getByRole('button', { name: 'Deploy' }).click();
  const shares = page.getByRole('list', { name: 'Requests by what stopped them' });
  await shares.waitFor();
  await untilLive(zone);
  assert.equal((await site.visit(ATTACK)).status, 403);
  await shares.getByRole('listitem').filter({ hasText: 'Both versions1' }).waitFor();

  // The row leads to what the rule did.
  const table = page.getByRole('region', { name: 'Rules that matched' });
  await table.getByText('SQL injection').first().click();
  await page.getByRole('link', { name: 'See its events' }).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Ready to update' }).click();
  await page.getByText('There is no way back').waitFor();
  await page.getByRole('button', { name: 'Turn off previous version' }).click();
  const last = page.getByRole('button', { name: 'Turn off previous version' });
  assert.ok(await last.isDisabled());
  await page.getByLabel('To confirm').fill('shop.test');
  await last.click();
  await page.getByRole('heading', { name: 'shop.test is migrated' }).waitFor();
  assert.equal((await site.visit(ATTACK)).status, 403);
  const status = await site.api('GET', `${zone}/waf_migration/status`);
  assert.equal(status.old_waf_status, 'disabled');
});

async function untilLive(zone: string): Promise<void> {
  await eventually('the edge runs both versions', async () => {
    return (await dashboard.site.api('GET', `${zone}/edge_status`)).up_to_date;
  });
}
