/** Rate limits of visitors with more than one address. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { ruleOf, rulesOf } from '../support/edge-rules.ts';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';
import { visit } from '../support/visit.ts';

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
