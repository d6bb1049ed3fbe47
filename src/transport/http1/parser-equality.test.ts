import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareOnce } from './fixtures/compare-parsers.ts';
import { seeded } from './fixtures/random-message.ts';

const CASES = 20_000;

describe('what is taken here and by Node', () => {
  for (const kind of ['request', 'response'] as const) {
    it(`is the same for each ${kind}, however it is split`, (test) => {
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
      // The generator makes messages that are taken, not only such as are refused.
      assert.ok(onlyOursRefuses < CASES / 10, `${onlyOursRefuses}`);
      test.diagnostic(`only ours refuses ${onlyOursRefuses} of ${CASES}`);
    });
  }
});
