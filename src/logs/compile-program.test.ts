import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findDataset } from '../catalogs/datasets/datasets.ts';
import { httpRequests } from '../catalogs/datasets/http-requests.ts';
import { LogFilterError } from '../expression/log-filter/log-filter-error.ts';
import { openLogBatch } from './batches/open-log-batch.ts';
import { compileProgram } from './compile-program.ts';
import { passes, type Where } from './fixtures/naive-filter.ts';
import {
  fieldsOf,
  lines,
  type RequestLine,
  START,
  storedBatch,
  where,
} from './fixtures/random-requests.ts';
import { ACCOUNT, requestPayloads, ZONE } from './fixtures/request-lines.ts';
import type { LogBatch } from './log-batch.ts';
import type { ProgramOptions } from './log-program.ts';
import { type GivenOutput, resolveOutput } from './output/resolve-output.ts';

const times: ReadonlySet<string> = new Set(['EdgeStartTimestamp']);

function open(payload: unknown, first = 1, dataset = httpRequests): LogBatch {
  const batch = openLogBatch(dataset, { stream: 'stream', first, payload: () => payload });
  return batch ?? assert.fail('not a batch');
}

function program(given: GivenOutput, options: Partial<ProgramOptions> = {}) {
  const dataset = findDataset(options.dataset ?? 'http_requests') ?? httpRequests;
  return compileProgram({
    dataset: dataset.name,
    scope: { kind: 'zone', id: ZONE },
    filter: undefined,
    output: resolveOutput(dataset, given),
    seed: 'job',
    ...options,
  });
}

/** Undefined if the filter exceeds a limit: random filters may be too long. */
function compiled(filter: Where, given: GivenOutput) {
  try {
    return program(given, { filter: JSON.stringify({ where: filter }) });
  } catch (error) {
    if (error instanceof LogFilterError && error.reason.includes('allowed')) return undefined;
    throw error;
  }
}

