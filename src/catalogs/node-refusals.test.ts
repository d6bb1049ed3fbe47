import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isNodeRefusal, nodeRefusals } from './node-refusals.ts';

describe('a refusal that is about the node', () => {
  for (const { provider, sample } of nodeRefusals) {
    it(`of ${provider} is recognised`, () => assert.ok(isNodeRefusal(sample)));
  }

  const others: readonly { readonly code: number; readonly message: string }[] = [
    { code: 3, message: 'execution reverted: block not found' },
    { code: 3, message: 'execution reverted: rate limit' },
    { code: -32000, message: 'execution reverted: token not available' },
    { code: -32000, message: 'gas limit exceeded' },
    { code: -32000, message: 'transaction type not supported' },
    { code: -32000, message: 'execution aborted (timeout = 5s)' },
    { code: -32003, message: 'nonce too low: timeout of the pool' },
    { code: -32602, message: 'invalid argument 0: unknown block tag' },
  ];
  for (const error of others) {
    it(`is not "${error.message}"`, () => assert.ok(!isNodeRefusal(error)));
  }
});
