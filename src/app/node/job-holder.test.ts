import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { replaceHolder } from './job-holder.ts';

describe('the holder name of a primary', () => {
  it('lets the next primary release the leases and claims of the previous one', async (test) => {
    const folder = tempFolder();
    test.after(() => folder.remove());
    const released: string[] = [];
    const start = (holder: string, isFull = false) =>
      replaceHolder(folder.path, holder, async (former) => {
        released.push(former);
        if (isFull) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      });
    await start('first');
    await start('second');
    await start('third', true);
    await start('fourth');
    assert.deepEqual(released, ['first', 'second', 'second']);
  });
});
