import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isLogRefusal, logRefusals } from './log-refusals.ts';

describe('a refusal because of too many logs', () => {
  for (const { provider, sample } of logRefusals) {
    it(`of ${provider} is recognised`, () => assert.ok(isLogRefusal(sample)));
  }

  const others: readonly { readonly code: number; readonly message: string }[] = [
    { code: -32000, message: 'block range extends beyond current head block' },
    { code: -32005, message: 'daily request count exceeded, request rate limited' },
    { code: -32005, message: 'limit exceeded' },
    { code: -32000, message: 'exceeded the monthly quota of this key' },
    { code: -32000, message: 'your plan is limited to 5 requests per second' },
    { code: -32602, message: 'too many arguments, want at most 1' },
    { code: -32000, message: 'execution exceeded the gas limit' },
  ];
  for (const error of others) {
    it(`is not "${error.message}"`, () => assert.ok(!isLogRefusal(error)));
  }
});
