import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AttackSign, signsByFamily } from '../../catalogs/attacks/attack-signs.ts';
import type { SignEntry } from '../../catalogs/attacks/sign-entry.ts';
import { attackedRequest } from './fixtures/attacked-request.ts';
import { inspectRequest } from './inspect-request.ts';

const signs = Object.entries(signsByFamily).flatMap(([family, table]) =>
  Object.entries<SignEntry>(table).map(([sign, entry]) => ({ family, sign, entry })),
);

const signsIn = (sample: SignEntry['samples']['other'][number]): readonly AttackSign[] =>
  inspectRequest(attackedRequest(sample)).findings.map(({ sign }) => sign);

describe('the samples of signs', () => {
  let count = 0;
  for (const { family, sign, entry } of signs) {
    it(`show ${sign}: ${entry.means}`, () => {
      assert.ok(sign.startsWith(`${family}-`), `${sign} begins with its family`);
      assert.ok(entry.samples.matching.length > 0 && entry.samples.other.length > 0);
      for (const sample of entry.samples.matching) {
        assert.ok(
          signsIn(sample).includes(sign as AttackSign),
          `finds it in ${JSON.stringify(sample)}`,
        );
      }
      for (const sample of entry.samples.other) {
        assert.ok(
          !signsIn(sample).includes(sign as AttackSign),
          `not in ${JSON.stringify(sample)}`,
        );
      }
      count += 1;
    });
  }

  it('were all tried', () => assert.equal(count, signs.length));
});
