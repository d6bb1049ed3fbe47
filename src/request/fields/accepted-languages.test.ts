import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { acceptedLanguages } from './accepted-languages.ts';

describe('accepted languages', () => {
  const cases: [header: string, tags: string[]][] = [
    ['', []],
    ['en', ['en']],
    ['en, fr-FR,pt', ['en', 'fr-FR', 'pt']],
    ['fr-CH, fr;q=0.8, en;q=0.9, de;q=0.7, *;q=0.5', ['fr-CH', 'en', 'fr', 'de']],
    ['a;q=0.5, b ; Q=0.500, c;q=1.000', ['c', 'a', 'b']],
    ['en;q=0, de;q=0.000, fr;q=0.001', ['fr']],
    ['en;q=2, de;q=-1, fr;q=x, it;level=1, , pt', ['pt']],
  ];
  for (const [header, tags] of cases) {
    it(`of "${header}"`, () => assert.deepEqual(acceptedLanguages(header), tags));
  }
});
