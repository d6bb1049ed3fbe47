/** Managed rulesets are deployed with one click, and an override changes what one of their rules does. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type DashboardSite, openDashboardSite } from '../support/dashboard-site.ts';

const ATTACK = '/items?id=1%27%20OR%201=1--';
const LIVE = /Saved and live on 1 of 1 edge process/;

describe('managed rules in the dashboard', () => {
  let dashboard: DashboardSite;

  before(async () => {
    dashboard = await openDashboardSite();
  });
  after(() => dashboard.close());

  it('block attacks once they are deployed, and log them with an override', async () => {
    const { site } = dashboard;
    assert.equal((await site.visit(ATTACK)).status, 200);
    const page = await dashboard.open(`/zones/${site.zoneId}/security/managed-rules`);
    const ruleset = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Managed Ruleset', exact: true }) });
    await ruleset.getByText('Not deployed').waitFor();
    await ruleset.getByRole('button', { name: 'Deploy' }).click();
    await ruleset.getByText(LIVE).waitFor();
    await ruleset.getByText('Deployed', { exact: true }).waitFor();
    assert.equal((await site.visit(ATTACK)).status, 403);

    await page.getByRole('tab', { name: 'Managed Ruleset', exact: true }).click();
    await page.getByLabel('Search the rules').fill('sql injection');
    await page.getByRole('button', { name: 'SQL injection', exact: true }).click();
    const panel = page.getByRole('complementary', { name: 'Details' });
    const samples = panel.getByRole('region', { name: 'Matches', exact: true });
    await samples.getByText('GET /items').first().waitFor();
    await panel.getByLabel('Action of this rule').selectOption('log');
    await panel.getByRole('button', { name: 'Review' }).click();
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByText(LIVE).waitFor();
    assert.equal((await site.visit(ATTACK)).status, 200);
    await page.close();
  });

  it('are not deployed or overridden over what another tab has saved since', async () => {
    const { site } = dashboard;
    const path = `/zones/${site.zoneId}/rulesets/phases/http_request_firewall_managed/entrypoint`;
    await site.api('PUT', path, { rules: [] });
    const page = await dashboard.open(`/zones/${site.zoneId}/security/managed-rules`);
    await page.getByRole('tab', { name: 'Managed Ruleset', exact: true }).click();
    const deploy = page.getByRole('button', { name: 'Deploy' });
    await deploy.waitFor();
    const other = await dashboard.openTab(page, page.url().slice(site.node.origin.length));
    await other.getByRole('button', { name: 'Deploy' }).click();
    await other.getByText(LIVE).waitFor();
    await deploy.click();
    await page.getByRole('alert').getByText('The ruleset was not deployed').waitFor();
    // The page shows what the other tab has deployed.
    await page.getByRole('button', { name: 'Settings' }).click();

    const panelOf = (tab: Page) => tab.getByRole('complementary', { name: 'Details' });
    await panelOf(page).getByLabel('Action').selectOption('log');
    await panelOf(page).getByRole('button', { name: 'Review' }).click();
    await other.getByLabel('Search the rules').fill('sql injection');
    await other.getByRole('button', { name: 'SQL injection', exact: true }).click();
    await panelOf(other).getByLabel('State of this rule').selectOption('off');
    await panelOf(other).getByRole('button', { name: 'Review' }).click();
    await panelOf(other).getByRole('button', { name: 'Save' }).click();
    await panelOf(other).getByText(LIVE).waitFor();
    await panelOf(page).getByRole('button', { name: 'Save' }).click();
    await panelOf(page).getByRole('alert').getByText('was changed by somebody else').waitFor();
    const [rule] = (await site.api('GET', path)).rules;
    assert.equal(rule.action_parameters.overrides.rules.length, 1);
    await Promise.all([page.close(), other.close()]);
  });

  it('score with the threshold and paranoia level of their settings', async () => {
    const { site } = dashboard;
    const page = await dashboard.open(`/zones/${site.zoneId}/security/managed-rules`);
    await page.getByRole('tab', { name: 'OWASP Core Ruleset' }).click();
    await page.getByRole('button', { name: 'Deploy' }).click();
    await page.getByText(LIVE).waitFor();
    await page.getByRole('button', { name: 'Settings' }).click();
    const panel = page.getByRole('complementary', { name: 'Details' });
    await panel.getByLabel('Score threshold').fill('25');
    await panel.getByLabel('Paranoia level').selectOption('2');
    await panel.getByLabel('Overrides by tag').fill('html: nothing');
    await panel.getByRole('button', { name: 'Review' }).click();
    await panel.getByRole('alert').waitFor();
    await panel.getByLabel('Overrides by tag').fill('html: off');
    await panel.getByRole('button', { name: 'Review' }).click();
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByText(LIVE).waitFor();
    // One clear sign scores 25, which the default threshold lets pass.
    assert.equal((await site.visit(ATTACK)).status, 403);

    const path = `/zones/${site.zoneId}/rulesets/phases/http_request_firewall_managed/entrypoint`;
    const { rules } = await site.api('GET', path);
    assert.deepEqual(rules.at(-1).action_parameters.overrides.categories, [
      { category: 'paranoia-level-3', enabled: false },
      { category: 'paranoia-level-4', enabled: false },
      { category: 'html', enabled: false },
    ]);
    await page.close();
  });
});
