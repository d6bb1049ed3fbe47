import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Columns } from './columns.ts';

function headerOf(text: string, value = 'CELL'): string | undefined {
  const columns = new Columns();
  columns.begin(text);
  return columns.headerAt(text.indexOf(value));
}

type Row = readonly [what: string, text: string, header: string | undefined];

function check(rows: readonly Row[]): void {
  for (const [what, text, header] of rows) {
    it(`reads ${what}`, () => assert.equal(headerOf(text), header));
  }
}

const head = '<table><tr><th>Order id</th><th>Card number</th></tr>';

describe('columns of HTML tables', () => {
  check([
    ['cells below headers', `${head}<tr><td>1</td><td>CELL</td></tr>`, 'Card number'],
    ['a later row', `${head}<tr><td>1<td>2</tr><tr><td>CELL</td></tr>`, 'Order id'],
    ['upper case, and no end tags', '<TABLE><TR><TH>a<TH>b\n<TR><TD>1<TD>CELL', 'b'],
    [
      'attributes and markup',
      '<tr class=x><th><b>Card</b>&nbsp;<i>no</i></th></tr><tr><td id="c">CELL',
      'Card no',
    ],
    [
      'cells over several columns',
      '<tr><th>a<th colspan="2">b<th>c</tr><tr><td>1<td>2<td>CELL</tr>',
      'b',
    ],
    [
      'cells over several rows',
      '<tr><th>a<th>b<th>c</tr><tr><td rowspan=2>1<td>2<td>3</tr><tr><td>4<td>CELL</tr>',
      'c',
    ],
    [
      'two header rows',
      '<tr><th rowspan=2>a<th colspan=2>Card</tr><tr><th>id<th>number</tr><tr><td>1<td>2<td>CELL</tr>',
      'Card number',
    ],
    [
      'a header row with an empty corner',
      '<tr><td></td><th>a<th>b</tr><tr><th>x<td>1<td>CELL</tr>',
      'b',
    ],
    ['titles between rows', `${head}<tr><th colspan=2>May</tr><tr><td>1<td>CELL`, 'Card number'],
    ['new headers', `${head}<tr><td>1<td>2</tr><tr><th>x<th>y</tr><tr><td>1<td>CELL`, 'y'],
    ['headers at the start of rows', '<table><tr><th>Card</th><td>CELL</td></tr>', 'Card'],
    [
      'a table inside of a cell',
      `${head}<tr><td><table><tr><th>x</th></tr><tr><td>1</td></tr></table></td><td>CELL`,
      'Card number',
    ],
    ['a cell around a table', `${head}<tr><td><table><tr><td>1</table>CELL</td>`, 'Order id'],
    [
      'markup in JSON',
      '<tr><th>a<\\/th><th colspan=\\"2\\">b<\\/th><\\/tr><tr><td>1<td>2<td>CELL',
      'b',
    ],
    ['more cells than headers', `${head}<tr><td>1<td>2<td>CELL`, undefined],
    ['text behind a table', `${head}<tr><td>1<td>2</table>CELL`, undefined],
    ['a table without headers', '<table><tr><td>a<td>b</tr><tr><td>1<td>CELL', undefined],
    ['text between cells', `${head}<tr><td>1</td>CELL<td>2`, undefined],
    ['a long cell', `${head}<tr><td>${'x'.repeat(5000)}CELL`, undefined],
  ]);
});

const insert = 'INSERT INTO t (id, card_number, phone) VALUES';

describe('columns of SQL', () => {
  check([
    ['values', `${insert} (1, 'CELL', 3);`, ' card_number'],
    ['a later row', `${insert} (1, '2', 3),\n(4, 5, CELL);`, ' phone'],
    ['delimiters in text', `${insert} ('),(;', CELL)`, ' card_number'],
    ['quotes in text', `${insert} ('it''s, ', 'it\\'s, ', CELL)`, ' phone'],
    ['a backslash at the end of text', `${insert} ('C:\\', 2, CELL)`, ' phone'],
    ['escapes of MySQL', "insert into `t` (`a`,`b`)\nvalues ('(\\'), \\\\',CELL)", '`b`'],
    ['calls', `${insert} (now(), cast('1,2' as int), CELL)`, ' phone'],
    ['two statements', `${insert} (1,2,3); ${insert.replace('phone', 'x')} (1,2,CELL)`, ' x'],
    ['rows of COPY', 'COPY public.t (a, b) FROM stdin;\n1\t2\n3\tCELL\n\\.\n', ' b'],
    ['text between rows', `${insert} (1,2,3) CELL`, undefined],
    ['text behind a statement', `${insert} (1,2,3); select ('CELL')`, undefined],
    ['text behind rows of COPY', 'COPY t (a, b) FROM stdin;\n1\t2\n\\.\nCELL', undefined],
    ['statements without names of columns', "INSERT INTO t VALUES (1, 'CELL')", undefined],
    ['more values than columns', `${insert} (1, 2, 3, CELL)`, undefined],
  ]);
});

describe('a text in pieces', () => {
  const piece = fc.constantFrom(
    ...['<table>', '</table>', '<tr>', '<th>a', '<th colspan=2>b', '<td rowspan="2">', '<td>', '1'],
    ...['INSERT INTO t (c, d) VALUES (', "'", '\\', ',', ')', '(', ';', ' '],
    ...['COPY t (e, f) FROM stdin;\n', '\t', '\n', '\n\\.\n'],
  );

  it('has the columns that the whole text has', () => {
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }),
        fc.array(fc.nat(60), { minLength: 1, maxLength: 5 }),
        (pieces, lengths) => {
          // The first line is no header of CSV.
          const text = `-\n${pieces.join('')}CELL`;
          const columns = new Columns();
          let rest = text;
          for (const length of lengths) {
            const left = Math.min(length, rest.length - 'CELL'.length);
            columns.begin(rest);
            columns.leave(rest.slice(0, left));
            rest = rest.slice(left);
          }
          columns.begin(rest);
          const header = columns.headerAt(rest.indexOf('CELL'));
          assert.equal(header, headerOf(text));
        },
      ),
      { numRuns: 2000 },
    );
  });
});
