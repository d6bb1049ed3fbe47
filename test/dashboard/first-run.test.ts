/** From an empty installation to a blocked attack, without leaving the dashboard. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, openContext, visitor } from '../support/browser.ts';
import { buildDashboard, openDashboard } from '../support/dashboard.ts';
import { freePort } from '../support/free-port.ts';
import { type NodeHome, type NodeProcess, nodeHome } from '../support/node-process.ts';
import { type OriginProcess, startOrigin } from '../support/origin-process.ts';
import { watchPage } from '../support/page-checks.ts';
import { visit } from '../support/visit.ts';

let home: NodeHome;
let node: NodeProcess;
let origin: OriginProcess;
let browser: Browser;

before(async () => {
  await buildDashboard();
  home = await nodeHome();
  [node, origin, browser] = await Promise.all([
    home.start(),
    startOrigin('the shop'),
    openBrowser(),
  ]);
});
after(async () => {
  await browser.close();
  await origin.kill();
  await home.remove();
});

/** Sends what a command of the page would send. */
function paste(command: string) {
  const [, host = '', at = ''] =
    /^curl -i -H 'Host: (.+)' '(.+)'\s*$/.exec(command) ?? assert.fail(command);
  const url = new URL(at);
  assert.equal(url.origin, node.edge);
  return visit(Number(url.port), { path: url.pathname + url.search, headers: { host } });
}

/** The managed rules of a zone, after they are replaced if there are others. */
async function entryPointOf(zoneId: string, rules?: readonly object[]): Promise<unknown> {
  const path = `/zones/${zoneId}/rulesets/phases/http_request_firewall_managed/entrypoint`;
  const response = await fetch(node.api + path, {
    method: rules ? 'PUT' : 'GET',
    headers: { authorization: `Bearer ${node.token()}`, 'content-type': 'application/json' },
    ...(rules && { body: JSON.stringify({ rules }) }),
  });
  const { result, errors } = (await response.json()) as Record<string, { rules?: unknown }>;
  return result?.rules ?? assert.fail(JSON.stringify(errors));
}

it('leads from an empty installation to a blocked attack', async () => {
  const page = await (await openContext(browser, visitor)).newPage();
  const problems = await watchPage(page, node.origin);
  await openDashboard(page, node);

  await page.getByLabel('Name of the site').fill('shop.test');
  await page.getByLabel('Address of its server').fill('127.0.0.1');
  await page.getByRole('button', { name: 'Add the site' }).click();
  await page.getByText('Write a scheme and a host').waitFor();
  await page.getByLabel('Address of its server').fill(`http://127.0.0.1:${origin.port}`);
  await page.getByRole('button', { name: 'Add the site' }).click();

  await page.getByText('Waiting for its first request').waitFor();
  const request = await page.getByLabel('command', { exact: true }).innerText();
  assert.match((await paste(request)).body, /the shop/);
  await page
    .getByRole('list', { name: 'Requests as they arrive' })
    .getByText('200 GET /')
    .waitFor();

  // Another user deploys a rule between the review and the save: it stays.
  await page.getByRole('button', { name: 'Switch protection on' }).click();
  const zoneId = /panel=([0-9a-f]{32})/.exec(page.url())?.[1] ?? assert.fail(page.url());
  const own = { action: 'skip', expression: 'ssl', action_parameters: { ruleset: 'current' } };
  const rules = await entryPointOf(zoneId, [own]);
  await page.getByRole('button', { name: 'Deploy the rules' }).click();
  await page.getByRole('alert').getByText('The site already has managed rules').waitFor();
  assert.deepEqual(await entryPointOf(zoneId), rules);
  await entryPointOf(zoneId, []);
  await page.getByRole('button', { name: 'Deploy the rules' }).click();
  await page.getByText(/Saved and live on 1 of 1 edge process/).waitFor();

  const attack = await page.getByLabel('attack', { exact: true }).innerText();
  assert.equal((await paste(attack)).status, 403);
  await page.getByText('Blocked by SQL injection').waitFor();
  const why = page.getByRole('link', { name: 'See why it was blocked' });
  assert.match((await why.getAttribute('href')) ?? '', /\/security\/events\?panel=\w/);

  // What has been done is known to the node, not to the page.
  await page.reload();
  await page.getByText('Blocked by SQL injection').waitFor();
  await page.getByRole('link', { name: 'See the traffic of the site' }).click();
  await page.getByRole('list', { name: 'Key figures' }).waitFor();
  assert.deepEqual(problems, []);
});

it('says that the edge cannot reach the server of a site', async () => {
  const page = await (await openContext(browser, visitor)).newPage();
  await openDashboard(page, node);
  await page.getByRole('navigation').getByRole('link', { name: 'All zones' }).waitFor();
  const account = /\/accounts\/[0-9a-f]{32}/.exec(page.url())?.[0] ?? assert.fail(page.url());
  await page.goto(`${node.origin}${account}/start`);
  await page.getByLabel('Name of the site').fill('down.test');
  await page.getByLabel('Address of its server').fill(`http://127.0.0.1:${await freePort()}`);
  await page.getByRole('button', { name: 'Add the site' }).click();
  await page.getByText('Waiting for its first request').waitFor();
  const request = await page.getByLabel('command', { exact: true }).innerText();
  assert.equal((await paste(request)).status, 521);
  await page.getByText('The edge got no response from the server').waitFor();
});
