/** Rules are written, tried, saved, ordered and switched in the dashboard, and act at the edge. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { type DashboardSite, openDashboardSite } from '../support/dashboard-site.ts';
import { accessibilityIssues } from '../support/page-checks.ts';

const LIVE = /Saved and live on 1 of 1 edge process/;
const CUSTOM_RULES = 'http_request_firewall_custom';

describe('rules in the dashboard', () => {
  let dashboard: DashboardSite;

  before(async () => {
    dashboard = await openDashboardSite();
  });
  after(() => dashboard.close());

  const open = (path: string): Promise<Page> =>
    dashboard.open(`/zones/${dashboard.site.zoneId}/security/${path}`);
  const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Details' });
  const statusOf = async (path: string) => (await dashboard.site.visit(path)).status;
  const editorOf = (page: Page) => page.getByRole('textbox', { name: 'If a request matches' });

  /** Replaces the expression. The editor closes quotes and brackets itself, and types over what it has closed. */
  async function write(page: Page, expression: string): Promise<void> {
    await editorOf(page).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(expression);
    await page.keyboard.press('Escape');
  }

  async function save(panel: Locator): Promise<void> {
    await panel.getByRole('button', { name: 'Review' }).click();
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByText(LIVE).waitFor();
    await panel.getByRole('button', { name: 'Done' }).click();
    await panel.waitFor({ state: 'detached' });
  }

  it('are written with the editor, tried, and act once they are saved', async () => {
    const page = await open('custom-rules');
    const panel = panelOf(page);
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await panel.getByLabel('Name').fill('Nothing private');

    await editorOf(page).click();
    await page.keyboard.type('http.hos');
    await page.getByRole('option', { name: /^http\.host/ }).click();
    assert.equal(await editorOf(page).innerText(), 'http.host');
    await page.locator('.cm-line').hover({ position: { x: 30, y: 10 } });
    await page.getByText('Host that the client requested').waitFor();

    await write(page, 'ssl or http.hots eq "shop.test"');
    await page.locator('.cm-lintRange-error', { hasText: /^http\.hots$/ }).waitFor();

    await write(
      page,
      'http.host eq "shop.test" and starts_with(http.request.uri.path, "/private")',
    );
    await panel.getByRole('button', { name: 'Try it on a request' }).click();
    const trial = panel.getByRole('region', { name: 'Try the expression' });
    await trial.getByLabel('URL').fill('http://shop.test/public');
    await trial.getByRole('button', { name: 'Try', exact: true }).click();
    await trial.getByText('The request does not match.').waitFor();
    await trial.getByText('/public').waitFor();
    await trial.getByLabel('URL').fill('http://shop.test/private/key');
    await trial.getByLabel('URL').press('Enter');
    await trial.getByText('The request matches.').waitFor();
    assert.deepEqual(await accessibilityIssues(page), []);

    await panel.getByRole('button', { name: 'Review' }).click();
    await panel.getByRole('region', { name: 'Difference' }).getByText('/private').waitFor();
    assert.equal(await statusOf('/private/key'), 200);
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByText(LIVE).waitFor();
    assert.deepEqual([await statusOf('/private/key'), await statusOf('/public')], [403, 200]);
    await page.close();
  });

  it('are tried on requests of security events', async () => {
    const page = await open('custom-rules?panel=new');
    await write(page, 'http.request.uri.path contains "wp-login"');
    await page.getByRole('button', { name: 'Try it on a request' }).click();
    const trial = page.getByRole('region', { name: 'Try the expression' });
    const events = trial.getByLabel('Request', { exact: true });
    const label = await events.locator('option', { hasText: '/wp-login.php' }).first().innerText();
    await events.selectOption({ label });
    await trial.getByText('The request matches.').waitFor();
    assert.match(await trial.getByLabel('URL').inputValue(), /^http:\/\/shop\.test\/wp-login\.php/);
    // It is not saved.
    page.on('dialog', (dialog) => void dialog.accept());
    await page.close();
  });

  it('show an error of the API at its field', async () => {
    const page = await open('custom-rules?panel=new');
    const panel = panelOf(page);
    await write(page, 'http.request.uri.path eq');
    await panel.getByRole('button', { name: 'Review' }).click();
    await panel
      .getByRole('alert')
      .filter({ hasText: 'is not a valid value for expression' })
      .waitFor();
    await page.close();
  });

  it('are ordered by dragging and by keys, and the order acts', async () => {
    const { site } = dashboard;
    const isExtra = 'http.request.uri.path eq "/extra"';
    await site.api('PUT', `/zones/${site.zoneId}/rulesets/phases/${CUSTOM_RULES}/entrypoint`, {
      rules: [
        { action: 'block', expression: isExtra, description: 'Nobody' },
        { action: 'log', expression: 'ssl', description: 'With TLS' },
        {
          action: 'skip',
          expression: isExtra,
          description: 'Somebody',
          action_parameters: { ruleset: 'current' },
        },
      ],
    });
    const page = await open('custom-rules');
    const rows = page.getByRole('region', { name: 'Rules in their order' }).locator('tbody tr');
    const names = async () =>
      (await rows.locator('.row-button').allInnerTexts()).map((name) => name.trim());
    const handleOf = (name: string) =>
      rows.filter({ hasText: name }).getByRole('button', { name: /^Move/ });
    const saveOrder = async () => {
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText(LIVE).waitFor();
      await page.getByRole('button', { name: 'Done' }).click();
    };
    await handleOf('Somebody').waitFor();
    assert.deepEqual(await names(), ['Nobody', 'With TLS', 'Somebody']);

    await handleOf('Somebody').hover();
    await page.mouse.down();
    await rows.first().hover();
    await page.mouse.up();
    assert.deepEqual(await names(), ['Somebody', 'Nobody', 'With TLS']);
    await saveOrder();
    assert.equal(await statusOf('/extra'), 200);

    await handleOf('Somebody').focus();
    await page.keyboard.press('ArrowDown');
    assert.deepEqual(await names(), ['Nobody', 'Somebody', 'With TLS']);
    await page.keyboard.press('End');
    assert.deepEqual(await names(), ['Nobody', 'With TLS', 'Somebody']);
    await saveOrder();
    assert.equal(await statusOf('/extra'), 403);

    await page.getByLabel('On: Nobody').uncheck();
    await saveOrder();
    assert.equal(await statusOf('/extra'), 200);
    await page.close();
  });

  it('are not saved over what somebody else has saved since', async () => {
    const page = await open('custom-rules');
    const panel = panelOf(page);
    await page.getByRole('button', { name: 'With TLS' }).click();
    await panel.getByLabel('Name').fill('Mine');
    await panel.getByRole('button', { name: 'Review' }).click();
    const other = await dashboard.openTab(page, new URL(page.url()).pathname);
    await other.getByLabel('On: With TLS').uncheck();
    await other.getByRole('button', { name: 'Save' }).click();
    await other.getByText(LIVE).waitFor();
    await other.close();
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByRole('alert').getByText('With TLS was changed by somebody else').waitFor();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.close();
  });

  it('are deleted', async () => {
    const page = await open('custom-rules');
    const panel = panelOf(page);
    await page.getByRole('button', { name: 'With TLS' }).click();
    await panel.getByRole('button', { name: 'Delete' }).click();
    await panel.getByRole('button', { name: 'Delete' }).click();
    await panel.getByText(LIVE).waitFor();
    await panel.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Nobody' }).click();
    const events = panel.getByRole('link', { name: 'Events of this rule' });
    assert.match((await events.getAttribute('href')) ?? '', /events\?filter=rule_id:[0-9a-f]{32}$/);
    assert.equal(await page.getByRole('button', { name: 'With TLS' }).count(), 0);
    await page.close();
  });

  it('limit rates', async () => {
    const page = await open('rate-limits');
    const panel = panelOf(page);
    await page.getByRole('button', { name: 'Add a rate limit' }).click();
    await write(page, 'http.request.uri.path eq "/login"');
    await panel.getByRole('spinbutton', { name: /^Requests/ }).fill('2');
    await save(panel);
    assert.deepEqual([await statusOf('/login'), await statusOf('/login')], [200, 200]);
    assert.equal(await statusOf('/login'), 429);
    await page.getByRole('cell', { name: '2 in 1 min' }).waitFor();
    await page.close();
  });

  it('redirect, and change paths and headers', async () => {
    const page = await open('redirects-and-rewrites');
    const panel = panelOf(page);
    await page.getByRole('button', { name: 'Add a redirect' }).click();
    await write(page, 'http.request.uri.path eq "/old"');
    await panel.getByLabel('Target URL, as text').fill('http://shop.test/new');
    await panel.getByLabel('Status').selectOption('308');
    await save(panel);
    assert.equal(await statusOf('/old'), 308);
    await page.getByRole('cell', { name: '308 to http://shop.test/new' }).waitFor();

    await page.getByRole('tab', { name: 'Request headers' }).click();
    await page.getByRole('button', { name: 'Add a header change' }).click();
    await write(page, 'true');
    await panel.getByLabel('Headers').fill('set X-Shop: yes\nset X-Path = http.request.uri.path');
    await save(panel);
    const headers = JSON.parse((await dashboard.site.visit('/a')).body);
    assert.deepEqual([headers['x-shop'], headers['x-path']], ['yes', '/a']);

    await page.getByRole('tab', { name: 'URL rewrites' }).click();
    await page.getByRole('button', { name: 'Add a rewrite' }).click();
    await write(page, 'http.request.uri.path eq "/short"');
    await panel.getByLabel('Path').selectOption('value');
    await panel.getByLabel('Path, as text').fill('/long');
    await save(panel);
    const rewritten = JSON.parse((await dashboard.site.visit('/short')).body);
    assert.equal(rewritten['x-path'], '/long');
    await page.close();
  });

  it('do not count as invalid if the API refuses to check them', async () => {
    const page = await open('rate-limits?panel=new');
    const panel = panelOf(page);
    await write(page, 'ssl');
    const errors = [{ code: 10429, message: 'More than 1200 calls in 5 minutes' }];
    await page.route(/dry_run=true/, (route) =>
      route.fulfill({ status: 429, json: { success: false, errors, messages: [], result: null } }),
    );
    await panel.getByRole('button', { name: 'Review' }).click();
    await panel.getByRole('alert').getByText('The rate limit could not be checked').waitFor();
    await panel.getByText('More than 1200 calls in 5 minutes').waitFor();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.close();
  });

  it('are found by name, expression and id, and are not moved meanwhile', async () => {
    const { site } = dashboard;
    const path = `/zones/${site.zoneId}/rulesets/phases/${CUSTOM_RULES}/entrypoint`;
    const { rules } = await site.api('PUT', path, {
      rules: [
        { action: 'log', expression: 'http.request.uri.path eq "/a"', description: 'First' },
        { action: 'log', expression: 'http.request.uri.path eq "/b"', description: 'Second' },
      ],
    });
    const page = await open('custom-rules');
    const search = page.getByLabel('Search the rules');
    const names = page.getByRole('region', { name: 'Rules in their order' }).locator('.row-button');
    for (const [text, name] of [
      ['second', 'Second'],
      ['PATH "/a"', 'First'],
      [rules[1].id, 'Second'],
    ]) {
      await search.fill(text);
      await page.getByText('To move rules, clear the search').waitFor();
      assert.deepEqual(await names.allInnerTexts(), [name]);
      assert.equal(await page.getByRole('button', { name: /^Move/ }).count(), 0);
    }
    await page.getByLabel('On: Second').uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(LIVE).waitFor();
    const { rules: saved } = await site.api('GET', path);
    assert.deepEqual(
      saved.map((rule: { enabled: boolean }) => rule.enabled),
      [true, false],
    );
    await search.fill('nowhere');
    await page.getByText('No rule has all of these words').waitFor();
    await search.fill('');
    await page.getByRole('button', { name: /^Move/ }).first().waitFor();
    await page.close();
  });

  it('show their names in long tables, as far as they fit', async () => {
    const { site } = dashboard;
    const path = `/zones/${site.zoneId}/rulesets/phases/${CUSTOM_RULES}/entrypoint`;
    const rules = Array.from({ length: 201 }, (_, n) => ({
      action: 'log',
      expression: `http.request.uri.path eq "/${n}"`,
      description: `Rule ${n}, ${'which has a long name '.repeat(8)}`,
    }));
    await site.api('PUT', path, { rules });
    const page = await open('custom-rules');
    const name = page.getByRole('button', { name: /^Rule 0,/ });
    const [inner, outer] = [
      await name.boundingBox(),
      await page.locator('td').first().boundingBox(),
    ];
    assert.ok(inner && outer);
    // A wider one would be replaced by an ellipsis as a whole.
    assert.ok(inner.x + inner.width <= outer.x + outer.width, 'the name is cut by its cell');
    // Phones show the action beside it.
    await page.setViewportSize({ width: 375, height: 800 });
    const action = await page.locator('td').nth(1).boundingBox();
    assert.ok(action && action.x + action.width <= 375, 'the action is outside of the window');
    await page.close();
  });
});