describe('log program', () => {
  it('selects the lines that a naive interpreter selects', () => {
    const given = { field_names: ['ClientSrcPort', 'ClientRequestURI', 'EdgeStartTimestamp'] };
    let compared = 0;
    fc.assert(
      fc.property(where, lines, (filter, requests) => {
        const run = compiled(filter, given);
        fc.pre(run !== undefined);
        const result = run.run(open(storedBatch(requests)));
        const expected = requests.filter((each) => passes(filter, fieldsOf(each), times));
        const records = result.records.map((record) => JSON.parse(record));
        assert.deepEqual(
          records.map(({ ClientSrcPort, ClientRequestURI }) => [ClientSrcPort, ClientRequestURI]),
          expected.map(({ ClientSrcPort, ClientRequestURI }) => [ClientSrcPort, ClientRequestURI]),
        );
        assert.deepEqual(
          [...result.times],
          expected.map((each) => each.EdgeStartTimestamp),
        );
        assert.equal(result.produced, requests.length);
        assert.equal(result.filtered, requests.length - expected.length);
        assert.equal(result.sampledOut, 0);
        compared += 1;
      }),
      { numRuns: 300 },
    );
    assert.ok(compared > 200);
  });

  it('writes every field unchanged, whatever it contains', () => {
    const given = {
      field_names: httpRequests.fields.map(({ name }) => name),
      timestamp_format: 'rfc3339ms',
    };
    fc.assert(
      fc.property(lines, (requests) => {
        const { records } = program(given).run(open(storedBatch(requests)));
        for (const [at, record] of records.entries()) {
          assert.ok(record.endsWith('}\n'));
          const written = JSON.parse(record);
          assert.deepEqual(Object.keys(written), given.field_names);
          const { EdgeStartTimestamp, ...held } = fieldsOf(requests[at] ?? assert.fail());
          assert.equal(Date.parse(written.EdgeStartTimestamp), EdgeStartTimestamp);
          for (const [name, value] of Object.entries(held)) {
            const zero = name === 'ClientASN' ? 0 : '';
            assert.deepEqual(written[name], value ?? zero, name);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it('writes the same records whether or not other programs have read the batch before', () => {
    const outputs: GivenOutput[] = [
      { field_names: ['ClientSrcPort', 'ClientRequestURI'] },
      { field_names: ['ClientSrcPort', 'ClientRequestURI'], sample_rate: 0.5 },
      { field_names: ['ClientRequestURI', 'ClientSrcPort'] },
      { field_names: ['ClientSrcPort', 'ClientRequestURI'], output_type: 'csv' },
    ];
    const filters = [
      undefined,
      '{"where":{"key":"EdgeResponseStatus","operator":"geq","value":400}}',
      '{"where":{"key":"ClientCountry","operator":"!eq","value":"us"}}',
    ];
    const programs = outputs.flatMap((given) =>
      filters.map((filter) => program(given, { filter })),
    );
    fc.assert(
      fc.property(lines, (requests) => {
        const payload = storedBatch(requests);
        const shared = open(payload);
        for (const each of programs) assert.deepEqual(each.run(shared), each.run(open(payload)));
      }),
      { numRuns: 50 },
    );
  });

  it('selects the lines of its zone only', () => {
    const payload = storedBatch(
      [1, 2, 3].map((port) => ({ ...firstLine, ClientSrcPort: port })),
      (at) => (at === 1 ? 'another' : ZONE),
    );
    const result = program({ field_names: ['ClientSrcPort'] }).run(open(payload));
    assert.equal(result.produced, 2);
    assert.deepEqual(result.records, ['{"ClientSrcPort":1}\n', '{"ClientSrcPort":3}\n']);
    const none = program({}, { scope: { kind: 'zone', id: 'none' } }).run(open(payload));
    assert.deepEqual(none, {
      produced: 0,
      filtered: 0,
      sampledOut: 0,
      records: [],
      times: new Float64Array(),
    });
  });

  it('samples by the position in the spool, so that a repeat selects the same lines', () => {
    const [payload = ''] = requestPayloads(1, 1_000);
    const batch = open(JSON.parse(payload), 2 ** 33);
    const half = program({ sample_rate: 0.5, field_names: ['RayID'] });
    const { produced, sampledOut, records, filtered } = half.run(batch);
    assert.equal(produced, 1_000);
    assert.equal(filtered, 0);
    assert.equal(records.length + sampledOut, 1_000);
    assert.ok(records.length > 420 && records.length < 580, String(records.length));
    assert.deepEqual(half.run(batch).records, records);
    const other = program({ sample_rate: 0.5, field_names: ['RayID'] }, { seed: 'other' });
    assert.notDeepEqual(other.run(batch).records, records);
    assert.equal(program({ sample_rate: 0 }).run(batch).sampledOut, 1_000);
    assert.equal(program({ sample_rate: 1 }).run(batch).sampledOut, 0);
  });

  it('writes events that are published one by one', () => {
    const event = (RuleID: string, ClientCountry?: string) => ({
      id: RuleID,
      zoneId: ZONE,
      accountId: ACCOUNT,
      fields: { RuleID, Datetime: START, Metadata: { a: 1 }, ClientCountry },
    });
    const filter = '{"where":{"key":"ClientCountry","operator":"!eq","value":"us"}}';
    const field_names = ['RuleID', 'Datetime', 'Metadata', 'Kind', 'MatchIndex'];
    const run = program({ field_names }, { dataset: 'firewall_events', filter });
    const dataset = findDataset('firewall_events');
    const batch = open([event('a', 'us'), event('b'), event('c', 'de')], 1, dataset);
    assert.deepEqual(
      run.run(batch).records.map((record) => JSON.parse(record)),
      ['b', 'c'].map((RuleID) => ({
        RuleID,
        Datetime: Number(`${START}000000`),
        Metadata: { a: 1 },
        Kind: 'firewall',
        MatchIndex: 0,
      })),
    );
  });

  it('selects the lines of an account', () => {
    const fields = { When: START, ID: 'a', NewValue: { name: 'x' } };
    const payload = [
      { accountId: ACCOUNT, fields },
      { accountId: null, fields },
    ];
    const scope = { kind: 'account', id: ACCOUNT } as const;
    const given = { field_names: ['ID', 'NewValue', 'OldValue', 'ActionResult'] };
    const result = program(given, { dataset: 'audit_logs', scope }).run(
      open(payload, 1, findDataset('audit_logs')),
    );
    assert.equal(result.produced, 1);
    assert.deepEqual(result.records, [
      '{"ID":"a","NewValue":{"name":"x"},"OldValue":{},"ActionResult":true}\n',
    ]);
    assert.deepEqual([...result.times], [START]);
  });

  it('does not open batches of another version', () => {
    const source = (payload: unknown) => ({ stream: 's', first: 1, payload: () => payload });
    assert.equal(openLogBatch(httpRequests, source(['row'])), undefined);
    assert.equal(openLogBatch(httpRequests, source({ version: 99 })), undefined);
    const events = findDataset('firewall_events') ?? assert.fail();
    assert.equal(openLogBatch(events, source({ version: 1 })), undefined);
    assert.equal(openLogBatch(events, source([null])), undefined);
  });
});

const firstLine: RequestLine = {
  ClientRequestHost: 'a',
  ClientRequestURI: '/',
  ClientRequestUserAgent: '',
  ClientSrcPort: 1,
  EdgeResponseStatus: 200,
  EdgeStartTimestamp: START,
  ClientCountry: undefined,
  ClientRegionCode: undefined,
  ClientASN: undefined,
  SecurityActions: undefined,
  SecurityAction: undefined,
};
