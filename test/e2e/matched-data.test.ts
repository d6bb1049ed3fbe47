/**
 * Data matched by managed rules is encrypted with the public key of the deployment, and nowhere stored in clear text.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { exposedCredentialsRuleset } from '../../src/catalogs/managed-rulesets/exposed-credentials/exposed-credentials.ts';
import { decryptMatchedData, type MatchedData } from '../../src/contracts/events/matched-data.ts';
import { generateKeys, rawKey } from '../../src/kernel/hpke.ts';
import { executeOf, ruleOf, rulesOf } from '../support/edge-rules.ts';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { eventually } from '../support/eventually.ts';
import { recordedTelemetry } from '../support/recorded-telemetry.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';
import { visitAndFlush } from '../support/visit.ts';

const BINARY = fileURLToPath(new URL('../../bin/palisade.js', import.meta.url));
const MANAGED = 'http_request_firewall_managed';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const USERNAME = 'CF_EXPOSED_USERNAME';
const PASSWORD = 'CF_EXPOSED_PASSWORD';
const LOGIN = `username=${USERNAME}&password=${PASSWORD}`;

describe('matched data', () => {
  const { publicKey, privateKey } = generateKeys();
  const telemetry = recordedTelemetry();
  const home = tempFolder();
  let origin: Server;
  let edge: TestEdge;
  let site: ReturnType<typeof siteOf>;

  before(async () => {
    origin = createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1');
    await once(origin, 'listening');
    site = siteOf('shop.test', [originOf((origin.address() as AddressInfo).port)]);
    edge = await openTestEdge(
      { zones: [site.zone], pools: [site.pool] },
      { traceSampleRate: 1 },
      { telemetry },
    );
  });
  after(async () => {
    await edge.close();
    origin.close();
    home.remove();
  });

  const deployed = (
    action?: string,
    key: string | undefined = rawKey(publicKey).toString('base64'),
  ) =>
    executeOf('execute', {
      kind: 'managed',
      rulesetId: exposedCredentialsRuleset.id,
      ...(action !== undefined && { overrides: { action } }),
      ...(key !== '' && { publicKey: key }),
    });

  async function post(
    execute: ReturnType<typeof deployed>,
    body: string,
    headers: Record<string, string> = FORM,
  ) {
    const { zone } = site;
    // Later phases see other values of the request.
    const rulesets = rulesOf({
      [MANAGED]: [execute],
      http_request_late_transform: [
        ruleOf('t', 'rewrite', 'true', { headers: { 'x-a': { operation: 'set', value: '1' } } }),
      ],
    });
    await edge.apply({ zones: [{ ...zone, sections: { ...zone.sections, rulesets } }] });
    edge.flush();
    const start = edge.security.length;
    await visitAndFlush(edge, { path: '/login', method: 'POST', headers, body });
    return edge.security.slice(start);
  }

  const sealedIn = (
    event: { fields: { Metadata: Readonly<Record<string, unknown>> } } | undefined,
  ) => String(event?.fields.Metadata['encrypted_matched_data']);
  const read = (data: string): MatchedData => JSON.parse(decryptMatchedData(data, privateKey));

  for (const action of ['rewrite', 'log', 'block', 'managed_challenge']) {
    it(`is in the event of an exposed login with the action ${action}`, async () => {
      const events = await post(deployed(action), LOGIN);
      assert.equal(events.length, 1);
      const [event] = events;
      assert.equal(event?.fields.Ref, 'exposed-credentials-generic-form');
      assert.deepEqual(read(sealedIn(event)), {
        rule_id: event?.fields.RuleID,
        ref: 'exposed-credentials-generic-form',
        matches: [
          {
            field: 'url_decode(http.request.body.form["username"][0])',
            role: 'username',
            value: USERNAME,
          },
          {
            field: 'url_decode(http.request.body.form["password"][0])',
            role: 'password',
            value: PASSWORD,
          },
        ],
      });
    });
  }

  it('is the value that matched the condition of the rule', async () => {
    const headers = { ...FORM, 'exposed-credential-check': 'forged' };
    const [event] = await post(deployed(), 'a=b', headers);
    assert.equal(event?.fields.Ref, 'exposed-credentials-header-guard');
    const { matches } = read(sealedIn(event));
    assert.match(JSON.stringify(matches), /exposed-credential-check/);
    assert.match(JSON.stringify(matches), /forged/);
  });

  it('is missing without a key', async () => {
    const [event] = await post(deployed('log', ''), LOGIN);
    assert.deepEqual(event?.fields.Metadata, {});
  });

  it('is decrypted on the command line', async () => {
    const [event] = await post(deployed('log'), LOGIN);
    const file = join(home.path, 'key');
    writeFileSync(file, `${rawKey(privateKey).toString('base64')}\n`, { mode: 0o600 });
    const args = [BINARY, 'matched-data', 'decrypt', '--private-key-file', file, sealedIn(event)];
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.deepEqual([status, stderr], [0, '']);
    assert.deepEqual(JSON.parse(stdout), read(sealedIn(event)));
  });

  it('is not in clear text in events, the request log, traces, log lines and metrics', async () => {
    await eventually('the records have arrived', () => {
      edge.flush();
      // Traces may take only a part of the time, so a slow machine has fewer of them.
      return edge.security.length > 5 && edge.events.length > 5 && edge.traces.length > 0;
    });
    const kept = JSON.stringify([edge.events, edge.security, edge.traces, telemetry.records]);
    for (const value of [USERNAME, PASSWORD]) {
      assert.ok(!kept.includes(value));
      assert.ok(!kept.includes(Buffer.from(value).toString('base64').slice(0, -4)));
    }
  });
});
