/** Rate limits of visitors with more than one address, spelling or request in flight. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { ruleOf, rulesOf } from '../support/edge-rules.ts';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { eventually } from '../support/eventually.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';
import { type Sent, visit } from '../support/visit.ts';

describe('rate limits by address', () => {
  let origin: Server;
  let edge: TestEdge;

  before(async () => {
    origin = createServer((_incoming, outgoing) => outgoing.end('ok')).listen(0, '127.0.0.1');
    await once(origin, 'listening');
    const site = siteOf('shop.test', [originOf((origin.address() as AddressInfo).port)]);
    const ratelimit = {
      characteristics: ['cf.colo.id', 'ip.src'],
      period: 3_600,
      requests_per_period: 2,
      mitigation_timeout: 3_600,
    };
    const rulesets = rulesOf({
      http_ratelimit: [ruleOf('rate', 'block', 'true', {}, { ratelimit })],
    });
    const zone = { ...site.zone, sections: { ...site.zone.sections, rulesets } };
    edge = await openTestEdge(
      { zones: [zone], pools: [site.pool] },
      { trustedProxies: ['127.0.0.1/32'] },
    );
  });
  after(async () => {
    await edge.close();
    origin.close();
  });

  const statusFor = async (address: string): Promise<number> =>
    (await visit(edge.port, { headers: { 'x-forwarded-for': address } })).status;

  async function statusesFor(...addresses: string[]): Promise<number[]> {
    const statuses: number[] = [];
    for (const address of addresses) statuses.push(await statusFor(address));
    return statuses;
  }

  it('count the addresses of one IPv6 network (/64) together', async () => {
    assert.deepEqual(
      await statusesFor('2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '2001:db8:1:2::3'),
      [200, 200, 429],
    );
    assert.deepEqual(await statusesFor('2001:db8:1:3::1', '2001:db8:1:2::4'), [200, 429]);
  });

  it('send Retry-After (clients had to guess)', async () => {
    const from = { headers: { 'x-forwarded-for': '192.0.2.77' } };
    await visit(edge.port, from);
    await visit(edge.port, from);
    const refused = await visit(edge.port, from);
    assert.equal(refused.status, 429);
    assert.match(refused.headers['retry-after'] ?? '', /^3(600|59\d)$/);
  });

  it('count IPv4 addresses one by one', async () => {
    assert.deepEqual(
      await statusesFor('192.0.2.1', '192.0.2.2', '192.0.2.1', '192.0.2.1', '192.0.2.2'),
      [200, 200, 200, 429, 200],
    );
  });
});

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'content-type': 'application/json' };
const form = (body: string): Sent => ({ method: 'POST', headers: FORM, body });
const json = (body: string): Sent => ({ method: 'POST', headers: JSON_TYPE, body });
const query = (text: string): Sent => ({ path: `/?${text}` });
const header =
  (name: string) =>
  (value: string): Sent => ({ headers: { [name]: value } });

/** Requests with the same value of a characteristic, and one with another value. */
const spellings: readonly {
  readonly characteristic: string;
  readonly same: readonly Sent[];
  readonly other: Sent;
}[] = [
  {
    characteristic: 'http.request.body.form["user"]',
    same: ['user=al+ice', 'user=al%20ice', 'user=%61l%20ic%65', '%75ser=al+ice'].map(form),
    other: form('user=alice'),
  },
  {
    characteristic: 'http.request.body.form["user"]',
    same: ['user=alice', 'user=bob&user=alice', 'user=alice&user=eve', 'user=ann&user=%61lice'].map(
      form,
    ),
    other: form('user=zoe'),
  },
  {
    characteristic: 'http.request.uri.args["user"]',
    same: ['user=alice', 'user=%61lice', 'user=bob&user=al%69ce'].map(query),
    other: query('user=zoe'),
  },
  {
    characteristic: 'lookup_json_string(http.request.body.raw, "login", "user")',
    same: [
      '{"login":{"user":"alice"}}',
      '{"login":{"user":"\\u0061lice"}}',
      '{"login":{"user":"bob","user":"alice"}}',
      '{"login":{"user":"alice","user":"eve"}}',
      '{"login":{"user":"alice"},"login":{"user":"ann"}}',
      '{"login":{"user":["alice"]}}',
    ].map(json),
    other: json('{"login":{"user":"zoe"}}'),
  },
  {
    characteristic: 'lookup_json_integer(http.request.body.raw, "account")',
    same: ['{"account":42}', '{"account":42.0}', '{"account":4.2e1}', '{"account":"42"}'].map(json),
    other: json('{"account":43}'),
  },
  {
    characteristic: 'http.request.cookies["user"]',
    same: [
      'user=alice',
      'user=%61lice',
      'user="alice"',
      'user="\\141lice"',
      'user=b; user=alice',
    ].map(header('cookie')),
    other: header('cookie')('user=zoe'),
  },
  {
    characteristic: 'http.request.headers["x-user"]',
    same: ['alice', '%61lice', ' alice '].map(header('x-user')),
    other: header('x-user')('zoe'),
  },
  {
    characteristic: 'http.request.headers["authorization"]',
    same: ['Basic YWxpY2U6eA==', 'basic YWxpY2U6eA', 'BASIC  YWxpY2U6eB=='].map(
      header('authorization'),
    ),
    other: header('authorization')('Basic em9lOng='),
  },
  {
    characteristic: 'http.request.headers["authorization"]',
    same: ['Bearer t0ken', 'bearer t0ken', 'bEaReR   t0ken'].map(header('authorization')),
    other: header('authorization')('Bearer other'),
  },
];

