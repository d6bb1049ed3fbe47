import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { originKey, type Pool } from '../pools/pool-model.ts';
import { samplePool, sampleResult } from './fixtures/sample-pool.ts';
import { type HealthByOrigin, nextRound } from './health-model.ts';
import { type HealthAlert, incidentsAfter, type OpenIncidents } from './incident-model.ts';

const atOnce = { consecutiveUp: 0, consecutiveDown: 0 };

/** Runs rounds of probes, and keeps the open incidents between them. */
class Rounds {
  readonly alerts: HealthAlert[] = [];
  #origins: HealthByOrigin = new Map();
  #open: OpenIncidents = new Map();
  #count = 0;

  /** Takes results in the order of the origins; returns texts such as `start origin-name` or `end pool`. */
  round(pool: Pool, ...healthy: boolean[]): string[] {
    const results = new Map(
      pool.origins.map((origin, n) => [originKey(origin), sampleResult(healthy[n] ?? true)]),
    );
    const outcome = nextRound(pool, this.#origins, results, atOnce);
    const event = { id: ++this.#count, at: this.#count * 1_000 };
    const { alerts, started, ended } = incidentsAfter(pool, outcome, this.#open, event);
    this.#origins = outcome.origins;
    this.#open = new Map(
      [...this.#open, ...started].filter(([key]) => !ended.includes(key) || started.has(key)),
    );
    this.alerts.push(...alerts);
    return alerts.map(
      (alert) =>
        `${alert.incident.phase} ${alert.kind === 'pool_health' ? 'pool' : alert.originName}`,
    );
  }

  get open(): number {
    return this.#open.size;
  }
}

describe('incidents', () => {
  it('start when an origin or the pool becomes unhealthy, and end when it is healthy again', () => {
    const rounds = new Rounds();
    const pool = samplePool(['a', 'b']);
    assert.deepEqual(rounds.round(pool, true, true), [], 'a healthy first result is no incident');
    assert.deepEqual(rounds.round(pool, false, true), ['start a']);
    assert.deepEqual(rounds.round(pool, false, true), []);
    assert.deepEqual(rounds.round(pool, false, false), ['start b', 'start pool']);
    assert.deepEqual(rounds.round(pool, true, false), ['end a', 'end pool']);
    assert.deepEqual(rounds.round(pool, true, true), ['end b']);
    assert.equal(rounds.open, 0);
  });

  it('start with an unhealthy first result', () => {
    assert.deepEqual(new Rounds().round(samplePool(['a']), false), ['start a', 'start pool']);
  });

  it('have the same id at start and end, and a new one the next time', () => {
    const rounds = new Rounds();
    const pool = samplePool(['a']);
    for (const healthy of [false, true, false, true]) rounds.round(pool, healthy);
    const ofPool = rounds.alerts.filter(({ kind }) => kind === 'pool_health');
    const [first, second, third, fourth] = ofPool.map(({ incident }) => incident.id);
    assert.equal(first, second);
    assert.equal(third, fourth);
    assert.notEqual(first, third);
    assert.equal(new Set(rounds.alerts.map(({ id }) => id)).size, 8, 'each alert has its own id');
  });

  it('stay open while the health is unknown', () => {
    const rounds = new Rounds();
    const pool = samplePool(['a']);
    rounds.round(pool, false);
    const emptied = { ...pool, origins: [] };
    assert.deepEqual(rounds.round(emptied), [], 'the origin is removed, the pool is unknown');
    assert.equal(rounds.open, 1, 'the incident of the removed origin is dropped');
    assert.deepEqual(rounds.round(pool, true), ['end pool']);
  });

  it('contain the reason, the origin and the id of the stored event', () => {
    const rounds = new Rounds();
    const pool = samplePool(['a']);
    rounds.round(pool, false);
    const [origin, whole] = rounds.alerts;
    assert.deepEqual(origin, {
      kind: 'origin_health',
      version: 1,
      id: origin?.id,
      accountId: pool.accountId,
      zoneId: null,
      at: 1_000,
      poolId: pool.id,
      poolName: 'pool',
      healthBefore: 'unknown',
      healthEventId: 1,
      incident: { id: origin?.id, phase: 'start' },
      originName: 'a',
      originAddress: '192.0.2.0',
      failureReason: 'TCP connection failed',
      responseCode: null,
    });
    assert.deepEqual(whole?.incident, { id: whole?.id, phase: 'start' });
  });

  it('contain the health before', () => {
    const rounds = new Rounds();
    const pool = samplePool(['a']);
    for (const healthy of [true, false, true]) rounds.round(pool, healthy);
    assert.deepEqual(
      rounds.alerts.map(({ kind, healthBefore }) => [kind, healthBefore]),
      [
        ['origin_health', 'healthy'],
        ['pool_health', 'healthy'],
        ['origin_health', 'unhealthy'],
        ['pool_health', 'unhealthy'],
      ],
    );
  });
});
