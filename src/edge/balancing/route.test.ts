import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { balancerOf, noAffinity, originOf, poolOf } from '../../../test/support/edge-snapshots.ts';
import type { GeoLocation } from '../../contracts/geo-location.ts';
import type {
  OriginSnapshot,
  PoolSnapshot,
  SteeringSnapshot,
} from '../../contracts/snapshot/load-balancing-section.ts';
import type { OriginPools } from '../upstream/origin-pools.ts';
import { OriginRuntime } from './origin-runtime.ts';
import { PoolRuntime } from './pool-runtime.ts';
import { findOtherRoute, findRoute, type RouteRequest } from './route.ts';
import { sessionOf } from './session.ts';

const NOW = 1_000_000;
/** A time at which no origin is ejected any more. */
const LATER = NOW * 2;

/** Pseudo-random numbers that are the same in every run. */
function sequence(seed = 1): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const makeOrigin = (poolId: string, snapshot: OriginSnapshot) =>
  new OriginRuntime(poolId, snapshot, { connections: 0, close() {} } as unknown as OriginPools);

interface Request {
  readonly address?: string;
  readonly headers?: Record<string, string>;
  readonly now?: number;
  readonly tick?: number;
}

/** A load balancer with these pools, in this order. */
function setUp(pools: readonly PoolSnapshot[], rest: Partial<SteeringSnapshot> = {}) {
  const runtimes = new Map(pools.map((pool) => [pool.id, new PoolRuntime(pool, makeOrigin)]));
  const steering = balancerOf(
    'shop.test',
    pools.map(({ id }) => id),
    rest,
  );
  const random = sequence();
  const request = ({
    address = '192.0.2.1',
    headers = {},
    now = NOW,
    tick = NOW,
  }: Request): RouteRequest => ({
    steering,
    session: sessionOf(
      { clientAddress: address, header: (name) => headers[name] },
      steering.affinity,
    ),
    visitor: { address, random },
    now,
    tick,
    pools: runtimes,
  });
  const route = (wanted: Request = {}) => findRoute(request(wanted));
  const choose = (wanted: Request = {}) => route(wanted)?.origin.snapshot.name;
  const origin = (name: string) => {
    const all = pools.flatMap(({ id }) => runtimes.get(id)?.lastResort(LATER) ?? []);
    const found = all.find(({ snapshot }) => snapshot.name === name);
    assert.ok(found);
    return found;
  };
  /** How often each origin is chosen. */
  const counts = (requests: number, of: (n: number) => Request = () => ({})) => {
    const found: Record<string, number> = {};
    for (let n = 0; n < requests; n++) {
      const name = choose(of(n)) ?? 'none';
      found[name] = (found[name] ?? 0) + 1;
    }
    return found;
  };
  return { request, route, choose, counts, origin, runtimes };
}

const origin = (name: string, rest: Partial<OriginSnapshot> = {}) =>
  originOf(80, { name, ...rest });
const up = (name: string, rest: Partial<OriginSnapshot> = {}) =>
  origin(name, { healthy: true, ...rest });
