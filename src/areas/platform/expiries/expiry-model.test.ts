import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { servesZone } from './certificate-names.ts';
import { dueWarning, warningDays } from './expiry-model.ts';

const DAY = 24 * 3_600_000;

describe('warnings before the end', () => {
  for (const [daysLeft, due] of [
    [30.01, undefined],
    [30, 30],
    [14.5, 30],
    [14, 14],
    [5, 7],
    [1, 1],
    [0.01, 1],
    [0, undefined],
    [-3, undefined],
  ] as const) {
    it(`${due ? `the one of day ${due} is` : 'none is'} due ${daysLeft} days before`, () => {
      assert.equal(dueWarning(daysLeft * DAY, 0, warningDays.certificate), due);
    });
  }
});

describe('a certificate', () => {
  const zones = ['shop.test', 'eu.shop.test', 'a.eu.shop.test', 'myshop.test'];
  for (const [name, served] of [
    ['shop.test', ['shop.test']],
    ['www.shop.test', ['shop.test']],
    ['www.eu.shop.test', ['eu.shop.test']],
    ['*.shop.test', ['shop.test', 'eu.shop.test']],
    ['*.api.shop.test', ['shop.test']],
    ['*.test', ['shop.test', 'myshop.test']],
    ['other.test', []],
  ] as const) {
    it(`for ${name} serves ${served.join(' and ') || 'no zone'}`, () => {
      const all = zones.map((zone) => ({ name: zone }));
      const found = all.filter(servesZone(name, all));
      assert.deepEqual(
        found.map((zone) => zone.name),
        served,
      );
    });
  }
});
