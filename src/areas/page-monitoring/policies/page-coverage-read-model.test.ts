import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sqlite } from '../../../../test/support/databases.ts';
import { openTestApi, type TestApi } from '../../../../test/support/test-api.ts';
import { TextSealer } from '../../../kernel/sealed-text.ts';
import { sampleItem } from '../fixtures/sample-item.ts';
import { classBits } from '../inventory/item-model.ts';
import { itemStore } from '../inventory/item-store.ts';
import type { PageMonitoringDatabase, PageMonitoringTables } from '../page-monitoring-tables.ts';
import { type CoveredResource, PageCoverageReadModel } from './page-coverage-read-model.ts';
import { PolicyConditions } from './policy-conditions.ts';
import type { PolicyDocument } from './policy-model.ts';
import { policySecrets } from './policy-secrets.ts';
import { PolicyStore } from './policy-store.ts';

const DAY_MS = 24 * 3_600_000;
const script: CoveredResource = {
  type: 'script',
  url: 'https://cdn.test/app.js',
  host: 'shop.test',
  firstPageUrl: 'https://shop.test/checkout',
};
const allowing: PolicyDocument = {
  description: '',
  action: 'allow',
  expression: 'true',
  value: "script-src 'self' https://cdn.test; connect-src 'none'",
  enabled: true,
};

interface Row {
  readonly what: string;
  readonly policies: readonly Partial<PolicyDocument>[];
  readonly resource?: Partial<CoveredResource>;
  readonly allowed: boolean;
}

const table: readonly Row[] = [
  { what: 'no policy', policies: [], allowed: false },
  { what: 'a policy that allows it', policies: [{}], allowed: true },
  { what: 'a policy that only logs', policies: [{ action: 'log' }], allowed: true },
  { what: 'a disabled policy', policies: [{ enabled: 'false' }], allowed: false },
  { what: 'another host', policies: [{}], resource: { url: 'https://evil.test/' }, allowed: false },
  { what: 'another type', policies: [{}], resource: { type: 'connection' }, allowed: false },
  {
    what: 'a policy for other pages',
    policies: [{ expression: 'http.request.uri.path eq "/cart"' }],
    allowed: false,
  },
  {
    what: 'a policy for its page',
    policies: [
      { expression: 'http.host eq "shop.test" and starts_with(http.request.uri.path, "/ch")' },
    ],
    allowed: true,
  },
  {
    what: 'a policy that depends on the visitor',
    policies: [{ expression: 'ip.src eq 192.0.2.1' }],
    allowed: true,
  },
  {
    what: 'one of several policies',
    policies: [{ value: "script-src 'none'" }, {}],
    allowed: true,
  },
  {
    what: 'the site itself, without a known page',
    policies: [{}],
    resource: { url: 'https://shop.test/own.js', firstPageUrl: '' },
    allowed: true,
  },
  { what: 'no URL', policies: [{}], resource: { url: 'nothing' }, allowed: false },
];

describe('coverage of pages', () => {
  let api: TestApi;
  let database: PageMonitoringDatabase;
  let coverage: PageCoverageReadModel;

  before(async () => {
    api = await openTestApi(sqlite);
    database = api.core.database.withTables<PageMonitoringTables>();
    const conditions = new PolicyConditions({}, () => false);
    const store = new PolicyStore(policySecrets(new TextSealer(() => 'secret', 'test')));
    coverage = new PageCoverageReadModel(database, store, conditions, api.clock);
  });
  after(() => api.close());

  for (const { what, policies, resource, allowed } of table) {
    it(`${allowed ? 'allows' : 'does not allow'} a resource: ${what}`, async () => {
      const zoneId = await api.newZone('enterprise');
      for (const changes of policies) {
        const body = { ...allowing, ...changes };
        const made = await api.call('POST', `/zones/${zoneId}/page_shield/policies`, { body });
        assert.equal(made.status, 200, JSON.stringify(made.body));
      }
      assert.equal(await coverage.allows(zoneId, { ...script, ...resource }), allowed);
    });
  }

  it('returns whether an item is active', async () => {
    const now = api.clock.now();
    const frequent = { class: classBits.frequent, lastSeenAt: now };
    const items = [
      sampleItem({ id: 'active', ...frequent }),
      sampleItem({ id: 'rare', class: 0, lastSeenAt: now }),
      sampleItem({ id: 'gone', ...frequent, lastSeenAt: now - 8 * DAY_MS }),
    ];
    await database.transaction((tx) => itemStore.save(tx, items));
    const active: boolean[] = [];
    for (const id of ['active', 'rare', 'gone', '']) active.push(await coverage.isActive(id));
    assert.deepEqual(active, [true, false, false, false]);
  });
});
