import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { httpRequestColumns } from '../../contracts/events/http-request-event.ts';
import { datasets, findDataset } from './datasets.ts';
import { foreignDatasets } from './foreign-datasets.ts';
import { httpRequests } from './http-requests.ts';

describe('datasets', () => {
  for (const { name, fields, timeField } of datasets) {
    it(`${name} names each field once, and the time of a line`, () => {
      assert.equal(new Set(fields.map((field) => field.name)).size, fields.length);
      assert.equal(fields.find((field) => field.name === timeField)?.type, 'time');
    });

    it(`${name} describes its fields`, () => {
      for (const field of fields) {
        assert.match(field.name, /^[A-Z]\w+$/);
        assert.ok(field.description.length > 3, field.name);
        assert.ok(!(field.isDefault && field.isUnfilled), `${field.name} never has a value`);
      }
    });
  }

  it('have unique names', () => {
    assert.equal(new Set(datasets.map(({ name }) => name)).size, datasets.length);
    assert.equal(findDataset('http_requests'), httpRequests);
    assert.equal(findDataset('dns_logs'), undefined);
  });

  it('are, with the foreign datasets, all datasets of the official client and health events', () => {
    const module = import.meta.resolve('cloudflare/resources/logpush/jobs');
    const source = readFileSync(new URL('jobs.d.ts', module), 'utf8');
    const [, union = ''] = /dataset\?: ([^;]+);/.exec(source) ?? [];
    const theirs = [...union.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
    const ours = [...datasets.map(({ name }) => name), ...foreignDatasets];
    assert.deepEqual(ours.toSorted(), [...theirs, 'health_events'].toSorted());
  });

  it('have a field for every column that the edge writes', () => {
    const internal = ['zoneId', 'accountId', 'refusal'];
    const filled = httpRequests.fields.filter(({ isUnfilled }) => !isUnfilled);
    const names = new Set(filled.map(({ name }) => name));
    const missing = Object.keys(httpRequestColumns).filter((column) => !names.has(column));
    assert.deepEqual(missing, internal);
    const derived = filled.filter(
      ({ name, constant }) => constant === undefined && !Object.hasOwn(httpRequestColumns, name),
    );
    assert.deepEqual(
      derived.map(({ name }) => name),
      ['ClientRequestPath'],
    );
  });
});
