import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareOnce } from './fixtures/compare-parsers.ts';
import { seeded } from './fixtures/random-message.ts';

const CASES = 20_000;

describe("our parser and Node's", () => {
  for (const kind of ['request', 'response'] as const) {
    it(`agree on each ${kind}, however it is split`, (test) => {
      const random = seeded(20_261_115);
      let onlyOursRefuses = 0;
      for (let n = 0; n < CASES; n++) {
        const { bytes, difference, onlyOursRefuses: reason } = compareOnce(random, kind);
        assert.equal(
          difference,
          undefined,
          `case ${n}: ${JSON.stringify(bytes.toString('latin1'))}`,
        );
        if (reason) onlyOursRefuses += 1;
      }
      // Some of the generated messages are accepted, not all of them refused.
      assert.ok(onlyOursRefuses < CASES / 10, `${onlyOursRefuses}`);
      test.diagnostic(`only ours refuses ${onlyOursRefuses} of ${CASES}`);
    });
  }
});
