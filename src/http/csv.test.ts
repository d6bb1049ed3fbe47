import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { csvBody, csvLine, type TableCell } from './csv.ts';

describe('CSV', () => {
  const rows: readonly [cells: readonly TableCell[], line: string][] = [
    [['a', 1, true, null, undefined], 'a,1,true,,'],
    [['a,b', 'say "x"', 'two\nlines'], '"a,b","say ""x""","two\nlines"'],
    [[['a', 'b'], []], 'a|b,'],
    [['=1+1', '+1', '-1', '@x', '\tx', 'a=b'], "'=1+1,'+1,'-1,'@x,'\tx,a=b"],
    [['=a,b'], '"\'=a,b"'],
    [[-1], '-1'],
  ];
  for (const [cells, line] of rows) {
    it(`writes ${JSON.stringify(cells)}`, () => assert.equal(csvLine(cells), `${line}\r\n`));
  }

  it('streams a header and any number of rows', async () => {
    async function* numbers(count: number) {
      for (let n = 0; n < count; n++) yield [n];
    }
    for (const count of [0, 1, 99, 100, 250]) {
      const body = await text(await csvBody(['n'], numbers(count)));
      assert.equal(body.split('\r\n').length, count + 2);
    }
  });
});
