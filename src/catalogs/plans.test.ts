import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isHexId } from '../kernel/hex-id.ts';
import { DEFAULT_PLAN, findPlan, plans } from './plans.ts';

describe('plans', () => {
  it('have unique hexadecimal ids and unique names, none of which is another plan’s id', () => {
    assert.equal(plans.length, 10);
    const keys = plans.flatMap(({ id, legacyId, rateName }) => [id, legacyId, rateName]);
    assert.equal(new Set(keys).size, 3 * plans.length);
    for (const { id } of plans) assert.ok(isHexId(id), id);
  });

  for (const plan of plans) {
    it(`${plan.legacyId} is found by its id and by its names, and allows page rules`, () => {
      assert.equal(findPlan(plan.id), plan);
      assert.equal(findPlan(plan.legacyId), plan);
      assert.equal(findPlan(plan.rateName), plan);
      assert.ok(Number.isInteger(plan.pageRuleQuota) && plan.pageRuleQuota > 0);
    });
  }

  it('have more health checks the higher they are, and none on free plans', () => {
    const quotas = ['free', 'pro', 'business', 'enterprise'].map(
      (name) => findPlan(name)?.healthCheckQuota,
    );
    assert.deepEqual(quotas, [0, 10, 50, 1000]);
  });

  it('include the one that zones get by default', () => assert.ok(findPlan(DEFAULT_PLAN)));

  for (const unknown of ['', 'Enterprise', 'enterprise ', 'toString', '0'.repeat(32)]) {
    it(`do not include ${JSON.stringify(unknown)}`, () =>
      assert.equal(findPlan(unknown), undefined));
  }
});