describe('rate limits by what visitors send', () => {
  let origin: Server;
  let port: number;

  before(async () => {
    origin = createServer((_incoming, outgoing) => outgoing.end('ok')).listen(0, '127.0.0.1');
    await once(origin, 'listening');
    ({ port } = origin.address() as AddressInfo);
  });
  after(() => origin.close());

  for (const { characteristic, same, other } of spellings) {
    it(`count values, not their spellings, by ${characteristic} (each spelling had a limit of its own): ${JSON.stringify(same[1])}`, async () => {
      const edge = await openEdge(port, { characteristics: ['cf.colo.id', characteristic] });
      try {
        const statuses: number[] = [];
        for (const sent of [...same, other, other]) {
          statuses.push((await visit(edge.port, sent)).status);
        }
        const expected = [200, ...same.slice(1).map(() => 429), 200, 429];
        assert.deepEqual(statuses, expected);
      } finally {
        await edge.close();
      }
    });
  }

  it('count a request with many values for the first and the last ones, in bounded memory', async () => {
    const characteristics = ['cf.colo.id', 'http.request.body.form["user"]'];
    const edge = await openEdge(port, { characteristics });
    try {
      const many = Array.from({ length: 900 }, (_, n) => `user=${n}`);
      const statuses: number[] = [];
      for (const body of [many.join('&'), 'user=0', 'user=7', 'user=892', 'user=899', 'user=400']) {
        statuses.push((await visit(edge.port, form(body))).status);
      }
      assert.deepEqual(statuses, [200, 429, 429, 429, 429, 200]);
    } finally {
      await edge.close();
    }
  });
});

/** An edge with one rate limit of one request in an hour, or another one. */
function openEdge(
  port: number,
  ratelimit: Readonly<Record<string, unknown>>,
  phases: Parameters<typeof rulesOf>[0] = {},
): Promise<TestEdge> {
  const site = siteOf('shop.test', [originOf(port)]);
  const limit = { period: 3_600, requests_per_period: 1, mitigation_timeout: 0, ...ratelimit };
  const rule = ruleOf('rate', 'block', 'true', {}, { ratelimit: limit });
  const rulesets = rulesOf({ http_ratelimit: [rule], ...phases });
  const zone = { ...site.zone, sections: { ...site.zone.sections, rulesets } };
  return openTestEdge({ zones: [zone], pools: [site.pool] });
}

/** Rate limits whose counts depend on the origin, and what one more request gets after five slow ones. */
const atOrigin: readonly [name: string, ratelimit: Record<string, unknown>, later: number][] = [
  ['requests that go to the origin', { requests_to_origin: true }, 429],
  ['refused logins', { counting_expression: 'http.response.code eq 401' }, 200],
  ['scores', { score_per_period: 5, score_response_header_name: 'X-Score' }, 200],
];

describe('rate limits that count at the origin', () => {
  let origin: Server;
  let port: number;
  let waiting: ServerResponse[] = [];
  const characteristics = ['cf.colo.id', 'ip.src'];

  before(async () => {
    origin = createServer((incoming, outgoing) => {
      if (incoming.url === '/slow') waiting.push(outgoing);
      else if (incoming.url === '/lost') incoming.destroy();
      else outgoing.end('ok');
    }).listen(0, '127.0.0.1');
    await once(origin, 'listening');
    ({ port } = origin.address() as AddressInfo);
  });
  after(() => {
    origin.closeAllConnections();
    origin.close();
  });

  for (const [name, ratelimit, later] of atOrigin) {
    it(`hold while responses are slow: ${name} (all of 300 passed a limit of 5)`, async () => {
      const rate = {
        characteristics,
        requests_per_period: 5,
        mitigation_timeout: 60,
        ...ratelimit,
      };
      const edge = await openEdge(port, rate);
      waiting = [];
      try {
        let refused = 0;
        const visits = Array.from({ length: 30 }, async () => {
          const { status, headers } = await visit(edge.port, { path: '/slow' });
          if (status !== 429) return status;
          refused += 1;
          assert.match(headers['retry-after'] ?? '', /^[1-9]\d*$/);
          return status;
        });
        await eventually('the others are refused', () => refused + waiting.length === 30);
        const asked = waiting.length;
        for (const outgoing of waiting) outgoing.end('ok');
        const statuses = await Promise.all(visits);
        const passed = statuses.filter((status) => status === 200).length;
        assert.deepEqual([asked, passed], [5, 5]);
        // Responses that do not count give back what was reserved for them.
        assert.equal((await visit(edge.port)).status, later);
      } finally {
        await edge.close();
      }
    });
  }

  it('count a request that gets no response by the score that was expected', async () => {
    const score = { score_per_period: 2, score_response_header_name: 'X-Score' };
    const edge = await openEdge(port, { characteristics, mitigation_timeout: 60, ...score });
    try {
      const statuses: number[] = [];
      for (let n = 0; n < 4; n++) {
        statuses.push((await visit(edge.port, { method: 'POST', path: '/lost' })).status);
      }
      // The third exceeds the limit, which only the next one finds out.
      assert.deepEqual(statuses, [520, 520, 520, 429]);
    } finally {
      await edge.close();
    }
  });

  it('do not count requests that another rule blocks', async () => {
    const blocked = ruleOf('no', 'block', 'http.request.uri.path eq "/blocked"');
    const phases = { http_request_firewall_managed: [blocked] };
    const rate = { characteristics, requests_per_period: 2, requests_to_origin: true };
    const edge = await openEdge(port, rate, phases);
    try {
      const statuses: number[] = [];
      for (const path of ['/blocked', '/blocked', '/blocked', '/', '/', '/']) {
        statuses.push((await visit(edge.port, { path })).status);
      }
      assert.deepEqual(statuses, [403, 403, 403, 200, 200, 429]);
    } finally {
      await edge.close();
    }
  });
});
