/** Rules through a whole node: written by the API, acting at the edge, seen in the security events. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openRuledSite, type RuledSite, untilSo } from '../support/ruled-site.ts';

const BINARY = fileURLToPath(new URL('../../bin/palisade.js', import.meta.url));
const CREDENTIALS = 'c2e184081120413c86c3ab7e14069605';
const SENSITIVE_DATA = 'e22d83c647c64a3eae91b71b499d988e';
const LOGIN = 'username=CF_EXPOSED_USERNAME&password=CF_EXPOSED_PASSWORD';
const KEY = `-----BEGIN RSA PRIVATE${' KEY'}-----\n${'MIIEowIBAAKCAQEA1c7+9z5Pad7OejecsQ0b'.repeat(8)}\n-----END RSA PRIVATE KEY-----`;
const pages: Record<string, string> = {
  '/leak': `<p>4111 1111 1111 1111</p><p>DE89 3704 0044 0532 0130 00</p><pre>\n${KEY}\n</pre>`,
  '/wrong': '<p>4111 1111 1111 1112</p><p>DE88 3704 0044 0532 0130 00</p>',
};

describe('rules of a node', { timeout: 180_000 }, () => {
  let site: RuledSite;

  before(async () => {
    site = await openRuledSite(pages);
  });
  after(() => site.close());

  it('give what they matched to the holder of a key, and to nobody else', async () => {
    const { home, node, deploy, visit, events } = site;
    const keyFile = join(home.dataDir, 'matched-data.key');
    const palisade = (...args: string[]) => {
      const all = [BINARY, 'matched-data', ...args, '--private-key-file', keyFile];
      const { status, stdout, stderr } = spawnSync(process.execPath, all, { encoding: 'utf8' });
      assert.deepEqual([status, stderr], [0, '']);
      return stdout;
    };
    const key = palisade('generate-key').trim();
    await deploy('http_request_firewall_managed', CREDENTIALS, {
      overrides: { action: 'log' },
      matched_data: { public_key: key },
    });
    let data: string | undefined;
    await untilSo(async () => {
      await visit('/login', LOGIN);
      const [event] = await events('source=firewallmanaged&action=log');
      data = event?.metadata.encrypted_matched_data;
      return data !== undefined;
    });
    const { matches } = JSON.parse(palisade('decrypt', data ?? ''));
    assert.deepEqual(
      matches.map(({ role, value }: Record<string, string>) => [role, value]),
      [
        ['username', 'CF_EXPOSED_USERNAME'],
        ['password', 'CF_EXPOSED_PASSWORD'],
      ],
    );
    assert.doesNotMatch(JSON.stringify(await events('per_page=500')), /CF_EXPOSED/);
    assert.doesNotMatch(node.output(), /CF_EXPOSED/);
    const files = readdirSync(home.dataDir, { recursive: true, withFileTypes: true });
    const written = files.filter((file) => file.isFile());
    assert.ok(written.length > 3);
    for (const { parentPath, name } of written) {
      assert.ok(!readFileSync(join(parentPath, name)).includes('CF_EXPOSED'), name);
    }
  });

  it('report what answers leak, and nothing that only looks like it', async () => {
    const { deploy, visit, events } = site;
    await deploy('http_response_firewall_managed', SENSITIVE_DATA);
    const hasThree = async () => {
      await visit('/wrong');
      await visit('/leak');
      return (await events('source=dlp&path=/leak')).length >= 3;
    };
    await untilSo(hasThree);
    const found = await events('source=Data%20Loss%20Protection&path=/leak&per_page=500');
    const refs = new Set(found.map(({ ref }: { ref: string }) => ref));
    assert.equal(refs.size, 3, [...refs].join());
    assert.deepEqual(await events('source=dlp&path=/wrong'), []);
    assert.doesNotMatch(JSON.stringify(found), /4111 1111 1111|3704 0044|MIIEow/);
  });

  it('of the account are named when they cannot be used', async () => {
    const { home, api, visit, accountId, zoneId } = site;
    const phase = 'http_request_firewall_custom';
    const path = `/accounts/${accountId}/rulesets`;
    const custom = await api('POST', path, {
      name: 'shared',
      kind: 'custom',
      phase,
      rules: [{ action: 'block', expression: 'http.request.uri.path eq "/second"' }],
    });
    await api('PUT', `${path}/phases/${phase}/entrypoint`, {
      rules: [{ action: 'execute', expression: 'true', action_parameters: { id: custom.id } }],
    });
    await untilSo(async () => (await visit('/second')).status === 403);
    const status = () => api('GET', `/zones/${zoneId}/edge_status`);
    await untilSo(async () => (await status()).up_to_date);

    // A later version of the language may refuse what an earlier one took.
    const stored = new DatabaseSync(join(home.dataDir, 'palisade.db'));
    const damage = (from: string, to: string) =>
      stored
        .prepare('update ruleset_versions set rules_json = replace(rules_json, ?, ?)')
        .run(from, to);
    const [known, unknown] = ['http.request.uri.path', 'http.no_such_field'].map(
      (field) => String.raw`${field} eq \"/second`,
    ) as [string, string];
    damage(known, unknown);
    await site.restart();
    const { up_to_date: isUpToDate, edges } = await status();
    assert.equal(isUpToDate, false);
    assert.match(edges[0].problem, new RegExp(`rule ${custom.rules[0].id}: .*no_such_field`, 's'));
    assert.equal((await visit('/')).status, 404, 'no zone serves without the rules of its account');
    damage(unknown, known);
    stored.close();
    await site.restart();
    assert.equal((await visit('/second')).status, 403);
    assert.equal((await status()).up_to_date, true);
  });
});
