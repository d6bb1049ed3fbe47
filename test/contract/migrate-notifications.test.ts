/** The migration from notification emails of pools to policies of the account. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { HealthAlert } from '../../src/areas/notifications/evaluation/recipients.ts';
import type { Message } from '../../src/areas/notifications/messages/message.ts';
import { ALERT_QUEUE } from '../../src/contracts/alert.ts';
import { AlertOutbox } from '../../src/storage/alert-outbox.ts';
import type { ApiClient } from '../../src/tools/api-client.ts';
import { listAll } from '../../src/tools/list-all.ts';
import {
  migrateNotifications,
  readPlan,
} from '../../src/tools/notifications/migrate-notifications.ts';
import { seeded } from '../../src/transport/http1/fixtures/random-message.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { inProcessClient } from '../support/in-process-client.ts';
import { runQueue } from '../support/run-queue.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const POOLS = 130;
const off = { disable: true };
/** The n-th pool has the filter n modulo their number. */
const filters = [
  undefined,
  { pool: { healthy: false }, origin: off },
  { pool: { healthy: false }, origin: { healthy: true } },
  { origin: { healthy: false } },
  { pool: off, origin: off },
];
/** The emails of the pools from an index, in the order of names, up to the index of the next row. */
const emails: readonly (readonly [number, string])[] = [
  [0, 'one@shop.test'],
  [40, 'one@shop.test, two@shop.test'],
  [70, ''],
  [80, 'three@SHOP.test'],
  [100, 'one@shop.test,two@shop.test,three@shop.test'],
];

