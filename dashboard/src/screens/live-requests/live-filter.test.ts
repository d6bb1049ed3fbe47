import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readFilters } from '../../parts/address/filter.ts';
import { liveFilter } from './live-filter.ts';

for (const [filters, expected] of [
  [[], undefined],
  [['EdgeResponseStatus:404'], { key: 'EdgeResponseStatus', operator: 'eq', value: 404 }],
  [['-ClientIP:192.0.2.1'], { key: 'ClientIP', operator: '!eq', value: '192.0.2.1' }],
  [
    ['ClientRequestMethod:GET', 'ClientRequestMethod:HEAD'],
    { key: 'ClientRequestMethod', operator: 'in', value: ['GET', 'HEAD'] },
  ],
  [
    ['ClientRequestPath:starts_with:/a:b', 'EdgeResponseStatus:at_least:500'],
    {
      and: [
        { key: 'ClientRequestPath', operator: 'startsWith', value: '/a:b' },
        { key: 'EdgeResponseStatus', operator: 'geq', value: 500 },
      ],
    },
  ],
  [['-EdgeResponseStatus:at_least:500'], { key: 'EdgeResponseStatus', operator: 'lt', value: 500 }],
  [['EdgeResponseStatus:many'], { key: 'EdgeResponseStatus', operator: 'eq', value: 'many' }],
] as const) {
  it(`writes ${JSON.stringify(filters)} as a filter of the request log`, () => {
    const text = liveFilter(readFilters(filters));
    assert.deepEqual(text === '' ? undefined : JSON.parse(text).where, expected);
  });
}
