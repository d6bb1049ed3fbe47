import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { httpRequests } from '../../catalogs/datasets/http-requests.ts';
import { resolveOutput } from '../output/resolve-output.ts';
import { LineError } from './line-error.ts';
import { runOnLines } from './run-on-lines.ts';

const output = resolveOutput(httpRequests, { field_names: ['EdgeStartTimestamp'] });
const run = (lines: readonly unknown[], filter?: string) =>
  runOnLines({ dataset: httpRequests, filter, output }, lines);

describe('sample lines', () => {
  it('have times in any timestamp format of jobs', () => {
    const times = [1767225600, 1767225600000, 1767225600000000000, '2026-01-01T00:00:00Z'];
    const { passes, records } = run(times.map((EdgeStartTimestamp) => ({ EdgeStartTimestamp })));
    assert.deepEqual(passes, [true, true, true, true]);
    assert.deepEqual(records, Array(4).fill('{"EdgeStartTimestamp":1767225600000000000}\n'));
  });

  it('lack fields that are null', () => {
    const filter = '{"where":{"key":"ClientCountry","operator":"!eq","value":"us"}}';
    assert.deepEqual(run([{ ClientCountry: null }, {}, { ClientCountry: 'us' }], filter).passes, [
      true,
      true,
      false,
    ]);
  });

  it('are not sampled', () => {
    const none = resolveOutput(httpRequests, { sample_rate: 0 });
    const result = runOnLines({ dataset: httpRequests, filter: undefined, output: none }, [{}]);
    assert.equal(result.records.length, 1);
  });

  for (const [line, pointer, reason] of [
    [[], 'lines[1]', /expected an object/],
    [{ Unknown: 1 }, 'lines[1].Unknown', /http_requests has no such field/],
    [{ EdgeResponseStatus: '200' }, 'lines[1].EdgeResponseStatus', /expected an integer/],
    [{ EdgeStartTimestamp: 'today' }, 'lines[1].EdgeStartTimestamp', /expected a time/],
    [{ SecurityActions: [1] }, 'lines[1].SecurityActions', /an array of texts/],
    [{ Cookies: 'a=b' }, 'lines[1].Cookies', /expected an object/],
    [{ WorkerSubrequest: 'true' }, 'lines[1].WorkerSubrequest', /true or false/],
  ] as const) {
    it(`are refused: ${JSON.stringify(line)}`, () => {
      assert.throws(
        () => run([{}, line]),
        (error) =>
          error instanceof LineError && error.pointer === pointer && reason.test(error.message),
      );
    });
  }
});
