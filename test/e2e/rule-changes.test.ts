/** Rules that are written through the API take effect at the edge of a whole node. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { until } from '../support/node-client.ts';
import { openRuledSite, type RuledSite } from '../support/ruled-site.ts';

const CREDENTIALS = 'c2e184081120413c86c3ab7e14069605';
const LOGIN = 'username=CF_EXPOSED_USERNAME&password=CF_EXPOSED_PASSWORD';

describe('rules through a node', () => {
  let site: RuledSite;

  before(async () => {
    site = await openRuledSite();
  });
  after(() => site.close());

  it('mark exposed logins, or block them after a change of the action', async () => {
    const { deploy, visit, events } = site;
    await deploy('http_request_firewall_managed', CREDENTIALS);
    const isMarked = async () =>
      (await visit('/login', LOGIN)).body.includes('"exposed-credential-check":"1"');
    await until(isMarked);
    const clean = await visit('/login', 'username=ada&password=kXo29-lovelace');
    assert.doesNotMatch(clean.body, /exposed-credential-check/);
    const forged = await visit('/', undefined, { 'exposed-credential-check': '1' });
    assert.equal(forged.status, 403);

    await deploy('http_request_firewall_managed', CREDENTIALS, {
      overrides: { action: 'block' },
    });
    const isBlocked = async () => (await visit('/login', LOGIN)).status === 403;
    await until(isBlocked);
    await until(async () => (await events('source=firewallmanaged&action=block')).length > 0);
    const all = await events('per_page=500');
    assert.doesNotMatch(JSON.stringify(all), /CF_EXPOSED/);
  });

  it('route requests to another origin', async () => {
    const { api, visit, zoneId } = site;
    const elsewhere = createServer((_, response) => response.end('elsewhere')).listen(
      0,
      '127.0.0.1',
    );
    await once(elsewhere, 'listening');
    try {
      const { port } = elsewhere.address() as AddressInfo;
      await api('PUT', `/zones/${zoneId}/rulesets/phases/http_request_origin/entrypoint`, {
        rules: [
          {
            action: 'route',
            expression: 'http.request.uri.path eq "/api"',
            action_parameters: { origin: { host: 'localhost', port } },
          },
        ],
      });
      await until(async () => (await visit('/api')).body === 'elsewhere');
      assert.match((await visit('/')).body, /"host":"shop\.test"/);
    } finally {
      elsewhere.closeAllConnections();
      elsewhere.close();
    }
  });

  it('of the account apply to its zones', async () => {
    const { api, visit, accountId } = site;
    const phase = 'http_request_firewall_custom';
    const path = `/accounts/${accountId}/rulesets`;
    const rulesOf = (uri: string) => [
      { action: 'block', expression: `http.request.uri.path eq "${uri}"` },
    ];
    const rules = rulesOf('/first');
    const custom = await api('POST', path, { name: 'shared', kind: 'custom', phase, rules });
    await api('PUT', `${path}/phases/${phase}/entrypoint`, {
      rules: [{ action: 'execute', expression: 'true', action_parameters: { id: custom.id } }],
    });
    await until(async () => (await visit('/first')).status === 403);
    await api('PUT', `${path}/${custom.id}`, { rules: rulesOf('/second') });
    await until(async () => (await visit('/second')).status === 403);
    assert.equal((await visit('/first')).status, 200);
  });
});
