import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type AlertSourceHome,
  alertSourceHome,
} from '../../../../test/support/alert-source-home.ts';
import { describeOnEachDatabase } from '../../../../test/support/databases.ts';
import type { BusMessage } from '../../../bus/bus.ts';
import type { OriginResult } from '../../../contracts/events/origin-results.ts';
import type { AreaSubscription } from '../../area-module.ts';
import type { ZoneDirectory } from '../../platform/zones/zone-read-model.ts';
import type { LoadBalancingTables } from '../load-balancing-tables.ts';
import { originErrorJob } from './origin-error-job.ts';
import { isIncident } from './origin-error-model.ts';
import { originResultsSubscription } from './origin-results-subscription.ts';

const MINUTE = 60_000;
const ZONE = 'a'.repeat(32);
const OTHER = 'b'.repeat(32);
const never = new AbortController().signal;

describe('an incident of origins', () => {
  const table: readonly [
    wasOpen: boolean,
    requests: number,
    errors: number,
    slo: number,
    isOpen: boolean,
  ][] = [
    [false, 100, 20, 99, true],
    [false, 100, 19, 99, false],
    [false, 2_000, 20, 99, false],
    [false, 1_999, 20, 99, true],
    [false, 20_000, 21, 99.9, true],
    [true, 3, 3, 99, true],
    [true, 200, 2, 99, false],
    [true, 0, 0, 99, false],
  ];
  for (const [wasOpen, requests, errors, slo, isOpen] of table) {
    const begins = `${wasOpen ? 'goes on' : 'begins'}`;
    it(`${isOpen ? begins : `not: ${begins}`} with ${errors} errors in ${requests} at ${slo} %`, () => {
      assert.equal(isIncident(wasOpen, { requests, errors }, slo), isOpen);
    });
  }
});

describeOnEachDatabase('alerts about origin errors', (kind) => {
  let home: AlertSourceHome<LoadBalancingTables>;
  let job: ReturnType<typeof originErrorJob>;
  let subscription: AreaSubscription;
  let number = 0;

  before(async () => {
    home = await alertSourceHome(kind);
    const zones = { find: async (id: string) => ({ id, account: { id: 'account' } }) };
    job = originErrorJob({ ...home, zones: zones as unknown as Pick<ZoneDirectory, 'find'> });
    subscription = originResultsSubscription(home);
  });
  after(() => home.remove());

  const messageOf = (payload: unknown): BusMessage => {
    number += 1;
    const names = { id: `s-${number}`, source: 'edge-1', stream: 's' };
    return { ...names, number, payload, publishedAt: home.clock.now() };
  };
  const deliver = async (messages: readonly BusMessage[]) =>
    (await subscription.handle(messages, never)).refused;

  /** What edge processes report in the next minutes. Each message is delivered twice. */
  async function pass(minutes: number, ...zones: OriginResult[]) {
    for (let n = 0; n < minutes; n++) {
      await home.clock.advance(MINUTE);
      const message = messageOf({ at: home.clock.now(), zones });
      for (let times = 0; times < 2; times++) assert.equal(await deliver([message]), 0);
      await job.run(never);
    }
    return (await home.take()).map((alert) => {
      assert.ok(alert.kind === 'origin_errors');
      const { incident, slo, requests, errors } = alert;
      return { phase: incident.phase, incident: incident.id, slo, requests, errors };
    });
  }

  it('begin and end once for each objective', async () => {
    home.filters.push({ zones: [ZONE], slo: ['95'] }, { zones: [ZONE] }, { zones: [ZONE] });
    assert.deepEqual(await pass(5, [ZONE, 100, 0], [OTHER, 100, 100]), []);
    const started = await pass(5, [ZONE, 100, 10], [OTHER, 100, 100]);
    assert.deepEqual(
      started.map(({ incident: _, ...rest }) => rest),
      [
        { phase: 'start', slo: 99, requests: 500, errors: 20 },
        { phase: 'start', slo: 95, requests: 500, errors: 30 },
      ],
    );
    const ended = await pass(8, [ZONE, 100, 0]);
    assert.deepEqual(
      ended.map(({ phase, slo }) => [phase, slo]),
      [
        ['end', 95],
        ['end', 99],
      ],
    );
    assert.deepEqual(
      ended.map(({ incident }) => incident),
      started.map(({ incident }) => incident).reverse(),
    );
  });

  it('are not recorded when the policy is gone', async () => {
    assert.equal((await pass(6, [ZONE, 100, 50])).length, 2);
    home.filters.length = 0;
    assert.deepEqual(await pass(1, [ZONE, 100, 50]), []);
    const open = await home.database.read
      .selectFrom('origin_error_incidents')
      .selectAll()
      .execute();
    assert.deepEqual(open, []);
  });

  it('need nothing that is older than two hours', async () => {
    await home.clock.advance(121 * MINUTE);
    await job.run(never);
    const rows = await home.database.read.selectFrom('origin_error_minutes').selectAll().execute();
    assert.deepEqual(rows, []);
  });

  it('are not disturbed by messages of another form', async () => {
    const bad = [null, {}, { at: 1, zones: [['x', 1, 1]] }, { at: 1, zones: [[ZONE, -1, 0]] }];
    assert.equal(await deliver(bad.map(messageOf)), bad.length);
  });
});
