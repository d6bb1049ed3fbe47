import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type {
  PageMonitoringSection,
  PagePolicySnapshot,
} from '../../contracts/snapshot/page-monitoring-section.ts';
import { RuleParts } from '../rules/rule-parts.ts';
import { compilePages } from './zone-pages.ts';

const parts = new RuleParts();
const policy: PagePolicySnapshot = {
  id: 'p',
  action: 'log',
  expression: 'http.host eq shop.test',
  value: "img-src 'self' ; ",
};
const section: PageMonitoringSection = {
  isMonitored: false,
  usesSharedEndpoint: true,
  keepsConnectionPaths: false,
  policies: [policy],
};

describe('compilePages', () => {
  it('is undefined for a zone without policies that is not monitored', () => {
    assert.equal(compilePages(undefined, parts).pages, undefined);
    assert.equal(compilePages({ ...section, policies: [] }, parts).pages, undefined);
    assert.ok(compilePages({ ...section, policies: [], isMonitored: true }, parts).pages);
  });

  it('removes separators after the last directive', () => {
    assert.equal(compilePages(section, parts).pages?.policies[0]?.directives, "img-src 'self'");
  });

  it('records whether a policy reads the response', () => {
    assert.equal(compilePages(section, parts).pages?.readsResponse, false);
    const policies = [policy, { ...policy, expression: 'http.response.code eq 200' }];
    assert.equal(compilePages({ ...section, policies }, parts).pages?.readsResponse, true);
  });

  const bad: readonly (readonly [string, Partial<PagePolicySnapshot>])[] = [
    ['a condition that cannot be used', { expression: 'http.no_such_field eq 1' }],
    ['directives that end the header', { value: "img-src 'self'\r\nx: y" }],
    ['directives that no header can have', { value: 'img-src ☂' }],
    ['directives with a form feed', { value: 'img-src\fhttps:' }],
    ['no directives', { value: ' ; ' }],
  ];
  for (const [what, part] of bad) {
    it(`leaves out ${what}, and nothing else`, () => {
      const policies = [policy, { ...policy, id: 'bad', ...part }, { ...policy, id: 'last' }];
      const { pages, problems } = compilePages({ ...section, policies }, parts);
      assert.deepEqual(
        pages?.policies.map(({ id }) => id),
        ['p', 'last'],
      );
      assert.match(problems.join(), /^page policy bad is left out: /);
    });
  }

  it('is undefined if the only policy is left out', () => {
    const { pages, problems } = compilePages(
      { ...section, policies: [{ ...policy, value: '' }] },
      parts,
    );
    assert.deepEqual([pages, problems.length], [undefined, 1]);
  });
});
