import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const fixture = fileURLToPath(new URL('./fixtures/stubborn-successor.ts', import.meta.url));

describe('a successor', () => {
  it('is killed if it does not end in time', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [fixture]);
    assert.equal(stdout, 'ended');
  });
});
