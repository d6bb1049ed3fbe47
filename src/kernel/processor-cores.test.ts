import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listsOf } from './processor-cores.ts';

describe('cores of processes in the background', () => {
  for (const [allowed, background] of [
    ['0-1', '0'],
    ['2,5', '2'],
    ['0-7', '0,1'],
    ['4-6,12-16', '4,5'],
  ] as const) {
    it(`are ${background} of ${allowed}`, () => {
      const status = `Name:\tnode\nCpus_allowed:\tff\nCpus_allowed_list:\t${allowed}\nMems_allowed:\t1\n`;
      assert.deepEqual(listsOf(status), { all: allowed, background });
    });
  }

  it('are not set apart of a single one, or of none that is known', () => {
    assert.equal(listsOf('Cpus_allowed_list:\t3\n'), undefined);
    assert.equal(listsOf('Name:\tnode\n'), undefined);
  });
});
