import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { restartNode } from './restart-node.ts';

const fixture = fileURLToPath(new URL('./fixtures/node-that-does-nothing.ts', import.meta.url));

describe('a restart', () => {
  let folder: ReturnType<typeof tempFolder>;
  let node: ChildProcess;

  beforeEach(() => {
    folder = tempFolder();
  });
  afterEach(() => {
    node.kill('SIGKILL');
    folder.remove();
  });

  async function start(...args: string[]): Promise<void> {
    node = spawn(process.execPath, [fixture, folder.path, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(node.stdout ?? node, 'data');
  }

  it('detects that the node has died', async () => {
    await start();
    const restarted = assert.rejects(
      restartNode({ dataDir: folder.path }, 30_000),
      /has died during the restart/,
    );
    await once(node.stdout ?? node, 'data');
    node.kill('SIGKILL');
    await restarted;
  });

  it('is refused while the node waits for its database', async () => {
    await start('waits');
    await assert.rejects(restartNode({ dataDir: folder.path }, 30_000), /waits for its database/);
  });
});
