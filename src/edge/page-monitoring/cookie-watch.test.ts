import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import type { Publisher } from '../../bus/bus.ts';
import type { PageObservation } from '../../contracts/events/page-observation.ts';
import { type CookieTraffic, CookieWatch } from './cookie-watch.ts';
import { ObservationLog } from './observation-log.ts';

const traffic: CookieTraffic = {
  zoneId: 'zone',
  accountId: 'account',
  host: 'shop.test',
  isNamedHost: true,
  pageUrl: 'https://shop.test/',
  clientAddress: '192.0.2.1',
  sent: undefined,
  set: [],
};

function openWatch() {
  const reported: PageObservation[] = [];
  const clock = new ManualClock();
  const publisher: Publisher = {
    async publish(_topic, batch) {
      reported.push(...(batch as PageObservation[]));
      return { accepted: true };
    },
  };
  const observations = new ObservationLog(publisher, Buffer.alloc(32));
  const watch = new CookieWatch({ observations, clock });
  /** The observations of some traffic. */
  const see = (part: Partial<CookieTraffic>) => {
    reported.length = 0;
    watch.observe({ ...traffic, ...part });
    observations.flush();
    return reported.map((each) => {
      const name = each.kind === 'cookie' ? each.name : '';
      return 'attributes' in each ? `${name} of the origin` : name;
    });
  };
  return { see, clock };
}

describe('CookieWatch', () => {
  it('reports a cookie once a minute, for each host and direction', async () => {
    const { see, clock } = openWatch();
    assert.deepEqual(see({ sent: 'a=1; b=2' }), ['a', 'b']);
    assert.deepEqual(see({ sent: 'a=3; c=4' }), ['c']);
    assert.deepEqual(see({ sent: 'a=3', host: 'www.shop.test' }), ['a']);
    assert.deepEqual(see({ set: ['a=5; Secure'] }), ['a of the origin']);
    assert.deepEqual(see({ set: ['a=6'] }), []);
    await clock.advance(60_000);
    assert.deepEqual(see({ sent: 'a=1' }), ['a']);
  });

  it('accepts a limited number of names from one visitor', async () => {
    const { see, clock } = openWatch();
    const invented = (from: number) =>
      Array.from({ length: 100 }, (_, n) => `made-up-${from + n}=1`).join('; ');
    const counts = [0, 100, 200].map((from) => see({ sent: invented(from) }).length);
    assert.deepEqual(counts, [100, 100, 0]);
    assert.deepEqual(see({ sent: 'real=1', clientAddress: '192.0.2.2' }), ['real']);
    // The visitor may choose names that the origin sets, too.
    assert.deepEqual(see({ set: ['sid=1'] }), []);
    assert.deepEqual(see({ set: ['sid=1'], clientAddress: '192.0.2.2' }), ['sid of the origin']);
    await clock.advance(60_000);
    assert.deepEqual(see({ sent: 'late=1' }), ['late']);
  });

  it('accepts a limited number of hosts that are not configured', async () => {
    const { see, clock } = openWatch();
    const visit = (host: string, clientAddress: string) =>
      see({ set: ['sid=1'], host, isNamedHost: false, clientAddress }).length;
    const hosts = Array.from({ length: 20 }, (_, n) => visit(`r${n}.shop.test`, '192.0.2.1'));
    assert.equal(hosts.filter((reported) => reported > 0).length, 10);
    const many = Array.from({ length: 200 }, (_, n) => visit(`s${n}.shop.test`, `192.0.2.${n}`));
    assert.equal(many.filter((reported) => reported > 0).length, 90);
    // Hosts that are known or configured are still reported.
    await clock.advance(60_000);
    assert.equal(visit('r1.shop.test', '192.0.2.1'), 1);
    assert.equal(see({ set: ['sid=1'], host: 'www.shop.test' }).length, 1);
    await clock.advance(3_600_000);
    assert.equal(visit('late.shop.test', '192.0.2.1'), 1);
  });
});
