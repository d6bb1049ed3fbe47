import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { attackedRequest } from '../../fixtures/attacked-request.ts';
import { inspectRequest } from '../../inspect-request.ts';

const xpathStrengths = (text: string) =>
  inspectRequest(attackedRequest(text))
    .findings.filter(({ sign }) => sign.startsWith('xpath-'))
    .map(({ strength }) => strength);

const attacks = [
  "jug' or true() or 'a'='b",
  "jug' or position()=3 or 'a'='b",
  'jug" and count(//price)=3 and "a"="a',
  "jug'] | //price | a['b",
  "jug')]/following-sibling::*/price[('a",
  '3 or string-length(name(/*[1]))=4',
  "jug' and substring(/shop/jug[1]/price,1,1)='3",
  "jug' or doc(concat('http://a.test/',/*))='b",
];

const harmless = [
  '//div[@id="jug"]/a[position()=3]',
  "//a[contains(text(),'jug') and @class='b']",
  '/html/body/div[2]/span',
  "the 'jug' | the 'lid'",
  'parent::create($a)',
  "count('a') and name('b')",
  '3 and count(a)',
];

describe('the XPath reader', () => {
  for (const text of attacks) {
    it(`finds ${text}`, () => assert.ok(xpathStrengths(text).includes('clear')));
  }

  for (const text of harmless) {
    it(`leaves ${text}`, () => assert.deepEqual(xpathStrengths(text), []));
  }
});
