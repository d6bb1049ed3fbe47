/** Rules in a whole node: written through the API, applied at the edge, recorded in security events. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sampleEvent } from '../../src/areas/security-events/fixtures/sample-event.ts';
import { openEmbeddedBus } from '../../src/bus/embedded/embedded-bus.ts';
import { FIREWALL_EVENTS_TOPIC } from '../../src/contracts/events/firewall-event.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { eventually } from '../support/eventually.ts';
import { openRuledSite, type RuledSite } from '../support/ruled-site.ts';

const BINARY = fileURLToPath(new URL('../../bin/palisade.js', import.meta.url));
const CREDENTIALS = 'c2e184081120413c86c3ab7e14069605';
const SENSITIVE_DATA = 'e22d83c647c64a3eae91b71b499d988e';
const LOGIN = 'username=CF_EXPOSED_USERNAME&password=CF_EXPOSED_PASSWORD';
const KEY = `-----BEGIN RSA PRIVATE${' KEY'}-----\n${'MIIEowIBAAKCAQEA1c7+9z5Pad7OejecsQ0b'.repeat(8)}\n-----END RSA PRIVATE KEY-----`;
const pages: Record<string, string> = {
  '/leak': `<p>4111 1111 1111 1111</p><p>DE89 3704 0044 0532 0130 00</p><pre>\n${KEY}\n</pre>`,
  '/wrong': '<p>4111 1111 1111 1112</p><p>DE88 3704 0044 0532 0130 00</p>',
};

interface Trace {
  readonly decision: { readonly status: number; readonly rule_id: string };
  readonly phases: readonly {
    readonly rules: readonly {
      readonly id: string;
      readonly ref: string;
      readonly outcome: string;
    }[];
    readonly values: readonly { readonly value: string }[];
  }[];
}

describe('rules and security events of a node', () => {
  let site: RuledSite;

  before(async () => {
    site = await openRuledSite(pages);
  });
  after(() => site.close());

  describe('security events', () => {
    const newZone = async (name: string): Promise<string> =>
      (await site.api('POST', '/zones', { name, account: { id: site.accountId } })).id;

    it('get from the bus to the API exactly once, even over a restart', async (test) => {
      const bus = openEmbeddedBus({
        folder: join(site.home.dataDir, 'bus'),
        writer: 'test',
        clock: systemClock,
        onError: (error) => assert.fail(error),
      });
      test.after(() => bus.close());
      const zoneId = await newZone('of-the-bus.test');

      async function untilListed(...wanted: string[]): Promise<void> {
        await eventually(`${wanted} are listed`, async () => {
          const seen = await site.api('GET', `/zones/${zoneId}/security/events`);
          return String(seen.map(({ id }: { id: string }) => id)) === String(wanted);
        });
      }

      const event = sampleEvent(zoneId, { id: 'first', Datetime: Date.now() - 1_000 });
      await bus.publish(FIREWALL_EVENTS_TOPIC, [event, { not: 'an event' }]);
      await untilListed('first');
      const metrics = await (await fetch(`${site.node.origin}/metrics`)).text();
      assert.match(metrics, /bus_refused_total\{[^}]*topic="firewall-events"[^}]*\} 1/);

      await site.restart(async () => {
        const later = sampleEvent(zoneId, { id: 'second', Datetime: Date.now() });
        await bus.publish(FIREWALL_EVENTS_TOPIC, [event, later]);
      });
      await untilListed('second', 'first');
    });

    it('are made by the edge when a rule matches', async () => {
      const { api, node, accountId } = site;
      const zoneId = await newZone('of-the-edge.test');
      // No server listens there, because the request is blocked.
      const origins = [{ name: 'none', address: '127.0.0.1', port: 9 }];
      const pools = `/accounts/${accountId}/load_balancers/pools`;
      const pool = await api('POST', pools, { name: 'nowhere', origins });
      const host = 'www.of-the-edge.test';
      await api('POST', `/zones/${zoneId}/load_balancers`, {
        name: host,
        default_pools: [pool.id],
        fallback_pool: pool.id,
      });
      await api('POST', `/zones/${zoneId}/rulesets`, {
        name: 'Custom rules',
        kind: 'zone',
        phase: 'http_request_firewall_custom',
        rules: [{ expression: 'http.request.uri.path eq "/admin"', action: 'block', ref: 'mine' }],
      });

      let response: IncomingMessage | undefined;
      await eventually('it is blocked', async () => {
        const sent = request(`${node.edge}/admin?a=1`, { headers: { host }, agent: false }).end();
        [response] = (await once(sent, 'response')) as [IncomingMessage];
        return response.resume().statusCode === 403;
      });

      const path = `/zones/${zoneId}/security/events?host=${host}&path=/admin&action=block`;
      let events: { ref: string; source: string; response: object }[] = [];
      await eventually('the event is listed', async () => {
        events = await api('GET', path);
        return events.length > 0;
      });
      assert.equal(events[0]?.ref, 'mine');
      assert.equal(events[0]?.source, 'firewallcustom');
      assert.deepEqual(events[0]?.response, { edge_status: 403, origin_status: 0 });

      // The trace is found by the ray id of the response.
      const traceUrl = `${node.api}/zones/${zoneId}/security/trace/${response?.headers['cf-ray']}`;
      const headers = { authorization: `Bearer ${node.token()}` };
      let trace = undefined as Trace | undefined;
      await eventually('there is a trace', async () => {
        const body = await (await fetch(traceUrl, { headers })).json();
        trace = (body as { result: Trace | null }).result ?? undefined;
        return trace !== undefined;
      });
      const { decision, phases } = trace ?? assert.fail();
      assert.equal(decision.status, 403);
      const [rule] = phases[0]?.rules ?? [];
      assert.deepEqual([rule?.ref, rule?.outcome, rule?.id], ['mine', 'matched', decision.rule_id]);
      assert.equal(phases[0]?.values[0]?.value, '/admin');
    });
  });

  // Must be last, because rules of the account appear in all traces.
  describe('rules', () => {
    it('give matched data only to the holder of the private key', async () => {
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
      await eventually('the event has the matched data', async () => {
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

    it('report sensitive data in responses, without false positives', async () => {
      const { deploy, visit, events } = site;
      await deploy('http_response_firewall_managed', SENSITIVE_DATA);
      const hasThree = async () => {
        await visit('/wrong');
        await visit('/leak');
        return (await events('source=dlp&path=/leak')).length >= 3;
      };
      await eventually('three leaks are reported', hasThree);
      const found = await events('source=Data%20Loss%20Protection&path=/leak&per_page=500');
      const refs = new Set(found.map(({ ref }: { ref: string }) => ref));
      assert.equal(refs.size, 3, [...refs].join());
      assert.deepEqual(await events('source=dlp&path=/wrong'), []);
      assert.doesNotMatch(JSON.stringify(found), /4111 1111 1111|3704 0044|MIIEow/);
    });

    it('of the account are named in `edge_status` if they are invalid', async () => {
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
      await eventually('it blocks', async () => (await visit('/second')).status === 403);
      const status = () => api('GET', `/zones/${zoneId}/edge_status`);
      await eventually('the edge is up to date', async () => (await status()).up_to_date);

      // A later version of the rule language may refuse an expression that an earlier one accepted.
      const file = join(home.dataDir, 'palisade.db');
      // The node may be writing.
      const stored = new DatabaseSync(file, { timeout: 10_000 });
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
      assert.match(
        edges[0].problem,
        new RegExp(`rule ${custom.rules[0].id}: .*no_such_field`, 's'),
      );
      assert.equal(
        (await visit('/')).status,
        404,
        'no zone serves without the rules of its account',
      );
      damage(unknown, known);
      stored.close();
      await site.restart();
      assert.equal((await visit('/second')).status, 403);
      assert.equal((await status()).up_to_date, true);
    });
  });
});