const down = (name: string) => origin(name, { healthy: false });
const monitored = { monitored: true };
const visitors = (n: number) => ({ address: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` });

function assertShares(counts: Record<string, number>, expected: Record<string, number>): void {
  const total = Object.values(counts).reduce((a, b) => a + b);
  for (const [name, share] of Object.entries(expected)) {
    const got = (counts[name] ?? 0) / total;
    assert.ok(Math.abs(got - share) < 0.03, `${name}: ${got} instead of ${share}`);
  }
}

describe('choice of a pool', () => {
  it('takes the first that is up', () => {
    const a = poolOf('a', [up('a1')], monitored);
    const b = poolOf('b', [up('b1')], monitored);
    assert.equal(setUp([a, b]).choose(), 'a1');
    assert.equal(setUp([{ ...a, enabled: false }, b]).choose(), 'b1');
    assert.equal(setUp([{ ...a, origins: [down('a1')] }, b]).choose(), 'b1');
    assert.equal(setUp([{ ...a, minimumOrigins: 2 }, b]).choose(), 'b1');
    assert.equal(setUp([{ ...a, origins: [] }, b]).choose(), 'b1');
  });

  it('takes the nearest with proximity, if the location of the visitor is known', () => {
    const at = (id: string, latitude: number, longitude: number) =>
      poolOf(id, [up(id)], { ...monitored, coordinates: { latitude, longitude } });
    const pools = [
      poolOf('nowhere', [up('nowhere')], monitored),
      at('lisbon', 38.7, -9.1),
      at('tokyo', 35.7, 139.7),
    ];
    const { request } = setUp(pools, { steering: 'proximity' });
    const chosen = (latitude?: number, longitude?: number) => {
      const location = { latitude, longitude } as GeoLocation;
      const asked = request({});
      return findRoute({ ...asked, visitor: { ...asked.visitor, location } })?.pool.id;
    };
    assert.equal(chosen(40.4, -3.7), 'lisbon');
    // Across the date line.
    assert.equal(chosen(21.3, -157.9), 'tokyo');
    assert.equal(chosen(), 'nowhere');
  });

  it('counts an origin as down while its monitor has no result, and as up without a monitor', () => {
    const b = poolOf('b', [up('b1')], monitored);
    assert.equal(setUp([poolOf('a', [origin('a1')], monitored), b]).choose(), 'b1');
    assert.equal(setUp([poolOf('a', [origin('a1')]), b]).choose(), 'a1');
  });

  it('falls back to the last pool whatever its health, unless it is disabled', () => {
    const a = poolOf('a', [down('a1')], monitored);
    const b = poolOf('b', [down('b1')], monitored);
    assert.equal(setUp([a, b]).choose(), 'b1');
    assert.equal(setUp([a, b], { fallbackPool: 'a' }).choose(), 'a1');
    assert.equal(setUp([a, { ...b, enabled: false }]).choose(), undefined);
    assert.equal(setUp([a], { fallbackPool: 'gone' }).choose(), undefined);
  });

  it('spreads by the weights of pools', () => {
    const pools = ['a', 'b', 'c'].map((id) => poolOf(id, [origin(`${id}1`)]));
    const poolWeights = { standard: 1, byPool: { a: 0.5, c: 0 } };
    const { counts } = setUp(pools, { steering: 'random', poolWeights });
    assertShares(counts(10_000), { a1: 1 / 3, b1: 2 / 3, c1: 0 });
  });

  it('prefers pools with measurements, and of these the shortest round trips', () => {
    const pools = [
      poolOf('a', [up('a1')], monitored),
      poolOf('b', [up('b1', { roundTripMs: 30 })], monitored),
      poolOf('c', [up('c1', { roundTripMs: 10 }), up('c2', { roundTripMs: 20 })], monitored),
    ];
    const { choose } = setUp(pools, { steering: 'dynamic_latency' });
    assert.match(choose() ?? '', /^c/);
    assert.equal(setUp(pools.slice(0, 1), { steering: 'dynamic_latency' }).choose(), 'a1');
  });

  it('scales weights by requests in flight', () => {
    const pools = ['a', 'b'].map((id) => poolOf(id, [origin(`${id}1`)]));
    const { counts, origin: of } = setUp(pools, { steering: 'least_outstanding_requests' });
    of('a1').inFlight = 3;
    assertShares(counts(10_000), { a1: 0.2, b1: 0.8 });
  });

  it('moves the share of traffic that a pool sheds to the next pool', () => {
    const loadShedding = {
      defaultPercent: 30,
      defaultPolicy: 'random',
      sessionPercent: 0,
    } as const;
    const pools = [poolOf('a', [origin('a1')], { loadShedding }), poolOf('b', [origin('b1')])];
    assertShares(setUp(pools).counts(10_000), { a1: 0.7, b1: 0.3 });
    const byVisitor = { ...loadShedding, defaultPolicy: 'hash' } as const;
    const hashed = setUp([
      poolOf('a', [origin('a1')], { loadShedding: byVisitor }),
      pools[1] ?? poolOf('b', []),
    ]);
    assertShares(hashed.counts(10_000, visitors), { a1: 0.7, b1: 0.3 });
    for (let n = 0; n < 100; n++) {
      assert.equal(hashed.choose(visitors(n)), hashed.choose(visitors(n)));
    }
  });
});

describe('choice of an origin', () => {
  const weights = [
    origin('a', { weight: 0.2 }),
    origin('b', { weight: 0.6 }),
    origin('c', { weight: 0 }),
    origin('d', { weight: 0.2 }),
  ];
  const shares = { a: 0.2, b: 0.6, c: 0, d: 0.2 };

  it('is random, in proportion to weights', () => {
    assertShares(setUp([poolOf('p', weights)]).counts(10_000), shares);
  });

  it('is even when all weights are 0', () => {
    const none = weights.map((each) => ({ ...each, weight: 0 }));
    assertShares(setUp([poolOf('p', none)]).counts(10_000), { a: 0.25, b: 0.25, c: 0.25, d: 0.25 });
  });

  it('by hash keeps a visitor, and follows weights over many', () => {
    const { counts, choose } = setUp([poolOf('p', weights, { originSteering: 'hash' })]);
    assertShares(counts(20_000, visitors), shares);
    for (let n = 0; n < 100; n++) assert.equal(choose(visitors(n)), choose(visitors(n)));
  });

  it('by hash moves only the visitors of an origin that is removed', () => {
    const before = setUp([poolOf('p', weights, { originSteering: 'hash' })]);
    const after = setUp([poolOf('p', weights.slice(0, 3), { originSteering: 'hash' })]);
    for (let n = 0; n < 1_000; n++) {
      const name = before.choose(visitors(n));
      if (name !== 'd') assert.equal(after.choose(visitors(n)), name);
    }
  });

  it('scales weights by requests in flight', () => {
    const pool = poolOf('p', [origin('a'), origin('b')], {
      originSteering: 'least_outstanding_requests',
    });
    const { counts, origin: of } = setUp([pool]);
    of('b').inFlight = 9;
    assertShares(counts(10_000), { a: 10 / 11, b: 1 / 11 });
  });

  it('leaves out disabled ones and, with a monitor, unhealthy ones', () => {
    const origins = [up('a'), up('b', { enabled: false }), down('c'), origin('d')];
    assert.deepEqual(setUp([poolOf('p', origins, monitored)]).counts(50), { a: 50 });
  });

  it('ejects an origin that refused a connection, for longer each time', () => {
    const { origin: of, counts, choose } = setUp([poolOf('p', [origin('a'), origin('b')])]);
    of('a').connectionFailed(NOW);
    of('a').connectionFailed(NOW);
    assert.deepEqual(
      counts(50, () => ({ tick: NOW + 999 })),
      { b: 50 },
    );
    assert.ok((counts(50, () => ({ tick: NOW + 1_000 }))['a'] ?? 0) > 0);
    of('a').connectionFailed(NOW + 1_000);
    assert.deepEqual(
      counts(50, () => ({ tick: NOW + 2_999 })),
      { b: 50 },
    );
    of('a').responded();
    assert.ok((counts(50, () => ({ tick: NOW + 2_999 }))['a'] ?? 0) > 0);
    // If no other origin is left, an ejected one is better than none.
    for (const name of ['a', 'b']) of(name).connectionFailed(NOW);
    assert.notEqual(choose(), undefined);
  });
});

describe('sessions', () => {
  const three = [origin('a'), origin('b'), origin('c')];
  const cookie = { affinity: { ...noAffinity, kind: 'cookie' } } as const;
  const withCookie = (token: string) => ({ headers: { cookie: `x=1; __cflb=${token}; y=2` } });

  it('stay with the origin of their cookie', () => {
    const { route, counts } = setUp([poolOf('p', three)], cookie);
    const token = route()?.origin.token ?? '';
    const name = route(withCookie(token))?.origin.snapshot.name ?? '';
    assert.deepEqual(
      counts(1_000, () => withCookie(token)),
      { [name]: 1_000 },
    );
    assert.equal(route(withCookie(token))?.isPinned, true);
  });

  it('ignore cookies of unknown origins', () => {
    const { route } = setUp([poolOf('p', three)], cookie);
    for (const token of ['0'.repeat(20), 'x', '../../etc', `${'a'.repeat(20)}b`]) {
      assert.equal(route(withCookie(token))?.isPinned, false);
    }
  });

  it('leave an origin that is down, disabled, removed, or in a pool that is down', () => {
    const pool = poolOf('p', [up('a'), up('b')], monitored);
    const { request, origin: of, runtimes } = setUp([pool], cookie);
    const { token } = of('a');
    const pinned = (now = NOW) => findRoute(request({ ...withCookie(token), now }))?.isPinned;
    assert.equal(pinned(), true);
    runtimes.get('p')?.update({ ...pool, minimumOrigins: 3 }, makeOrigin);
    assert.equal(pinned(), false);
    for (const origins of [
      [down('a'), up('b')],
      [up('a', { enabled: false }), up('b')],
      [up('b')],
    ]) {
      runtimes.get('p')?.update({ ...pool, origins }, makeOrigin);
      assert.equal(pinned(), false);
      runtimes.get('p')?.update(pool, makeOrigin);
    }
  });

  it('stay with an ejected origin or use another, as zero_downtime_failover selects', () => {
    const kinds = {
      none: ['a', true, false],
      temporary: ['b', false, true],
      sticky: ['b', false, false],
    } as const;
    for (const [zeroDowntimeFailover, expected] of Object.entries(kinds)) {
      const affinity = { ...noAffinity, kind: 'cookie', zeroDowntimeFailover } as const;
      const { request, origin: of } = setUp([poolOf('p', [origin('a'), origin('b')])], {
        affinity: affinity as typeof noAffinity,
      });
      of('a').connectionFailed(NOW);
      const route = findRoute(request(withCookie(of('a').token)));
      const found = [route?.origin.snapshot.name, route?.isPinned, route?.isGuest];
      assert.deepEqual(found, expected, zeroDowntimeFailover);
    }
  });

  it('leave a pool that sheds them, always the same ones', () => {
    const loadShedding = {
      defaultPercent: 0,
      defaultPolicy: 'random',
      sessionPercent: 40,
    } as const;
    const pools = [poolOf('a', [origin('a1')], { loadShedding }), poolOf('b', [origin('b1')])];
    const { counts, choose, origin: of } = setUp(pools, cookie);
    const visit = (n: number) => ({ ...withCookie(of('a1').token), ...visitors(n) });
    assertShares(counts(5_000, visit), { a1: 0.6, b1: 0.4 });
    for (let n = 0; n < 50; n++) assert.equal(choose(visit(n)), choose(visit(n)));
  });

  it('drain from a disabled origin for the drain time', () => {
    const origins = [origin('a', { enabled: false, disabledAt: NOW }), origin('b')];
    const affinity = { ...noAffinity, kind: 'cookie', drainSeconds: 60 } as const;
    const { request, choose, runtimes } = setUp([poolOf('p', three)], { affinity });
    const token = runtimes.get('p')?.available(NOW)[0]?.token ?? '';
    runtimes.get('p')?.update(poolOf('p', origins), makeOrigin);
    const at = (now: number) => findRoute(request({ ...withCookie(token), now }));
    assert.equal(at(NOW + 59_999)?.origin.snapshot.name, 'a');
    assert.equal(at(NOW + 60_000)?.origin.snapshot.name, 'b');
    assert.equal(choose(), 'b');
  });

  it('start at the origin that the address selects with ip_cookie', () => {
    const affinity = { ...noAffinity, kind: 'ip_cookie' } as const;
    const { choose } = setUp([poolOf('p', three)], { affinity });
    const found = new Set<string | undefined>();
    for (let n = 0; n < 200; n++) {
      assert.equal(choose(visitors(n)), choose(visitors(n)));
      found.add(choose(visitors(n)));
    }
    assert.equal(found.size, 3);
  });

  it('stay with the origin that headers select, with requireAllHeaders only if all are present', () => {
    const headers = (a?: string, b?: string) => ({
      headers: { ...(a && { 'x-a': a }), ...(b && { 'x-b': b }) },
    });
    const affinity = { ...noAffinity, kind: 'header', headers: ['x-a', 'x-b'] } as const;
    const any = setUp([poolOf('p', three)], { affinity });
    for (let n = 0; n < 50; n++) {
      assert.equal(any.choose(headers(`v${n}`)), any.choose(headers(`v${n}`)));
    }
    assert.equal(Object.keys(any.counts(200, (n) => headers(`v${n}`))).length, 3);
    const all = setUp([poolOf('p', three)], { affinity: { ...affinity, requireAllHeaders: true } });
    assert.equal(Object.keys(all.counts(200, () => headers('same'))).length, 3);
    assert.equal(Object.keys(all.counts(200, () => headers('same', 'too'))).length, 1);
    const pools = [poolOf('p', three), poolOf('q', [origin('q1'), origin('q2')])];
    for (const steering of ['random', 'least_connections', 'off'] as const) {
      const several = setUp(pools, { affinity, steering });
      assert.equal(Object.keys(several.counts(100, () => headers('same'))).length, 1, steering);
    }
  });
});

describe('a second choice', () => {
  it('is another origin of the pool, and of other pools only with failover across pools', () => {
    const pools = [poolOf('a', [origin('a1'), origin('a2')]), poolOf('b', [origin('b1')])];
    for (const [failoverAcrossPools, expected] of [
      [false, [['a1', 'a2'], undefined]],
      [true, [['a1', 'a2'], 'b1']],
    ] as const) {
      const { request, route } = setUp(pools, { failoverAcrossPools, fallbackPool: 'b' });
      const first = route();
      assert.ok(first);
      const failed = new Set([first.origin]);
      const second = findOtherRoute(request({}), first, failed);
      assert.ok(second);
      const names = [first, second].map((each) => each.origin.snapshot.name).sort();
      failed.add(second.origin);
      const third = findOtherRoute(request({}), first, failed)?.origin.snapshot.name;
      assert.deepEqual([names, third], expected);
    }
  });
});
