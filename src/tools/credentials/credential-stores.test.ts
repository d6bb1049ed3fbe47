import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkStoreName, storeNameFor } from './credential-stores.ts';

describe('names of credential stores', () => {
  const table: readonly [file: string, name: string][] = [
    ['/lists/rockyou.txt', 'rockyou'],
    ['breach 2026.txt.gz', 'breach-2026'],
    ['pwned-passwords-sha1-ordered-by-hash-v8.txt', 'pwned-passwords-sha1-ordered-by-hash-v8'],
    ['.hidden', 'hidden'],
    ['-', 'imported'],
    ['Liste·mit·Ä.csv', 'Liste-mit-'],
    [`${'x'.repeat(100)}.txt`, 'x'.repeat(64)],
  ];
  for (const [file, name] of table) {
    it(`is ${name} for ${file}`, () => {
      assert.equal(storeNameFor(file), name);
      assert.equal(checkStoreName(name), name);
    });
  }
});
