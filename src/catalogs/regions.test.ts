import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listRegions } from './regions.ts';

test('every country, or each of its parts, lies in exactly one region', () => {
  const codes = listRegions().flatMap(({ countries }) =>
    countries.flatMap(({ code, subdivisions }) =>
      subdivisions.length === 0 ? [code] : subdivisions.map((part) => `${code}-${part.code}`),
    ),
  );
  assert.equal(new Set(codes).size, codes.length);
  assert.ok(codes.length > 280, `${codes.length} codes`);
});

test('every country has a name', () => {
  const nameless = listRegions()
    .flatMap(({ countries }) => countries)
    .filter(({ code, name }) => name === code || !/^[A-Z]{2}$/.test(code));
  assert.deepEqual(nameless, []);
});
