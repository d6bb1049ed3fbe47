import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import {
  type AlertSourceHome,
  alertSourceHome,
} from '../../../../test/support/alert-source-home.ts';
import { describeOnEachDatabase } from '../../../../test/support/databases.ts';
import type { ZoneDirectory } from '../../platform/zones/zone-read-model.ts';
import { EventSeriesReadModel } from '../event-series-read-model.ts';
import { type SampleEvent, sampleEvent } from '../fixtures/sample-event.ts';
import { securityEventStore } from '../security-event-store.ts';
import type { SecurityEventsTables } from '../security-events-tables.ts';
import { spikeJob } from './spike-job.ts';

const MINUTE = 60_000;
const BUCKET = 5 * MINUTE;
const HOUR = 60 * MINUTE;
const never = new AbortController().signal;

describeOnEachDatabase('alerts about spikes', (kind) => {
  let home: AlertSourceHome<SecurityEventsTables>;
  let job: ReturnType<typeof spikeJob>;

  before(async () => {
    home = await alertSourceHome(kind);
    const zones = {
      find: async (id: string) => {
        if (id === 'gone') return undefined;
        const createdAt = id === 'new' ? home.clock.now() - HOUR : 0;
        return { id, account: { id: 'account' }, createdAt };
      },
    } as unknown as Pick<ZoneDirectory, 'find'>;
    const series = new EventSeriesReadModel(home.database);
    job = spikeJob({ ...home, zones, series });
  });
  after(() => home.remove());

  /** The events of a bucket that has just ended. */
  const happen = (zoneId: string, count: number, sample: SampleEvent = {}) =>
    home.database.transaction((tx) =>
      securityEventStore.insert(
        tx,
        Array.from({ length: count }, () =>
          sampleEvent(zoneId, { Datetime: home.clock.now() - BUCKET, ...sample }),
        ),
      ),
    );

  /** A level that a zone had for hours, without the events. */
  const level = (zoneId: string, count: number, action: string) =>
    home.database.transaction((tx) =>
      tx
        .insertInto('security_event_buckets')
        .values(
          Array.from({ length: 72 }, (_, n) => ({
            zone_id: zoneId,
            bucket_at: home.clock.now() - (n + 2) * BUCKET,
            host: 'www.shop.test',
            source: 'dlp',
            action,
            count,
          })),
        )
        .execute(),
    );

  async function alertsOf(filters: Record<string, string[]>) {
    home.filters.splice(0, home.filters.length, filters, filters);
    // Two nodes may believe for a moment that it is their turn.
    await Promise.all([job.run(never), job.run(never)]);
    return await home.take();
  }

  it('have the figures, and are recorded once', async () => {
    const filters = { zones: ['quiet', 'gone'] };
    await happen('quiet', 250);
    assert.equal((await alertsOf(filters)).length, 1);
    assert.equal((await alertsOf(filters)).length, 0);
    await home.clock.advance(2 * HOUR - BUCKET);
    await happen('quiet', 300);
    assert.equal((await alertsOf(filters)).length, 0, 'less than two hours later');
    await home.clock.advance(BUCKET);
    await happen('quiet', 2_000);
    const [later, ...others] = await alertsOf(filters);
    assert.deepEqual(others, []);
    assert.ok(later?.kind === 'event_spike');
    const { id: _, mean, zScore, ...facts } = later;
    assert.deepEqual(facts, {
      kind: 'event_spike',
      version: 1,
      accountId: 'account',
      zoneId: 'quiet',
      at: home.clock.now(),
      service: null,
      action: null,
      host: null,
      bucketStart: home.clock.now() - BUCKET,
      bucketMs: BUCKET,
      count: 2_000,
    });
    assert.ok(Math.abs(mean - 550 / 72) < 0.001, `${mean}`);
    assert.ok(zScore > 40, `${zScore}`);
  });

  interface Row {
    readonly what: string;
    readonly zone: string;
    readonly before?: number;
    /** Of the events before. */
    readonly action?: string;
    readonly services?: string[];
    readonly actions?: string[];
    readonly target_hostname?: string[];
    /** Service, action and host of the alerts. */
    readonly found: [string | null, string | null, string | null][];
  }
  const services = ['firewallcustom', 'ratelimit'];
  const table: readonly Row[] = [
    { what: 'a zone that is new', zone: 'new', found: [] },
    { what: 'a steady level', zone: 'steady', before: 260, found: [] },
    { what: 'a burst above a level', zone: 'burst', before: 20, found: [[null, null, null]] },
    { what: 'a service', zone: 'service', services, found: [['firewallcustom', null, null]] },
    {
      what: 'an action',
      zone: 'action',
      before: 260,
      action: 'log',
      services: ['dlp'],
      actions: ['block', 'log'],
      found: [['dlp', 'block', null]],
    },
    {
      what: 'a host',
      zone: 'host',
      services,
      target_hostname: ['api.shop.test', 'www.shop.test'],
      found: [['firewallcustom', null, 'www.shop.test']],
    },
  ];
  for (const { what, zone, before: usual, action = 'log', found, ...filters } of table) {
    it(`are ${found.length === 0 ? 'not ' : ''}recorded for ${what}`, async () => {
      if (usual) await level(zone, usual, action);
      await happen(zone, 260, { Source: filters.services?.[0] ?? 'firewallcustom' });
      const alerts = await alertsOf({ zones: [zone], ...filters });
      assert.deepEqual(
        alerts.map(
          (alert) => alert.kind === 'event_spike' && [alert.service, alert.action, alert.host],
        ),
        found,
      );
    });
  }
});
