import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lastAssigned, readCode } from '../fixtures/read-code.ts';
import { globalMember } from './global-member.ts';

describe('variable of a member of a global object', () => {
  const cases: Readonly<Record<string, string | undefined>> = {
    'x = window.a;': 'a',
    'var w = window; x = w.a;': 'a',
    'x = document.cookie;': 'document.cookie',
    'x = navigator.userAgent;': 'navigator.userAgent',
    'x = other.a;': undefined,
    'x = window[a];': undefined,
    'x = a;': undefined,
  };
  for (const [code, name] of Object.entries(cases)) {
    it(`is ${name}: ${code}`, () => {
      const reading = readCode(code);
      assert.equal(globalMember(reading, lastAssigned(reading))?.name, name);
    });
  }

  it('is the same for all members of its name', () => {
    const reading = readCode('a = 1; x = window.a;');
    const [a = -1] = reading.tree.ofType('Identifier');
    assert.equal(globalMember(reading, lastAssigned(reading)), reading.bindings.of(a));
  });
});
