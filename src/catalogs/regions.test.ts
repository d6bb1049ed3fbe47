import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listRegions } from './regions.ts';

test('every country, or each of its parts, lies in exactly one region', () => {
  const places = listRegions().flatMap(({ countries }) =>
    countries.flatMap(({ code, subdivisions }) =>
      subdivisions.length === 0 ? [code] : subdivisions.map((part) => `${code}-${part.code}`),
    ),
  );
  assert.equal(new Set(places).size, places.length);
  assert.ok(places.length > 280, `${places.length} places`);
});

test('every country has a name', () => {
  const nameless = listRegions()
    .flatMap(({ countries }) => countries)
    .filter(({ code, name }) => name === code || !/^[A-Z]{2}$/.test(code));
  assert.deepEqual(nameless, []);
});
