import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_ZONES, type OriginResults } from '../../contracts/events/origin-results.ts';
import { OriginCounts } from './origin-counts.ts';

describe('counts of requests to origins', () => {
  function counting() {
    const published: OriginResults[] = [];
    const publisher = {
      async publish(_topic: string, batch: unknown) {
        published.push(...(batch as OriginResults[]));
        return { accepted: true };
      },
    };
    return { published, counts: new OriginCounts({ publisher, now: () => 1_000 }) };
  }

  type Row = readonly [string, Parameters<OriginCounts['add']>[1], [number, number] | undefined];
  const table: readonly Row[] = [
    ['a response', { attempts: 1, originStatus: 200, problem: undefined }, [1, 0]],
    ['a missing page', { attempts: 1, originStatus: 404, problem: undefined }, [1, 0]],
    ['an error of the origin', { attempts: 2, originStatus: 503, problem: undefined }, [1, 1]],
    ['an origin that is down', { attempts: 3, originStatus: 0, problem: 'originRefused' }, [1, 1]],
    ['no origin left', { attempts: 0, originStatus: 0, problem: 'noHealthyOrigin' }, [1, 1]],
    ['a body that is too large', { attempts: 1, originStatus: 0, problem: 'bodyTooLarge' }, [1, 0]],
    ['a visitor who left', { attempts: 1, originStatus: 0, problem: undefined }, [1, 0]],
    ['a blocked request', { attempts: 0, originStatus: 0, problem: 'blocked' }, undefined],
    ['a zone without an origin', { attempts: 0, originStatus: 0, problem: 'noOrigin' }, undefined],
  ];
  for (const [what, exchange, expected] of table) {
    it(`${expected ? 'have' : 'leave out'} ${what}`, () => {
      const { counts, published } = counting();
      counts.add('zone', exchange);
      counts.flush();
      const zones = published.flatMap((message) => message.zones);
      assert.deepEqual(zones, expected ? [['zone', ...expected]] : []);
    });
  }

  it('are published as sums, with a bounded number of zones in a message', () => {
    const { counts, published } = counting();
    for (let n = 0; n < 2 * (MAX_ZONES + 1); n++) {
      const status = n > MAX_ZONES ? 500 : 200;
      counts.add(`z${n % (MAX_ZONES + 1)}`, {
        attempts: 1,
        originStatus: status,
        problem: undefined,
      });
    }
    counts.flush();
    counts.flush();
    assert.deepEqual(
      published.map(({ at, zones }) => [at, zones.length, zones[0]]),
      [
        [1_000, MAX_ZONES, ['z0', 2, 1]],
        [1_000, 1, [`z${MAX_ZONES}`, 2, 1]],
      ],
    );
  });
});
