/** The members of all page monitoring resources, as the specification has them: one row each. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, it } from 'node:test';
import {
  sampleCookie,
  sampleScript,
} from '../../src/areas/page-monitoring/fixtures/sample-observation.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const never = new AbortController().signal;

type Check = (value: unknown) => boolean;
const text: Check = (value) => typeof value === 'string' && value !== '';
const truth: Check = (value) => typeof value === 'boolean';
const integer: Check = (value) => Number.isInteger(value);
const texts: Check = (value) => Array.isArray(value) && value.every(text);
const matching =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const hexId = matching(/^[0-9a-f]{32}$/);
const hash = matching(/^[0-9a-f]{64}$/);
const time: Check = (value) =>
  matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)(value) &&
  !Number.isNaN(Date.parse(String(value)));

type Members = Readonly<Record<string, Check>>;

/** Undefined: all members are there with their types. */
function problemIn(value: unknown, members: Members): string | undefined {
  const found = value as Record<string, unknown>;
  const bad = Object.keys(members).filter((name) => !members[name]?.(found[name]));
  if (bad.length === 0) return undefined;
  return bad.map((name) => `${name}: ${JSON.stringify(found[name])}`).join(', ');
}

const scores: Members = {
  js_integrity_score: integer,
  obfuscation_score: integer,
  dataflow_score: integer,
  malware_score: integer,
  cryptomining_score: integer,
  magecart_score: integer,
};

const versions: Check = (value) =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((each) => problemIn(each, { hash, fetched_at: time, ...scores }) === undefined);

const resource: Members = {
  id: hexId,
  url: text,
  added_at: time,
  first_seen_at: time,
  last_seen_at: time,
  host: text,
  domain_reported_malicious: truth,
  url_reported_malicious: truth,
  first_page_url: text,
  status: matching(/^(active|infrequent|inactive)$/),
  url_contains_cdn_cgi_path: truth,
};

interface Resource {
  readonly path: string;
  readonly members: Members;
  /** Members of a resource that is fetched by its id, not of lists. */
  readonly single?: Members;
}

const resources: readonly Resource[] = [
  {
    path: 'scripts',
    members: {
      ...resource,
      fetched_at: time,
      hash,
      ...scores,
      malicious_url_categories: (value) => value === undefined || texts(value),
    },
    single: { page_urls: texts, versions },
  },
  {
    path: 'connections',
    members: {
      ...resource,
      malicious_domain_categories: texts,
      malicious_url_categories: texts,
    },
  },
  {
    path: 'cookies',
    members: {
      id: hexId,
      type: matching(/^first_party$/),
      name: text,
      host: text,
      domain_attribute: text,
      path_attribute: text,
      expires_attribute: time,
      max_age_attribute: (value) => value === null || integer(value),
      http_only_attribute: truth,
      secure_attribute: truth,
      same_site_attribute: matching(/^(lax|strict|none)$/),
      first_seen_at: time,
      last_seen_at: time,
      first_page_url: text,
      page_urls: texts,
    },
  },
  {
    path: 'policies',
    members: {
      id: hexId,
      description: text,
      action: matching(/^(log|allow)$/),
      expression: text,
      enabled: matching(/^true$/),
      value: text,
    },
  },
];

describeOnEachDatabase('members of page monitoring resources', (kind) => {
  let api: TestApi;
  let server: Server;
  let base: string;

  before(async () => {
    api = await openTestApi(kind, { settings: { PALISADE_OUTBOUND_ALLOW: '127.0.0.1/32' } });
    server = createServer((_, response) => response.end('document.title = "Welcome";'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const zoneId = await api.newZone();
    base = `/zones/${zoneId}/page_shield`;
    await api.call('PUT', base, { body: { enabled: true } });
    await api.call('POST', `${base}/policies`, {
      body: {
        description: 'Shop',
        action: 'log',
        expression: 'http.host eq www.shop.test',
        enabled: 'true',
        value: "script-src 'self' cdn.test https://js.test/pay.js",
      },
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/app.js`;
    await api.deliver('page-observations', [
      sampleScript(zoneId, { url }),
      sampleScript(zoneId, { kind: 'connection', url: 'https://api.test' }),
      sampleCookie(zoneId, {
        attributes: {
          expiresAt: Date.UTC(2026, 5, 1),
          sameSite: 'strict',
          secure: true,
          httpOnly: true,
        },
      }),
    ]);
    const jobs = api.core.modules.flatMap((module) => module.jobs);
    await jobs.find(({ name }) => name === 'page-script-fetch')?.run(never);
  });
  after(async () => {
    server.close();
    await api.close();
  });

  for (const { path, members, single = {} } of resources) {
    it(`${path} have them, in lists and by themselves`, async () => {
      const list = (await api.call('GET', `${base}/${path}`)).body;
      assert.equal(list.result.length, 1);
      assert.equal(problemIn(list.result[0], members), undefined);
      for (const name of Object.keys(single)) assert.ok(!(name in list.result[0]), name);
      for (const name of ['page', 'per_page', 'count', 'total_count', 'total_pages']) {
        assert.ok(Number.isInteger(list.result_info[name]), name);
      }
      const one = (await api.call('GET', `${base}/${path}/${list.result[0].id}`)).body.result;
      assert.equal(problemIn(one, { ...members, ...single }), undefined);
    });
  }

  it('settings have them; the response to a change has the changed members', async () => {
    const changed: Members = { enabled: truth, updated_at: time };
    const all: Members = {
      ...changed,
      use_platform_reporting_endpoint: truth,
      use_connection_url_path: truth,
    };
    assert.equal(problemIn((await api.call('GET', base)).body.result, all), undefined);
    const { result } = (await api.call('PUT', base, { body: { enabled: true } })).body;
    assert.equal(problemIn(result, changed), undefined);
    assert.deepEqual(Object.keys(result).sort(), Object.keys(changed).sort());
  });
});