describeOnEachDatabase('moving 130 pools off their notification emails', (kind) => {
  let api: TestApi;
  let client: ApiClient;
  let base: string;

  before(async () => {
    api = await openTestApi(kind);
    client = inProcessClient(api);
    base = `/accounts/${api.accountId}`;
    for (let n = 0; n < POOLS; n++) {
      await client.call('POST', `${base}/load_balancers/pools`, {
        name: poolName(n),
        origins: [{ name: 'one', address: '192.0.2.1' }],
        ...(filters[n % filters.length] && { notification_filter: filters[n % filters.length] }),
      });
    }
  });
  after(() => api.close());

  const poolName = (n: number) => `pool-${String(n).padStart(3, '0')}`;
  const migrate = (through: ApiClient) =>
    migrateNotifications({ api: through, accountId: api.accountId, clock: api.clock });

  /** The state before the migration. */
  async function restore(): Promise<void> {
    for (const [n, [offset, email]] of emails.entries()) {
      const limit = (emails[n + 1]?.[0] ?? POOLS) - offset;
      const path = `${base}/load_balancers/pools?limit=${limit}&offset=${offset}`;
      await client.call('PATCH', path, { notification_email: email });
    }
    for (const { id } of await policies()) {
      await client.call('DELETE', `${base}/alerting/v3/policies/${id}`);
    }
  }

  interface Policy {
    readonly id: string;
    readonly name: string;
    readonly enabled: boolean;
    readonly filters: Record<string, readonly string[]>;
    readonly mechanisms: { readonly email: readonly { readonly id: string }[] };
  }
  const policies = () => listAll<Policy>(client, `${base}/alerting/v3/policies`);

  /** The visible state: policies without ids and times, and pools with an email. */
  async function endState() {
    const shown = (await policies()).map(({ name, enabled, filters, mechanisms }) =>
      JSON.stringify({ name, enabled, filters, mechanisms }),
    );
    const status = await client.call('GET', `${base}/load_balancers/notification_migration`);
    return { policies: shown.sort(), status: status.result };
  }

  it('plans few policies, creates them, and removes the emails', async () => {
    await restore();
    const plan = await readPlan({ api: client, accountId: api.accountId });
    assert.equal(plan.total, POOLS);
    assert.equal(plan.pools.length, POOLS - 10);
    assert.equal(plan.muted.length, 24);
    const rows = plan.policies.map(({ address, poolIds, sources, healths }) =>
      [address, poolIds.length, sources.join('+'), healths.join('+')].join(' '),
    );
    assert.deepEqual(
      rows.filter((row) => row.startsWith('one@')),
      [
        'one@shop.test 20 pool+origin Healthy+Unhealthy',
        'one@shop.test 40 pool Unhealthy',
        'one@shop.test 20 origin Healthy',
        'one@shop.test 20 pool Healthy+Unhealthy',
        'one@shop.test 20 origin Unhealthy',
      ],
    );
    assert.equal(rows.length, 15);
    assert.equal((await policies()).length, 0);

    const { created, cleared, changed, status } = await migrate(client);
    assert.equal(created.length, 15);
    assert.equal(cleared.length, POOLS - 10);
    assert.deepEqual(changed, []);
    assert.deepEqual(status, { total: POOLS, remaining: 0, pools: [] });
    const again = await migrate(client);
    assert.deepEqual([again.created, again.cleared], [[], []]);
    assert.equal((await policies()).length, 15);
  });

  it('ends in the same state wherever it is interrupted', async () => {
    // The previous test has migrated all pools without an interruption.
    const expected = await endState();
    for (const seed of kind.name === 'SQLite' ? [1, 2] : [3]) {
      await restore();
      const random = seeded(seed);
      let interruptions = 0;
      for (;;) {
        let left = Math.floor(random() * 9);
        // The command is killed before the last call, or before the response to it.
        const isMade = random() < 0.5;
        const interrupted = inProcessClient(api, {
          beforeCall: () => assert.ok(isMade || left > 0, 'killed'),
          afterCall: () => assert.ok(left-- > 0, 'killed'),
        });
        const isDone = await migrate(interrupted).then(
          () => true,
          (error: Error) => assert.equal(error.message, 'killed'),
        );
        if (isDone) break;
        interruptions += 1;
      }
      assert.ok(interruptions > 2, `${interruptions}`);
      assert.deepEqual(await endState(), expected, `seed ${seed}`);
    }
  });

  it('reports each change of health once to each address, whenever it happens', async () => {
    await restore();
    const pools = await listAll<{ id: string; name: string }>(
      client,
      `${base}/load_balancers/pools`,
      1000,
    );
    const random = seeded(4);
    const expected: string[] = [];

    /** Random pools change, before or after a step of the migration. Alerts are evaluated at once, or after the next steps. */
    async function changeHealth(): Promise<void> {
      const alerts = Array.from({ length: 2 }, () => {
        const n = Math.floor(random() * POOLS);
        const alert = healthAlert(api, pools[n] ?? assert.fail(), random);
        expected.push(...addressesOf(n, alert).map((address) => `${alert.id} ${address}`));
        return alert;
      });
      await api.core.database.transaction((tx) =>
        new AlertOutbox(api.core.database, api.clock).record(tx, alerts),
      );
      if (random() < 0.5) await runQueue(api.core, api.clock, ALERT_QUEUE);
    }

    let isDone = false;
    while (!isDone) {
      let left = Math.floor(random() * 9);
      const disturbed = inProcessClient(api, {
        beforeCall: changeHealth,
        async afterCall() {
          await changeHealth();
          assert.ok(left-- > 0, 'killed');
        },
      });
      isDone = await migrate(disturbed).then(
        () => true,
        (error: Error) => {
          assert.equal(error.message, 'killed');
          return false;
        },
      );
    }
    await changeHealth();
    await runQueue(api.core, api.clock, ALERT_QUEUE);
    // Frequent changes of a pool are reported together.
    await api.clock.advance(3_600_000);
    await runQueue(api.core, api.clock, 'notification-groups');
    assert.ok(expected.length > 60, `${expected.length}`);
    const byPools = await reported('pool:%');
    const byPolicies = await reported('policy:%');
    assert.ok(byPools.length > 20 && byPolicies.length > 20);
    assert.deepEqual([...byPools, ...byPolicies].sort(), expected.sort());
  });

  /** Each alert with each address that gets a message about it. */
  async function reported(recipients: string): Promise<string[]> {
    const rows = await api.core.database.read
      .selectFrom('notification_deliveries')
      .innerJoin('notification_messages', 'notification_messages.id', 'message_id')
      .select(['mechanism', 'message_json'])
      .where('recipient', 'like', recipients)
      .execute();
    return rows.flatMap(({ mechanism, message_json }) => {
      const { entries } = JSON.parse(message_json) as Message;
      return entries.map(({ id }) => `${id} ${mechanism.toLowerCase()}`);
    });
  }

  /** The addresses that the n-th pool reports a change to. */
  function addressesOf(n: number, alert: HealthAlert): string[] {
    const filter: Record<string, { disable?: boolean; healthy?: boolean }> =
      filters[n % filters.length] ?? {};
    const { disable, healthy } = filter[alert.kind === 'pool_health' ? 'pool' : 'origin'] ?? {};
    const isHealthy = alert.incident.phase === 'end';
    if (disable || (healthy ?? isHealthy) !== isHealthy) return [];
    const email = emails.findLast(([from]) => from <= n)?.[1] ?? '';
    return email === '' ? [] : email.toLowerCase().split(/, */);
  }

  it('covers emails and filters that are changed, and pools that are deleted, in the meantime', async () => {
    await restore();
    const pools = await listAll<{ id: string; name: string }>(
      client,
      `${base}/load_balancers/pools`,
    );
    const [first, second, gone] = pools;
    assert.ok(first && second && gone);
    const path = (id: string) => `${base}/load_balancers/pools/${id}`;
    let removals = 0;
    const disturbed = inProcessClient(api, {
      async beforeCall(method) {
        if (method !== 'PATCH') return;
        removals += 1;
        if (removals === 1) {
          await client.call('PATCH', path(first.id), { notification_email: 'late@shop.test' });
          const notification_filter = { pool: {}, origin: {} };
          await client.call('PATCH', path(second.id), { notification_filter });
        }
        // The first pool of the second page becomes the last of the first page, which is done.
        if (removals === 2) await client.call('DELETE', path(gone.id));
      },
    });
    const { changed, status } = await migrate(disturbed);
    assert.deepEqual(changed.map(({ name }) => name).sort(), [poolName(0), poolName(1)]);
    assert.deepEqual(status, { total: POOLS - 1, remaining: 0, pools: [] });
    assert.equal(removals, 3);
    const added = (await policies()).filter(({ filters }) => filters['pool_id']?.length === 1);
    assert.deepEqual(
      added
        .map(({ mechanisms, filters }) => [
          mechanisms.email[0]?.id,
          filters['pool_id'],
          filters['event_source'],
          filters['new_health'],
        ])
        .sort(),
      [
        ['late@shop.test', [first.id], ['pool', 'origin'], ['Healthy', 'Unhealthy']],
        ['one@shop.test', [second.id], ['origin'], ['Healthy', 'Unhealthy']],
        ['one@shop.test', [second.id], ['pool'], ['Healthy']],
      ],
    );
    await client.call('POST', `${base}/load_balancers/pools`, {
      name: gone.name,
      origins: [{ name: 'one', address: '192.0.2.1' }],
    });
  });
});

function healthAlert(
  { accountId, clock }: TestApi,
  pool: { readonly id: string; readonly name: string },
  random: () => number,
): HealthAlert {
  const common = {
    version: 1,
    id: `alert-${random()}`,
    accountId,
    at: clock.now(),
    zoneId: null,
    poolId: pool.id,
    poolName: pool.name,
    healthBefore: 'unknown',
    healthEventId: 1,
    incident: { id: `incident-${random()}`, phase: random() < 0.5 ? 'start' : 'end' },
  } as const;
  if (random() < 0.5) return { ...common, kind: 'pool_health' };
  return {
    ...common,
    kind: 'origin_health',
    originName: 'one',
    originAddress: '192.0.2.1',
    failureReason: 'timeout',
    responseCode: null,
  };
}
