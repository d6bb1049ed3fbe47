import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memberPath } from './paths.ts';

describe('path of a member', () => {
  const cases: readonly (readonly [object: string, property: string | undefined, path: string])[] =
    [
      ['document', 'cookie', 'document.cookie'],
      ['?', 'a', '?.a'],
      ['window', 'document', 'document'],
      ['globalThis', 'fetch', 'fetch'],
      ['document.defaultView', 'eval', 'eval'],
      ['window', undefined, '?'],
      ['document', 'forms', '<forms>'],
      ['<forms>', '0', '<node>'],
      ['<forms>', 'checkout', '<node>'],
      ['<forms>', undefined, '<node>'],
      ['document', 'activeElement', '<anynode>'],
      ['<node>', '0', '<node>'],
      ['<node>', undefined, '<node>'],
      ['<anynode>', '3', '<anynode>'],
      ['<node>', 'parentNode', '<node>'],
      ['<anynode>', 'form', '<anynode>'],
      ['<node>', 'value', '<node>.value'],
      ['a', '0', '?'],
      ['a', undefined, '?'],
      ['<event>', 'target', '<node>'],
      ['<pageevent>', 'target', '<anynode>'],
      ['?', 'currentTarget', '<node>'],
      ['event', 'srcElement', '<node>'],
      ['a', 'target', 'a.target'],
      ['<event>', 'key', '<event>.key'],
    ];
  for (const [object, property, path] of cases) {
    it(`${property ?? 'an unknown one'} of ${object} is ${path}`, () => {
      assert.equal(memberPath(object, property), path);
    });
  }
});
