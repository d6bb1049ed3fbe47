import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cspDirectiveNames } from '../../catalogs/csp-directives.ts';
import { reportedDirectives } from './reported-directives.ts';

describe('directives that a report can name', () => {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ["img-src 'self'", ['img-src']],
    [
      " SCRIPT-SRC 'self' ;; base-uri 'none';",
      ['base-uri', 'script-src', 'script-src-attr', 'script-src-elem', 'worker-src'],
    ],
    ['child-src a.test', ['child-src', 'frame-src', 'worker-src']],
    ['style-src a.test', ['style-src', 'style-src-attr', 'style-src-elem']],
    ['', []],
  ];
  for (const [policy, names] of rows) {
    it(`of ${policy || 'nothing'}`, () => {
      assert.deepEqual([...reportedDirectives(policy)].toSorted(), names);
    });
  }

  it('of default-src are all fetch directives', () => {
    const found = reportedDirectives("default-src 'self'");
    const others = ['base-uri', 'form-action', 'frame-ancestors', 'upgrade-insecure-requests'];
    for (const name of cspDirectiveNames) assert.equal(found.has(name), !others.includes(name));
    assert.ok(found.has('script-src-elem'));
  });
});
