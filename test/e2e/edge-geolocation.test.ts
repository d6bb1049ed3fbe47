/** Country and network of visitors: in rules, load balancing, the request log and security events. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { GeoipFiles } from '../../src/detectors/geoip/geoip-files.ts';
import { ruleOf, rulesOf } from '../support/edge-rules.ts';
import { balancerOf, originOf, poolOf, zoneOf } from '../support/edge-snapshots.ts';
import { writeMmdb } from '../support/mmdb-file.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';
import { type Sent, visitAndFlush } from '../support/visit.ts';

const LISBON = '203.0.113.7';
const DENVER = '198.51.100.7';
const BOSTON = '198.51.100.200';
const UNKNOWN = '192.0.2.1';

const us = (code: string) => ({
  continent: { code: 'NA' },
  country: { iso_code: 'US' },
  subdivisions: [{ iso_code: code, names: { en: 'x' } }],
});

describe('where visitors are', () => {
  let origins: readonly Server[];
  let folder: ReturnType<typeof tempFolder>;
  let files: GeoipFiles;
  let edge: TestEdge;

  const zone = zoneOf('shop.test', {
    loadBalancing: {
      balancers: [
        balancerOf('shop.test', ['default'], {
          steering: 'geo',
          countryPools: { PT: ['iberia'] },
          regionPools: { WNAM: ['west'] },
          rules: [
            {
              name: 'by network',
              expression: 'ip.src.asnum eq 64500 and http.request.uri.path eq "/network"',
              terminates: true,
              overrides: {},
              fixedResponse: {
                status: 204,
                contentType: undefined,
                location: undefined,
                body: '',
              },
            },
          ],
        }),
      ],
    },
  });

  function writeCity(portugal: string): void {
    writeMmdb(join(folder.path, 'city.mmdb'), 'GeoLite2-City', {
      '203.0.113.0/24': {
        continent: { code: 'EU' },
        country: { iso_code: portugal, is_in_european_union: true },
        city: { names: { en: 'São João' } },
        location: { latitude: 38.7, longitude: -9.1, time_zone: 'Europe/Lisbon' },
        subdivisions: [{ iso_code: '11', names: { en: 'Lisbon' } }],
      },
      '198.51.100.0/25': us('CO'),
      '198.51.100.128/25': us('MA'),
    });
  }

  before(async () => {
    folder = tempFolder();
    writeCity('PT');
    writeMmdb(join(folder.path, 'asn.mmdb'), 'GeoLite2-ASN', {
      '203.0.113.0/24': {
        autonomous_system_number: 64_500,
        autonomous_system_organization: 'Example Network',
      },
    });
    const silent = { geoipRead() {}, geoipRefused() {}, geoipProblems() {} };
    const paths = ['city.mmdb', 'asn.mmdb'].map((name) => join(folder.path, name));
    files = new GeoipFiles(paths, silent);
    await files.refresh();
    const names = ['default', 'iberia', 'west'];
    origins = await Promise.all(
      names.map(async (name) => {
        const server = createServer((_incoming, outgoing) => {
          outgoing.setHeader('x-pool', name);
          outgoing.end(name);
        }).listen(0, '127.0.0.1');
        await once(server, 'listening');
        return server;
      }),
    );
    const portOf = (server: Server) => (server.address() as AddressInfo).port;
    const pools = names.map((name, n) => poolOf(name, [originOf(portOf(origins[n] as Server))]));
    edge = await openTestEdge(
      { zones: [zone], pools },
      { trustedProxies: ['127.0.0.1/32'] },
      { locations: files },
    );
  });
  after(async () => {
    await edge.close();
    for (const server of origins) server.close();
    folder.remove();
  });

  async function visit(address: string, more: Sent = {}) {
    return await visitAndFlush(edge, { ...more, headers: { 'x-forwarded-for': address } });
  }

  const conditions: readonly [string, readonly string[]][] = [
    ['ip.src.country eq "PT"', [LISBON]],
    ['ip.geoip.country in {"PT" "US"}', [LISBON, DENVER, BOSTON]],
    ['ip.src.country eq "XX"', [UNKNOWN]],
    ['ip.src.continent eq "NA"', [DENVER, BOSTON]],
    ['ip.src.asnum eq 64500', [LISBON]],
    ['ip.src.asnum eq 0', [DENVER, BOSTON, UNKNOWN]],
    ['ip.src.is_in_european_union', [LISBON]],
    ['ip.src.city eq "São João"', [LISBON]],
    ['ip.src.region eq "Lisbon"', [LISBON]],
    ['ip.src.region_code in {"CO" "11"}', [LISBON, DENVER]],
    ['ip.src.subdivision_1_iso_code eq "US-MA"', [BOSTON]],
    ['ip.src.lat eq "38.7" and ip.src.lon eq "-9.1"', [LISBON]],
    ['ip.src.timezone.name eq "Europe/Lisbon"', [LISBON]],
    ['len(ip.src.postal_code) ge 0', []],
  ];
  for (const [condition, blocked] of conditions) {
    it(`decides ${condition}`, async () => {
      const rules = rulesOf({ http_request_firewall_custom: [ruleOf('r', 'block', condition)] });
      await edge.applyRules(zone, rules);
      for (const address of [LISBON, DENVER, BOSTON, UNKNOWN]) {
        const { status } = await visit(address);
        assert.equal(status === 403, blocked.includes(address), `${address} ${status}`);
      }
    });
  }

  it('is in the request log and in security events', async () => {
    await edge.applyRules(zone, rulesOf({ http_request_firewall_custom: [ruleOf('r', 'log')] }));
    const logged = async (address: string) => {
      edge.events.length = 0;
      edge.security.length = 0;
      await visit(address);
      const { ClientCountry, ClientRegionCode, ClientASN } = edge.events[0]?.fields ?? {};
      const event = edge.security[0]?.fields;
      return [
        [ClientCountry, ClientRegionCode, ClientASN],
        [event?.ClientCountry, event?.ClientASN, event?.ClientASNDescription],
      ];
    };
    assert.deepEqual(await logged(LISBON), [
      ['pt', '11', 64_500],
      ['pt', 64_500, 'Example Network'],
    ]);
    assert.deepEqual(await logged(UNKNOWN), [
      ['xx', undefined, 0],
      ['xx', 0, undefined],
    ]);
  });

  it('chooses pools by country, then by region, then the default ones', async () => {
    await edge.applyRules(zone, { phases: {} });
    const poolOfVisitor = async (address: string) => (await visit(address)).headers['x-pool'];
    assert.equal(await poolOfVisitor(LISBON), 'iberia');
    assert.equal(await poolOfVisitor(DENVER), 'west');
    assert.equal(await poolOfVisitor(BOSTON), 'default');
    assert.equal(await poolOfVisitor(UNKNOWN), 'default');
    assert.equal((await visit(LISBON, { path: '/network' })).status, 204);
    assert.equal((await visit(DENVER, { path: '/network' })).status, 200);
  });

  it('changes with replaced files, also on open connections', async () => {
    const rules = rulesOf({
      http_request_firewall_custom: [ruleOf('r', 'block', 'ip.src.country eq "ES"')],
    });
    await edge.applyRules(zone, rules);
    const agent = new Agent({ keepAlive: true });
    try {
      assert.equal((await visit(LISBON, { agent })).status, 200);
      const open = edge.connections();
      writeCity('ES');
      await files.refresh();
      assert.equal((await visit(LISBON, { agent })).status, 403);
      assert.equal(edge.connections(), open);
      assert.equal((await visit(LISBON)).status, 403);
    } finally {
      agent.destroy();
    }
  });
});
