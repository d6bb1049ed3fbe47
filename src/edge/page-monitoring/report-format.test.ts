import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isReportType, parseReports } from './report-format.ts';

const single = {
  'document-uri': 'https://shop.test/cart?a=1',
  'blocked-uri': 'https://cdn.test/a.js',
  'effective-directive': 'script-src-elem',
  'source-file': 'https://shop.test/cart',
};
const body = {
  documentURL: 'https://shop.test/cart?a=1',
  blockedURL: 'https://cdn.test/a.js',
  effectiveDirective: 'script-src-elem',
  sourceFile: 'https://shop.test/cart',
};
const expected = {
  kind: 'policy',
  pageUrl: 'https://shop.test/cart?a=1',
  blocked: 'https://cdn.test/a.js',
  directive: 'script-src-elem',
  source: 'https://shop.test/cart',
};
const hashBody = {
  documentURL: 'https://shop.test/',
  subresourceURL: 'https://shop.test/a.js',
  hash: 'sha256-x',
  type: 'subresource',
  destination: 'script',
};
const hash = {
  kind: 'hash',
  pageUrl: hashBody.documentURL,
  url: hashBody.subresourceURL,
  hash: 'sha256-x',
};
const listed = (type: string, each: unknown = body) => ({ type, age: 1, url: 'x', body: each });

describe('reports of browsers', () => {
  const good: readonly (readonly [string, unknown, unknown])[] = [
    [
      'the format of CSP Level 2',
      { 'csp-report': single },
      { reports: [expected], others: 0, malformed: 0 },
    ],
    [
      'an older format, with the whole directive',
      {
        'csp-report': {
          ...single,
          'effective-directive': undefined,
          'violated-directive': "Script-Src-Elem 'none'",
          'source-file': undefined,
        },
      },
      { reports: [{ ...expected, source: '' }], others: 0, malformed: 0 },
    ],
    [
      'the Reporting API',
      [listed('csp-violation')],
      { reports: [expected], others: 0, malformed: 0 },
    ],
    [
      'a report of the Reporting API that is not in a list',
      listed('csp-violation'),
      { reports: [expected], others: 0, malformed: 0 },
    ],
    [
      'a source that is null',
      [listed('csp-violation', { ...body, sourceFile: null })],
      { reports: [{ ...expected, source: '' }], others: 0, malformed: 0 },
    ],
    [
      'hashes of scripts',
      [listed('csp-hash', hashBody)],
      { reports: [hash], others: 0, malformed: 0 },
    ],
    [
      'a list with reports of other kinds',
      [listed('deprecation'), listed('csp-violation'), listed('constructor'), listed('csp-hash')],
      { reports: [expected], others: 2, malformed: 1 },
    ],
    ['an empty list', [], { reports: [], others: 0, malformed: 0 }],
  ];
  for (const [what, sent, read] of good) {
    it(`are read: ${what}`, () => {
      assert.deepEqual(parseReports(JSON.stringify(sent)), read);
    });
  }

  const none = { reports: [], others: 0, malformed: 1 };
  const violation = listed('csp-violation');
  const odd: readonly (readonly [string, unknown, unknown])[] = [
    ['a text', 'csp-report', none],
    ['null', null, none],
    ['another object', {}, none],
    ['a list instead of a report', { 'csp-report': [] }, none],
    ['an empty report', { 'csp-report': {} }, none],
    ['a report without a page', { 'csp-report': { ...single, 'document-uri': 1 } }, none],
    ['a report without a resource', { 'csp-report': { ...single, 'blocked-uri': null } }, none],
    ['a number beside a report', [1, violation], { ...none, reports: [expected] }],
    [
      'more than any browser sends',
      Array(203).fill(violation),
      { reports: Array(200).fill(expected), others: 0, malformed: 3 },
    ],
  ];
  for (const [what, sent, read] of odd) {
    it(`are dropped and counted, without affecting others: ${what}`, () => {
      assert.deepEqual(parseReports(JSON.stringify(sent)), read);
    });
  }

  const bad: readonly (readonly [string, string])[] = [
    ['no JSON', '{"csp-report":'],
    ['nothing', ''],
    ['deep nesting', '['.repeat(1_000) + ']'.repeat(1_000)],
  ];
  for (const [what, sent] of bad) {
    it(`are refused: ${what}`, () => {
      assert.equal(parseReports(sent), undefined);
    });
  }

  it('never throw, whatever is sent', () => {
    const member = fc.constantFrom('csp-report', 'body', 'type', ...Object.keys(single));
    // Reports are read three members deep.
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue({ maxDepth: 2 }),
        fc.array(tie('any')),
        fc.dictionary(member, tie('any')),
      ),
    })).any;
    fc.assert(fc.property(value, (sent) => void parseReports(JSON.stringify(sent))));
    fc.assert(fc.property(fc.string(), (sent) => void parseReports(sent)));
  });

  it('are recognised by their media type', () => {
    const taken = [
      'application/csp-report',
      'application/reports+json',
      'Application/JSON; charset=utf-8',
    ];
    const refused = [undefined, '', 'text/plain', 'application/x-www-form-urlencoded'];
    assert.deepEqual(taken.map(isReportType), [true, true, true]);
    assert.deepEqual(refused.map(isReportType), [false, false, false, false]);
  });
});
