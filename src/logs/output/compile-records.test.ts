import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { httpRequests } from '../../catalogs/datasets/http-requests.ts';
import { type LineObject, RowBatch } from '../batches/row-batch.ts';
import { compileRecords } from './compile-records.ts';
import { batchTexts } from './defuse.ts';
import { type GivenOutput, resolveOutput } from './resolve-output.ts';

const AT = Date.UTC(2026, 1, 3, 4, 5, 6, 78);

/** The records of these lines. */
function write(given: GivenOutput, ...lines: LineObject[]): readonly string[] {
  const batch = new RowBatch({ stream: '', first: 0 }, lines);
  return compileRecords(httpRequests, resolveOutput(httpRequests, given))(
    batch,
    Uint32Array.from(lines.keys()),
  );
}

/** The cells of one line of CSV (RFC 4180). */
function cellsOf(text: string): string[] {
  return [...text.matchAll(/(?:"((?:[^"]|"")*)"|([^,"]*))(,|\n$)/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
  );
}

describe('records', () => {
  it('are JSON objects with the fields in the order of the job', () => {
    assert.deepEqual(
      write(
        {
          field_names: [
            'RayID',
            'EdgeResponseStatus',
            'WorkerSubrequest',
            'SecurityActions',
            'Cookies',
          ],
        },
        {
          RayID: 'a"b',
          EdgeResponseStatus: 200,
          WorkerSubrequest: true,
          SecurityActions: ['x'],
          Cookies: { c: 'd' },
        },
        {},
      ),
      [
        '{"RayID":"a\\"b","EdgeResponseStatus":200,"WorkerSubrequest":true,"SecurityActions":["x"],"Cookies":{"c":"d"}}\n',
        '{"RayID":"","EdgeResponseStatus":0,"WorkerSubrequest":false,"SecurityActions":[],"Cookies":{}}\n',
      ],
    );
  });

  for (const [timestamp_format, json, absent] of [
    ['unixnano', '1770091506078000000', '0'],
    ['unix', '1770091506', '0'],
    ['rfc3339', '"2026-02-03T04:05:06Z"', '""'],
    ['rfc3339ms', '"2026-02-03T04:05:06.078Z"', '""'],
    ['rfc3339ns', '"2026-02-03T04:05:06.078000000Z"', '""'],
  ] as const) {
    it(`have times as ${timestamp_format}`, () => {
      const given = {
        field_names: ['EdgeStartTimestamp'],
        record_prefix: '',
        record_suffix: '',
        timestamp_format,
      };
      assert.deepEqual(write(given, { EdgeStartTimestamp: AT }, {}), [
        `"EdgeStartTimestamp":${json}`,
        `"EdgeStartTimestamp":${absent}`,
      ]);
    });
  }

  it('have correct times, also before 1970', () => {
    const given = {
      field_names: ['EdgeStartTimestamp'],
      record_template: '{{.EdgeStartTimestamp}}',
    };
    const written = (ms: number, timestamp_format: string) =>
      write({ ...given, timestamp_format }, { EdgeStartTimestamp: ms })[0]?.slice(1, -2);
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 4e12 }), (ms) => {
        assert.equal(written(ms, 'unixnano'), String(BigInt(ms) * 1_000_000n));
        assert.equal(written(ms, 'unix'), String(Math.floor(ms / 1000)));
        assert.equal(written(ms, 'rfc3339ms'), JSON.stringify(new Date(ms).toISOString()));
      }),
    );
  });

  it('are CSV that parses to the same values', () => {
    const field_names = [
      'RayID',
      'EdgeResponseStatus',
      'SecurityActions',
      'WorkerSubrequest',
      'Cookies',
    ];
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer(),
        fc.array(fc.string()),
        (RayID, EdgeResponseStatus, SecurityActions) => {
          const line = { RayID, EdgeResponseStatus, SecurityActions };
          const [record = ''] = write({ field_names, output_type: 'csv' }, line);
          assert.deepEqual(cellsOf(record), [
            RayID,
            String(EdgeResponseStatus),
            JSON.stringify(SecurityActions),
            'false',
            '{}',
          ]);
        },
      ),
    );
  });

  it('have times in quotes in CSV if they are text', () => {
    const given = { field_names: ['EdgeStartTimestamp', 'EdgeResponseStatus'], output_type: 'csv' };
    const line = { EdgeStartTimestamp: AT, EdgeResponseStatus: 200 };
    assert.deepEqual(write(given, line), ['1770091506078000000,200\n']);
    assert.deepEqual(write({ ...given, timestamp_format: 'rfc3339' }, line), [
      '"2026-02-03T04:05:06Z",200\n',
    ]);
  });

  it('have the prefix, suffix and delimiter of the job', () => {
    const given = {
      field_names: ['RayID', 'EdgeResponseStatus'],
      record_prefix: '<',
      record_suffix: '>',
      field_delimiter: '; ',
    };
    assert.deepEqual(write(given, { RayID: 'a', EdgeResponseStatus: 1 }), [
      '<"RayID":"a"; "EdgeResponseStatus":1>',
    ]);
  });

  it('follow a template', () => {
    const given = {
      field_names: ['RayID', 'EdgeResponseStatus'],
      record_prefix: '',
      record_suffix: '',
      record_template:
        'ray={{ .RayID }}{{/* a comment */}} {{"}} \\n"}}{{ `raw "text"` }} {{.EdgeResponseStatus}}/{{.ClientIP}} { }',
    };
    assert.deepEqual(
      write(given, { RayID: 'a"', EdgeResponseStatus: 200, ClientIP: '192.0.2.1' }),
      ['ray="a\\"" }} \nraw "text" 200/null { }'],
    );
    assert.deepEqual(write({ ...given, output_type: 'csv', record_suffix: '' }, { RayID: 'a"' }), [
      'ray="a""" }} \nraw "text" 0/null { }',
    ]);
  });

  it('contain no `${`, which vulnerable loggers look up, if the job has the CVE option', () => {
    const given = {
      field_names: ['RayID', 'Cookies'],
      record_prefix: '$',
      record_suffix: '$',
      batch_prefix: '$\u007ba}$',
      record_delimiter: '$',
      batch_suffix: '{',
      record_template: '{{.Cookies}}{{.RayID}}',
      'CVE-2021-44228': 'true',
    };
    const records = write(given, { RayID: '$\u007bjndi:x}', Cookies: { '$\u007ba': '$' } }, {});
    const { prefix, delimiter, suffix } = batchTexts(resolveOutput(httpRequests, given));
    const file = prefix + records.join(delimiter) + suffix;
    assert.equal(file, 'x{a}xx{"x{a":"$"}"x{jndi:x}"xxx{}""x{');
    const plain = write({ ...given, 'CVE-2021-44228': false }, { RayID: '$\u007b', Cookies: {} });
    assert.deepEqual(plain, ['$\u007b}"$\u007b"$']);
  });
});
