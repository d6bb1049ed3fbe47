import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { datasets } from '../../catalogs/datasets/datasets.ts';
import { httpRequests } from '../../catalogs/datasets/http-requests.ts';
import { parseLogpullOptions } from './logpull-options.ts';
import { OutputError } from './output-error.ts';
import { defaultFields, type GivenOutput, resolveOutput } from './resolve-output.ts';

const resolve = (given: GivenOutput) => resolveOutput(httpRequests, given);

describe('output options', () => {
  it('have defaults by output type; null is the same as absent', () => {
    const ndjson = {
      fieldNames: defaultFields(httpRequests),
      outputType: 'ndjson',
      batchPrefix: '',
      batchSuffix: '',
      recordPrefix: '{',
      recordSuffix: '}\n',
      recordDelimiter: '',
      fieldDelimiter: ',',
      recordTemplate: '',
      timestampFormat: 'unixnano',
      sampleRate: 1,
      defusesLookups: false,
    };
    assert.deepEqual(resolve({}), ndjson);
    assert.deepEqual(
      resolve({ record_prefix: null, sample_rate: null, field_names: null }),
      ndjson,
    );
    assert.deepEqual(resolve({ output_type: 'csv' }), {
      ...ndjson,
      outputType: 'csv',
      recordPrefix: '',
      recordSuffix: '\n',
    });
  });

  it('have default fields for every dataset', () => {
    for (const dataset of datasets) {
      assert.ok(resolveOutput(dataset, {}).fieldNames.includes(dataset.timeField), dataset.name);
    }
  });

  it('keep the order of fields, and given values', () => {
    const field_names = ['RayID', 'ClientIP', 'BotScore'];
    const { fieldNames, sampleRate } = resolve({ field_names, sample_rate: 0.25 });
    assert.deepEqual(fieldNames, field_names);
    assert.equal(sampleRate, 0.25);
  });

  it('accept the CVE option as boolean, as text and with its published misspelling', () => {
    assert.equal(resolve({ 'CVE-2021-44228': true }).defusesLookups, true);
    assert.equal(resolve({ 'CVE-2021-44228': 'true' }).defusesLookups, true);
    assert.equal(resolve({ 'CVE-2021-44228': 'false' }).defusesLookups, false);
    assert.equal(resolve({ 'CVE-2021-4428': true }).defusesLookups, true);
  });

  for (const [given, pointer, reason] of [
    [{ field_names: [] }, 'field_names', /at least one/],
    [{ field_names: ['RayID', 'rayid'] }, 'field_names[1]', /http_requests has no field "rayid"/],
    [{ field_names: ['RayID', 'RayID'] }, 'field_names[1]', /named twice/],
    [{ output_type: 'xml' }, 'output_type', /expected one of ndjson, csv/],
    [{ timestamp_format: 'rfc822' }, 'timestamp_format', /expected one of unixnano/],
    [{ sample_rate: 1.5 }, 'sample_rate', /from 0 to 1/],
    [{ sample_rate: Number.NaN }, 'sample_rate', /from 0 to 1/],
    [{ 'CVE-2021-44228': 'yes' }, 'CVE-2021-44228', /true or false/],
    [{ batch_prefix: 'x'.repeat(1_025) }, 'batch_prefix', /has 1025 characters; 1024/],
    [{ record_template: 'x'.repeat(16_385) }, 'record_template', /16384 are allowed/],
    [{ record_template: '{{ .Nothing }}' }, 'record_template', /no field "Nothing"/],
    [{ record_template: 'a {{ if .RayID }}' }, 'record_template', /cannot read "{{ if .RayID }}"/],
    [{ record_template: '{{ .RayID | print }}' }, 'record_template', /cannot read/],
    [{ record_template: '{{ .RayID' }, 'record_template', /cannot read/],
    [{ record_template: '{{ "\\x" }}' }, 'record_template', /unknown escape/],
  ] as const) {
    it(`refuse ${JSON.stringify(given).slice(0, 60)}`, () => {
      assert.throws(
        () => resolve(given),
        (error) =>
          error instanceof OutputError && error.pointer === pointer && reason.test(error.message),
      );
    });
  }

  it('accept any template, or throw an OutputError (property)', () => {
    const piece = fc.constantFrom('{{', '}}', '.RayID', '"', '`', '/*', '*/', ' ', '{', '\\', 'x');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        try {
          resolve({ record_template: pieces.join('') });
        } catch (error) {
          assert.ok(error instanceof OutputError, String(error));
        }
      }),
    );
  });
});

describe('logpull_options', () => {
  it('are equivalent to output options', () => {
    const text = 'fields=RayID,ClientIP&timestamps=rfc3339&sample=0.01&CVE-2021-44228=true';
    const expected = resolve({
      field_names: ['RayID', 'ClientIP'],
      timestamp_format: 'rfc3339',
      sample_rate: 0.01,
      'CVE-2021-44228': true,
    });
    assert.deepEqual(resolve(parseLogpullOptions(text)), expected);
    assert.deepEqual(resolve(parseLogpullOptions(`https://logs.test/received?${text}`)), expected);
    assert.deepEqual(resolve(parseLogpullOptions('')), resolve({}));
  });

  for (const [text, reason] of [
    ['format=json', /no option "format"; expected fields, timestamps, sample/],
    ['sample=half', /sample from 0 to 1/],
    ['sample=2', /sample from 0 to 1/],
    ['fields=RayID&fields=ClientIP', /names fields twice/],
  ] as const) {
    it(`are refused: ${text}`, () => {
      assert.throws(
        () => parseLogpullOptions(text),
        (error) => error instanceof OutputError && reason.test(error.message),
      );
    });
  }
});
