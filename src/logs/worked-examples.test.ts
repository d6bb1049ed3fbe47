import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { httpRequests } from '../catalogs/datasets/http-requests.ts';
import { parseLogFilter } from '../expression/log-filter/parse-log-filter.ts';
import { schemeOf } from './dataset-scheme.ts';
import { workedExamples, workedLines } from './fixtures/worked-examples.ts';
import { runOnLines } from './lines/run-on-lines.ts';
import { resolveOutput } from './output/resolve-output.ts';

describe('examples of log filters', () => {
  const output = resolveOutput(httpRequests, { field_names: ['EdgeResponseStatus'] });
  for (const [where, expected, operators] of workedExamples) {
    const filter = JSON.stringify({ where });
    it(`${filter}: ${expected}`, () => {
      const { passes, records } = runOnLines(
        { dataset: httpRequests, filter, output },
        workedLines,
      );
      assert.equal(passes.map((pass) => (pass ? 'T' : 'F')).join(''), expected);
      assert.equal(records.length, passes.filter(Boolean).length);
      assert.equal(parseLogFilter(filter, schemeOf(httpRequests)).operators, operators);
    });
  }
});
