import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { LiveRequest } from './live-request.ts';
import { MOST_KEPT, noRequests, withMessage } from './live-state.ts';

const requests = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({ RayID: String(from + n) }) as LiveRequest);

it('puts the newest request first', () => {
  const once = withMessage(noRequests, { requests: requests(0, 2), left_out: 0 });
  const twice = withMessage(once, { requests: requests(2, 1), left_out: 5 });
  assert.deepEqual(
    twice.requests.map(({ RayID }) => RayID),
    ['2', '1', '0'],
  );
  assert.equal(twice.leftOut, 5);
});

it('keeps a fixed number of requests, however many arrive', () => {
  let state = noRequests;
  for (let n = 0; n < 20; n++)
    state = withMessage(state, { requests: requests(n * 100, 100), left_out: 1 });
  assert.equal(state.requests.length, MOST_KEPT);
  assert.equal(state.requests[0]?.RayID, '1999');
  assert.deepEqual([state.arrived, state.leftOut], [2000, 20]);
});
