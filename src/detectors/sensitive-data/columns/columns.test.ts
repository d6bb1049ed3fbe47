import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sensitiveDataRules } from '../../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rules.ts';
import { createScanner } from '../scanner.ts';
import { Columns } from './columns.ts';

function headerOf(text: string, value: string): string | undefined {
  const columns = new Columns();
  columns.begin(text);
  return columns.headerAt(text.indexOf(value));
}

describe('Columns', () => {
  const rows: readonly (readonly [string, string, string | undefined])[] = [
    ['commas', 'a,b,c\n1,2,VALUE\n', 'c'],
    ['semicolons, although names contain commas', '"a, or b";b\r\n1;VALUE\r\n', 'b'],
    ['tabs', 'a\tb\n1\tVALUE', 'b'],
    ['a later row', 'a,b\n1,2\n3,4\n5,VALUE', 'b'],
    ['delimiters in quotes', 'a,b\n"1,2,3",VALUE', 'b'],
    ['a Markdown table', '| a | b |\n|---|---|\n| 1 | VALUE |', ' b '],
    ['a byte order mark', '\ufeffa,b\n1,VALUE', 'b'],
    ['more cells than headers', 'a,b\n1,2,VALUE', undefined],
    ['a first line without names', '1,2\n3,VALUE', undefined],
    ['no second line', 'a,VALUE', undefined],
    ['JSON', '{"a":1,"b":2}\n{"a":1,"b":"VALUE"}', undefined],
  ];
  for (const [what, text, header] of rows) {
    it(`reads ${what}`, () => assert.equal(headerOf(text, 'VALUE'), header));
  }

  it('answers for offsets in any order', () => {
    const text = 'a,b\nX,Y\nZ,W\n';
    const columns = new Columns();
    columns.begin(text);
    const headers = ['W', 'X', 'Z', 'Y'].map((it) => columns.headerAt(text.indexOf(it)));
    assert.deepEqual(headers, ['b', 'a', 'a', 'b']);
  });

  it('does not count rows that are too long', () => {
    const text = `a,b\n${'x'.repeat(5000)},VALUE`;
    assert.equal(headerOf(text, 'VALUE'), undefined);
  });
});

describe('headers of columns as context', () => {
  const scanner = createScanner(sensitiveDataRules);
  const filler = 'Ada Lovelace, 12 St James Square'.padEnd(90);
  const countOf = (ref: string, text: string): number =>
    scanner.scan(text).find(({ rule }) => rule.ref === ref)?.findings.length ?? 0;
  const table = (header: string, value: string): string =>
    `name,note,${header}\n${Array.from({ length: 20 }, () => `Ada,"${filler}",${value}\n`).join('')}`;

  const htmlTable = (header: string, value: string): string =>
    `<table><tr><th>name</th><th>note</th><th>${header}</th></tr>
    ${`<tr><td>Ada</td><td>${filler}</td><td>${value}</td></tr>`.repeat(20)}</table>`;
  const sqlRows = (header: string, value: string): string =>
    `INSERT INTO people (name, note, "${header}") VALUES ${`('Ada', '${filler}', '${value}'),`.repeat(20)}`;

  const values: readonly (readonly [string, string, string])[] = [
    ['brazil-cpf-unformatted', 'cpf', '52998224725'],
    ['us-phone-number', 'phone', '(415) 555-2671'],
    ['us-phone-number-unformatted', 'Mobile Phone', '4155552671'],
    ['canada-social-insurance-number', 'SIN', '130692544'],
    ['uk-nhs-number', 'nhs_number', '9434765919'],
    ['payment-card-number-in-context', 'card', '501800000009'],
  ];
  for (const [ref, header, value] of values) {
    it(`finds ${ref} in each row below ${header}, and in none below another header`, () => {
      for (const tableOf of [table, htmlTable, sqlRows]) {
        assert.equal(countOf(ref, tableOf(header, value)), 20);
        assert.equal(countOf(ref, tableOf('stock', value)), 0);
      }
    });
  }

  it('takes numbers below the name of an id for no cards', () => {
    for (const tableOf of [table, htmlTable, sqlRows]) {
      assert.equal(countOf('payment-card-number', tableOf('card', '4111111111111111')), 20);
      assert.equal(countOf('payment-card-number', tableOf('order_id', '4111111111111111')), 0);
    }
  });
});
