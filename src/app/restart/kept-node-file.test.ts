import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { isDiskFull } from '../../kernel/disk-errors/disk-full.ts';
import { silentTelemetry } from '../../telemetry/silent-telemetry.ts';
import { KeptNodeFile } from './kept-node-file.ts';
import { readNodeFile } from './node-file.ts';

const node = { pid: 1, listen: [], failedRestarts: 0, waitsForDatabase: false };

describe('the file of a node', () => {
  let folder: ReturnType<typeof tempFolder>;
  let dataDir: string;
  let clock: ManualClock;
  let file: KeptNodeFile;

  beforeEach(() => {
    folder = tempFolder();
    // This folder does not exist, so that writing fails.
    dataDir = join(folder.path, 'data');
    clock = new ManualClock();
    const { log } = silentTelemetry;
    file = new KeptNodeFile({ dataDir, log, clock, reportDiskFull: isDiskFull });
  });
  afterEach(() => {
    file.remove();
    folder.remove();
  });

  it('is retried until it can be written', async () => {
    file.write(node);
    await clock.advance(5_000);
    mkdirSync(dataDir);
    assert.equal(readNodeFile(dataDir), undefined);
    await clock.advance(5_000);
    await eventually('it is there', () => readNodeFile(dataDir)?.pid === 1);
    file.remove();
    assert.equal(readNodeFile(dataDir), undefined);
  });

  it('is not retried after `stopRetries`, when another process may write it', async () => {
    file.write(node);
    file.stopRetries();
    mkdirSync(dataDir);
    await clock.advance(60_000);
    assert.equal(readNodeFile(dataDir), undefined);
  });
});
