import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  hasPageFeature,
  type PageFeature,
  pageFeatures,
  pagePolicyQuota,
} from './page-features.ts';

describe('features of page monitoring', () => {
  const rows: readonly [plan: string, features: readonly PageFeature[], policies: number][] = [
    ['free', [], 0],
    ['pro', [], 0],
    ['business', ['connections', 'cookies', 'attribution'], 0],
    ['enterprise', Object.keys(pageFeatures) as PageFeature[], 5],
  ];
  for (const [plan, expected, policies] of rows) {
    it(`of the plan ${plan} are ${expected.length}`, () => {
      const held = (Object.keys(pageFeatures) as PageFeature[]).filter((feature) =>
        hasPageFeature(plan, feature),
      );
      assert.deepEqual(held, expected);
      assert.equal(pagePolicyQuota(plan), policies);
    });
  }
});
