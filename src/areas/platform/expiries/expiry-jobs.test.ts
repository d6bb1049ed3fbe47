import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeOnEachDatabase } from '../../../../test/support/databases.ts';
import { openTestApi, type TestApi } from '../../../../test/support/test-api.ts';
import type { Alert } from '../../../contracts/alert.ts';
import { AlertOutbox } from '../../../storage/alert-outbox.ts';
import { certificateExpiryJob } from './certificate-expiry-job.ts';
import type { ServedCertificate } from './certificate-names.ts';

const DAY = 24 * 3_600_000;
const ZONE_READ = 'c8fed203ed3043cba015a93ad1616f1f';
const never = new AbortController().signal;

describeOnEachDatabase('alerts about what expires', (kind) => {
  let api: TestApi;
  let seen = 0;

  before(async () => {
    api = await openTestApi(kind);
  });
  after(() => api.close());

  async function newAlerts(): Promise<Alert[]> {
    const alerts = (await api.alerts()).slice(seen);
    seen += alerts.length;
    return alerts;
  }

  async function token(name: string, daysLeft: number, resources: object, path = '/user/tokens') {
    const expires_on = new Date(api.clock.now() + daysLeft * DAY).toISOString().replace('.000', '');
    const policies = [{ effect: 'allow', permission_groups: [{ id: ZONE_READ }], resources }];
    const made = await api.call('POST', path, { body: { name, expires_on, policies } });
    assert.equal(made.status, 200, JSON.stringify(made.body));
    return made.body.result.id as string;
  }

  async function tokensIn(days: number): Promise<string[]> {
    await api.clock.advance(days * DAY);
    const job = api.core.modules
      .flatMap(({ jobs }) => jobs)
      .find((each) => each.name === 'token-expiry');
    await job?.run(never);
    await job?.run(never);
    return (await newAlerts()).map((alert) => {
      assert.ok(alert.kind === 'token_expiring');
      assert.equal(alert.accountId, api.accountId);
      return alert.tokenName;
    });
  }

  it('come 30, 7 and 1 days before the end of a token', async () => {
    const zoneId = await api.newZone();
    const zone = { [`com.cloudflare.api.account.zone.${zoneId}`]: '*' };
    const account = {
      [`com.cloudflare.api.account.${api.accountId}`]: { 'com.cloudflare.api.account.zone.*': '*' },
    };
    const everything = { 'com.cloudflare.api.account.zone.*': '*' };
    await token('zone', 31, zone);
    await token('account', 31, account, `/accounts/${api.accountId}/tokens`);
    await token('all', 31, everything);
    await token('later', 90, zone);
    const disabled = await token('disabled', 31, account);
    const path = `/user/tokens/${disabled}`;
    const { body } = await api.call('GET', path);
    await api.call('PUT', path, { body: { ...body.result, status: 'disabled' } });
    const all = ['account', 'all', 'zone'];
    for (const [days, names] of [
      [0, []],
      [2, all],
      [10, []],
      [14, all],
      [4.5, all],
      [0.1, []],
      [1, []],
    ] as const) {
      assert.deepEqual((await tokensIn(days)).sort(), names);
    }
  });

  it('come once for a certificate, in whichever node it is found', async () => {
    const now = api.clock.now();
    const certificates: ServedCertificate[] = [
      { name: 'www.shop.test', fingerprint: 'A', expiresAt: now + 20 * DAY },
      { name: '*.shop.test', fingerprint: 'A', expiresAt: now + 20 * DAY },
      { name: 'old.test', fingerprint: 'B', expiresAt: now - DAY },
      { name: 'shop.test', fingerprint: 'C', expiresAt: now + 40 * DAY },
    ];
    const zone = { id: 'a'.repeat(32), name: 'shop.test', accountId: api.accountId };
    const other = { id: 'b'.repeat(32), name: 'old.test', accountId: api.accountId };
    const { database } = api.core;
    const job = certificateExpiryJob({
      database,
      clock: api.clock,
      alerts: new AlertOutbox(database, api.clock),
      zones: { listNames: async () => [zone, other] },
      certificates: async () => certificates,
    });
    const found: (readonly [string, readonly string[]])[] = [];
    for (let day = 0; day < 22; day++) {
      await Promise.all([job.run(never), job.run(never)]);
      for (const alert of await newAlerts()) {
        assert.ok(alert.kind === 'certificate_expiring');
        assert.equal(alert.zoneId, zone.id);
        found.push([`${day} ${(alert.expiresAt - now) / DAY}`, alert.names]);
      }
      await api.clock.advance(DAY);
    }
    const both = ['www.shop.test', '*.shop.test'];
    assert.deepEqual(found, [
      ['0 20', both],
      ['6 20', both],
      ['10 40', ['shop.test']],
      ['13 20', both],
      ['17 20', both],
      ['19 20', both],
    ]);
  });
});
