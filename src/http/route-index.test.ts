import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Method, ok, routeTable } from './route.ts';
import { RouteIndex } from './route-index.ts';

const route = routeTable({ tag: 'things', service: 'core' });

function thing(method: Method, path: string) {
  return route({
    method,
    path,
    operation: `${method} ${path}`,
    summary: '',
    access: { kind: 'self-service' },
    handle: async () => ok(null),
  });
}

describe('route index', () => {
  const index = new RouteIndex('/client/v4', [
    thing('GET', '/zones'),
    thing('POST', '/zones'),
    thing('GET', '/zones/:zone_id'),
    thing('PATCH', '/zones/:zone_id'),
    thing('DELETE', '/zones/:zone_id'),
    thing('GET', '/zones/:zone_id/plans'),
    thing('GET', '/zones/special'),
  ]);

  const rows: readonly [string, string[]][] = [
    ['/client/v4/zones', ['GET', 'POST']],
    ['/client/v4/zones/abc', ['DELETE', 'GET', 'PATCH']],
    ['/client/v4/zones/special', ['DELETE', 'GET', 'PATCH']],
    ['/client/v4/zones/abc/plans', ['GET']],
    ['/client/v4/zones/', []],
    ['/client/v4/zones/abc/', []],
    ['/client/v4/zones/abc/other', []],
    ['/client/v4/ZONES', []],
    ['/zones', []],
    ['/x/client/v4/zones', []],
    ['', []],
  ];
  for (const [path, methods] of rows) {
    it(`knows ${methods.join(', ') || 'nothing'} for ${JSON.stringify(path)}`, () => {
      assert.deepEqual(index.methodsFor(path), methods);
    });
  }

  it('returns at once for a hostile path', () => {
    const path = `/client/v4/zones/${'a'.repeat(1_000_000)}${'/'.repeat(1000)}`;
    assert.deepEqual(index.methodsFor(path), []);
  });
});
