import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { workerScript } from './challenge-page.ts';
import { DEFAULT_PROOF_BITS, isProof, PROOF_ROUNDS, seedOf } from './proof-of-work.ts';

type Found = (nonces: readonly number[]) => void;

/** Runs the code that browsers run. */
function findInWorker(token: string, bits: number): readonly number[] {
  let nonces: readonly number[] = [];
  const postMessage: Found = (found) => {
    nonces = found;
  };
  const self = { postMessage, onmessage: (_event: unknown) => {} };
  runInNewContext(workerScript.body, { self });
  self.onmessage({ data: { seed: seedOf(token), rounds: PROOF_ROUNDS, bits } });
  return [...nonces];
}

describe('the proof of work', () => {
  it('that the worker finds is valid', () => {
    for (const bits of [1, 8, DEFAULT_PROOF_BITS]) {
      for (const token of ['a.b', 'another token', 'ü']) {
        assert.equal(isProof(token, bits, findInWorker(token, bits)), true);
      }
    }
  });

  it('is not valid for another token or with its rounds in another order', () => {
    const nonces = findInWorker('a.b', 8);
    assert.equal(isProof('a.c', 8, nonces), false);
    assert.equal(isProof('a.b', 8, nonces.toReversed()), false);
    assert.equal(isProof('a.b', 8, nonces.slice(1)), false);
    assert.equal(isProof('a.b', 8, []), false);
  });
});
