/** Rules through a whole node: written by the API, acting at the edge, seen in the security events. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type NodeHome, type NodeProcess, nodeHome } from '../support/node-process.ts';

const BINARY = fileURLToPath(new URL('../../bin/palisade.js', import.meta.url));
const CREDENTIALS = 'c2e184081120413c86c3ab7e14069605';
const SENSITIVE_DATA = 'e22d83c647c64a3eae91b71b499d988e';
const LOGIN = 'username=CF_EXPOSED_USERNAME&password=CF_EXPOSED_PASSWORD';
const KEY = `-----BEGIN RSA PRIVATE${' KEY'}-----\n${'MIIEowIBAAKCAQEA1c7+9z5Pad7OejecsQ0b'.repeat(8)}\n-----END RSA PRIVATE KEY-----`;
const pages: Record<string, string> = {
  '/leak': `<p>4111 1111 1111 1111</p><p>DE89 3704 0044 0532 0130 00</p><pre>\n${KEY}\n</pre>`,
  '/wrong': '<p>4111 1111 1111 1112</p><p>DE88 3704 0044 0532 0130 00</p>',
};

describe('rules through a node', { timeout: 180_000 }, () => {
  let home: NodeHome;
  let node: NodeProcess;
  let origin: Server;
  let zoneId: string;
  let accountId: string;

  before(async () => {
    origin = createServer(async (incoming, outgoing) => {
      await text(incoming);
      const page = pages[incoming.url ?? ''];
      outgoing.setHeader('content-type', page ? 'text/html' : 'application/json');
      outgoing.end(page ?? JSON.stringify(incoming.headers));
    }).listen(0, '127.0.0.1');
    await once(origin, 'listening');
    home = await nodeHome();
    node = await home.start();
    const [account] = await api('GET', '/accounts');
    accountId = account.id;
    const body = { name: 'shop.test', account: { id: account.id } };
    zoneId = (await api('POST', '/zones', body)).id;
    const { port } = origin.address() as AddressInfo;
    const pool = await api('POST', `/accounts/${account.id}/load_balancers/pools`, {
      name: 'shop',
      origins: [{ name: 'only', address: '127.0.0.1', port }],
    });
    await api('POST', `/zones/${zoneId}/load_balancers`, {
      name: 'shop.test',
      default_pools: [pool.id],
      fallback_pool: pool.id,
    });
  });
  after(async () => {
    await home.remove();
    origin.close();
  });

  // biome-ignore lint/suspicious/noExplicitAny: results have many shapes; a wrong path fails the assertion
  async function api(method: string, path: string, body?: unknown): Promise<any> {
    const answer = await fetch(node.api + path, {
      method,
      headers: { authorization: `Bearer ${node.token()}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { success, errors, result } = (await answer.json()) as Record<string, unknown>;
    assert.ok(success, JSON.stringify(errors));
    return result;
  }

  const deploy = (phase: string, id: string, parameters: Record<string, unknown> = {}) =>
    api('PUT', `/zones/${zoneId}/rulesets/phases/${phase}/entrypoint`, {
      rules: [{ action: 'execute', expression: 'true', action_parameters: { id, ...parameters } }],
    });

  async function visit(path: string, body?: string, headers: Record<string, string> = {}) {
    const sent = request(node.edge + path, {
      method: body === undefined ? 'GET' : 'POST',
      agent: false,
      headers: {
        host: 'shop.test',
        ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
    }).end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode, body: await text(response) };
  }

  /** Asks until it is so; gives the milliseconds it took. */
  async function until(isSo: () => Promise<boolean>, withinMs = 10_000): Promise<number> {
    const start = performance.now();
    while (!(await isSo())) {
      assert.ok(performance.now() - start < withinMs, 'it did not happen in time');
      await delay(5);
    }
    return performance.now() - start;
  }

  const events = (query: string) => api('GET', `/zones/${zoneId}/security/events?${query}`);

  it('mark exposed logins within a second of the answer, and block them when told to', async () => {
    await deploy('http_request_firewall_managed', CREDENTIALS);
    const isMarked = async () =>
      (await visit('/login', LOGIN)).body.includes('"exposed-credential-check":"1"');
    assert.ok((await until(isMarked)) < 1_000);
    const clean = await visit('/login', 'username=ada&password=kXo29-lovelace');
    assert.doesNotMatch(clean.body, /exposed-credential-check/);
    const forged = await visit('/', undefined, { 'exposed-credential-check': '1' });
    assert.equal(forged.status, 403);

    await deploy('http_request_firewall_managed', CREDENTIALS, {
      overrides: { action: 'block' },
    });
    const isBlocked = async () => (await visit('/login', LOGIN)).status === 403;
    assert.ok((await until(isBlocked)) < 1_000);
    await until(async () => (await events('source=firewallmanaged&action=block')).length > 0);
    const all = await events('per_page=500');
    assert.doesNotMatch(JSON.stringify(all), /CF_EXPOSED/);
  });

  it('give what they matched to the holder of a key, and to nobody else', async () => {
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
    await until(async () => {
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

  it('send requests elsewhere', async () => {
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
      await until(async () => (await visit('/api')).body === 'elsewhere', 1_000);
      assert.match((await visit('/')).body, /"host":"shop\.test"/);
    } finally {
      elsewhere.closeAllConnections();
      elsewhere.close();
    }
  });

  it('of the account act in its zones within a second, and are named when they cannot be used', async () => {
    const phase = 'http_request_firewall_custom';
    const path = `/accounts/${accountId}/rulesets`;
    const ruleOf = (ref: string, expression: string) => ({ action: 'block', ref, expression });
    const rules = [ruleOf('first', 'http.request.uri.path eq "/first"')];
    const custom = await api('POST', path, { name: 'shared', kind: 'custom', phase, rules });
    await api('PUT', `${path}/phases/${phase}/entrypoint`, {
      rules: [{ action: 'execute', expression: 'true', action_parameters: { id: custom.id } }],
    });
    await until(async () => (await visit('/first')).status === 403, 1_000);
    const { rules: changed } = await api('PUT', `${path}/${custom.id}`, {
      rules: [ruleOf('second', 'http.request.uri.path eq "/second"')],
    });
    await until(async () => (await visit('/second')).status === 403, 1_000);
    assert.equal((await visit('/first')).status, 200);
    const status = () => api('GET', `/zones/${zoneId}/edge_status`);
    await until(async () => (await status()).up_to_date);

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
    await node.end();
    node = await home.start();
    const { up_to_date: isUpToDate, edges } = await status();
    assert.equal(isUpToDate, false);
    assert.match(edges[0].problem, new RegExp(`rule ${changed[0].id}: .*no_such_field`, 's'));
    assert.equal((await visit('/')).status, 404, 'no zone serves without the rules of its account');
    damage(unknown, known);
    stored.close();
    await node.end();
    node = await home.start();
    assert.equal((await visit('/second')).status, 403);
    assert.equal((await status()).up_to_date, true);
  });

  it('report what answers leak, and nothing that only looks like it', async () => {
    await deploy('http_response_firewall_managed', SENSITIVE_DATA);
    const hasThree = async () => {
      await visit('/wrong');
      await visit('/leak');
      return (await events('source=dlp&path=/leak')).length >= 3;
    };
    await until(hasThree);
    const found = await events('source=Data%20Loss%20Protection&path=/leak&per_page=500');
    const refs = new Set(found.map(({ ref }: { ref: string }) => ref));
    assert.equal(refs.size, 3, [...refs].join());
    assert.deepEqual(await events('source=dlp&path=/wrong'), []);
    assert.doesNotMatch(JSON.stringify(found), /4111 1111 1111|3704 0044|MIIEow/);
  });
});
