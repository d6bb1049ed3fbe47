/** Invented reports at a real edge, and what the inventory of the API lists after them. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ReportTokens } from '../../src/edge/page-monitoring/report-token.ts';
import { sqlite } from '../support/databases.ts';
import { siteOf } from '../support/edge-snapshots.ts';
import { pagesOf } from '../support/page-policies.ts';
import { recordedTelemetry } from '../support/recorded-telemetry.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';
import { openTestEdge, type TestEdge, testEdgeConfig } from '../support/test-edge.ts';
import { visit } from '../support/visit.ts';

const SITE = 'shop.test';
const PAGE = `https://${SITE}/cart`;
const tokens = new ReportTokens(Buffer.from(testEdgeConfig.key, 'hex'));
/** An edge process stores 2,000 different scripts of a zone until its next batch. */
const ADDRESSES_PER_BATCH = 15;

describe('a flood of invented scripts', () => {
  let edge: TestEdge;
  let api: TestApi;
  let zoneId: string;

  before(async () => {
    api = await openTestApi(sqlite);
    zoneId = await api.newZone();
    const { zone } = siteOf(SITE, []);
    const sections = { ...zone.sections, pageMonitoring: pagesOf() };
    edge = await openTestEdge(
      { zones: [{ ...zone, sections }] },
      { trustedProxies: ['127.0.0.1/32'] },
    );
  });
  after(async () => {
    await edge.close();
    await api.close();
  });

  /** A visitor reports these scripts in one page view. */
  async function report(address: string, urls: readonly string[]): Promise<void> {
    const token = tokens.encode({
      zoneId: SITE,
      policyId: '',
      mode: 'monitor',
      view: '',
      issuedAt: Date.now(),
    });
    const reports = urls.map((blockedURL) => ({
      type: 'csp-violation',
      body: { documentURL: PAGE, blockedURL, effectiveDirective: 'script-src-elem' },
    }));
    const { status } = await visit(edge.port, {
      method: 'POST',
      path: `/cdn-cgi/script_monitor/report?t=${token}`,
      headers: { 'content-type': 'application/reports+json', 'x-forwarded-for': address },
      body: JSON.stringify(reports),
    });
    assert.equal(status, 204);
  }

  /** Delivers what the edge has published to the management plane. */
  async function deliver(): Promise<void> {
    edge.flush();
    const observations = edge.observations.splice(0).map((each) => ({ ...each, zoneId }));
    await api.deliver('page-observations', observations);
  }

  const list = async (query: string) =>
    (await api.call('GET', `/zones/${zoneId}/page_shield/${query}`)).body;

  it('neither hides a new script of several visitors, nor enters a policy (20,000 used up the quota of an hour)', async () => {
    const telemetry = recordedTelemetry();
    for (const module of api.core.modules) {
      if (module.name === 'page-monitoring') module.observe?.(telemetry);
    }
    for (let visitor = 0; visitor < 200; visitor++) {
      const invented = Array.from({ length: 100 }, (_, n) => `https://x.test/${visitor}/${n}.js`);
      await report(`10.${visitor}.0.1`, invented);
      if (visitor % ADDRESSES_PER_BATCH === ADDRESSES_PER_BATCH - 1) await deliver();
    }
    await deliver();
    const invented = (await list('scripts?status=active,infrequent&per_page=1')).result_info;
    assert.equal(invented.total_count, 10_000, 'the total is counted up to this number');
    for (let visitor = 0; visitor < 6; visitor++) {
      await report(`192.0.2.${visitor}`, ['https://cdn.test/new.js']);
      await deliver();
    }
    const { result } = await list('scripts');
    assert.deepEqual(
      result.map(({ url, status }: { url: string; status: string }) => [url, status]),
      [['https://cdn.test/new.js', 'active']],
    );
    const suggestion = (await list('policy_suggestion?status=active,infrequent')).result;
    assert.match(suggestion.value, /^script-src 'self' https:\/\/cdn\.test;/);
    const [refused, ...others] = (await list('refused_items')).result;
    assert.deepEqual([refused.type, others], ['script', []]);
    assert.equal(refused.count, 5_002);
    const warnings = telemetry.records.filter((record) =>
      JSON.stringify(record).includes('refused_items'),
    );
    assert.equal(warnings.length, 1);
  });
});
