import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { activeUrl } from './active-url.ts';

describe('an address', () => {
  for (const [expected, url, element] of [
    ['clear', 'javascript:alert(1)', 'a'],
    ['clear', ' \x01JAVA\tSCRIPT\n:alert(1)', 'a'],
    ['clear', 'javascript:%61lert(1)', 'a'],
    ['clear', 'feed:javascript:eval(name)', 'a'],
    ['clear', 'vbscript:MsgBox 1', 'img'],
    ['likely', 'javascript:menu()', 'a'],
    ['likely', 'java\nscript:;', 'a'],
    [undefined, 'javascript:;', 'a'],
    [undefined, 'javascript:void(0)', 'a'],
    [undefined, 'javascript:history.back()', 'a'],
    [undefined, 'https://a.test/?javascript:alert(1)', 'a'],
    ['clear', 'data:text/html,<p>', 'iframe'],
    ['clear', 'data:;base64,PHNjcmlwdD4=', 'object'],
    ['clear', 'data:,run()', 'script'],
    ['likely', 'data:image/svg+xml,<svg/>', 'use'],
    ['clear', 'data:image/svg+xml,<svg onload=run()>', 'use'],
    [undefined, 'data:image/svg+xml,<svg onload=run()>', 'img'],
    [undefined, 'data:text/csv,a;b', 'a'],
    ['likely', 'view-source:https://a.test', 'iframe'],
    [undefined, 'mailto:a@b.test', 'a'],
  ] as const) {
    it(`is ${expected ?? 'harmless'} in ${element}: ${JSON.stringify(url)}`, () =>
      assert.equal(activeUrl(url, element)?.strength, expected));
  }
});
