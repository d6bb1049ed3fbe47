import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DestinationError } from '../outbound/destinations/destination-error.ts';
import { retryPause } from './retry-pause.ts';

describe('pause before a retry', () => {
  const pause = (attempt: number, options?: ConstructorParameters<typeof DestinationError>[1]) =>
    retryPause(new DestinationError('no', options), attempt, () => 0.999_999);

  it('grows from a second to five minutes', () => {
    assert.deepEqual(
      [1, 2, 3, 9, 10, 1_000].map((attempt) => pause(attempt)),
      [1_000, 2_000, 4_000, 256_000, 300_000, 300_000],
    );
    assert.equal(
      retryPause(new Error('a bug'), 2, () => 0),
      1_000,
    );
  });

  it('is the Retry-After of the destination, up to an hour, and never too short', () => {
    assert.equal(pause(1, { retryAfterMs: 120_000 }), 120_000);
    assert.equal(pause(5, { retryAfterMs: 0 }), 16_000);
    assert.equal(pause(1, { retryAfterMs: 1e12 }), 3_600_000);
  });

  it('is long from the first attempt for permanent errors', () => {
    assert.equal(pause(1, { isPermanent: true }), 300_000);
  });
});
