import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { eventually } from '../../test/support/eventually.ts';
import { DestinationError } from '../outbound/destinations/destination-error.ts';
import { job, type ReceivedBatch, ShippingUnderTest } from './fixtures/shipping-under-test.ts';

type Step =
  | { readonly do: 'publish'; readonly lines: number; readonly stream: 0 | 1 }
  | { readonly do: 'wait'; readonly seconds: number }
  /** How the destination behaves from now on. */
  | { readonly do: 'respond'; readonly how: 'takes' | 'refuses' | 'takes and fails' | 'hangs' }
  | { readonly do: 'kill' }
  | { readonly do: 'drain' }
  | { readonly do: 'change' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('publish'),
      lines: fc.integer({ min: 1, max: 90 }),
      stream: fc.constantFrom(0, 1),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait'), seconds: fc.integer({ min: 1, max: 40 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('respond'),
      how: fc.constantFrom('takes', 'refuses', 'takes and fails', 'hangs'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('kill', 'drain', 'change') }) },
) as fc.Arbitrary<Step>;

describe('shipping, whatever happens', () => {
  it('delivers every line, repeats whole batches only, and is balanced after every step', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), fc.boolean(), walk),
      { numRuns: 25, endOnFailure: true },
    );
  });
});

async function walk(steps: readonly Step[], isTight: boolean): Promise<void> {
  const test = new ShippingUnderTest({ lineBytes: isTight ? 3_000 : 1e9 });
  const other = test.openBus('edge-2');
  const buses = [test.bus, other];
  const limits = { records: 50, bytes: 2_000, seconds: 10 };
  const output = { ...job().output, sampleRate: 0.7 };
  let version = 1;
  const jobs = () => [job({ version, limits }), job({ id: 2, version, limits, output })];
  let published = 0;
  try {
    await test.start(...jobs());
    for (const each of steps) {
      if (each.do === 'publish') {
        await test.publish(each.lines, {}, buses[each.stream]);
        published += each.lines;
      }
      if (each.do === 'wait') await test.clock.advance(each.seconds * 1_000);
      if (each.do === 'respond') setResponse(test, each.how);
      if (each.do === 'kill') {
        test.kill();
        await test.start(...jobs());
      }
      if (each.do === 'drain') {
        await test.drain(1_000);
        await test.start(...jobs());
      }
      if (each.do === 'change') {
        version += 1;
        await test.change({ set: jobs() });
      }
      test.ledger(1);
      test.ledger(2);
    }
    // Ends a hanging attempt, as the timeout of a destination would.
    setResponse(test, 'takes');
    test.kill();
    await test.start(...jobs());
    await eventually('all is delivered', async () => {
      await test.clock.advance(20_000);
      return [1, 2].every((id) => {
        const { produced, pending } = test.ledger(id);
        return produced === published && pending === 0;
      });
    });
    for (const id of [1, 2]) {
      const { delivered, dropped, missed } = test.ledger(id);
      assert.deepEqual([dropped, missed], [0, 0]);
      assert.equal(linesOfDifferentBatches(test.received.get(`memory:${id}`)), delivered);
    }
    assert.equal(test.ledger(1).delivered, published);
  } finally {
    await other.close();
    await test.close();
  }
}

function setResponse(test: ShippingUnderTest, how: string): void {
  const fail = () => {
    throw new DestinationError('no');
  };
  const hang = () => new Promise<void>(() => {});
  test.beforeTaking = how === 'refuses' ? fail : how === 'hangs' ? hang : () => {};
  test.afterTaking = how === 'takes and fails' ? fail : () => {};
}

/** The number of distinct lines. Batches with the same id must be equal, and others must have no line in common. */
function linesOfDifferentBatches(batches: readonly ReceivedBatch[] = []): number {
  const byId = new Map<string, ReceivedBatch>();
  for (const batch of batches) {
    assert.deepEqual(batch, byId.get(batch.id) ?? batch);
    byId.set(batch.id, batch);
  }
  const lines = [...byId.values()].flatMap((batch) => batch.lines);
  assert.equal(new Set(lines).size, lines.length);
  return lines.length;
}
