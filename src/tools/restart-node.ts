import { setTimeout as wait } from 'node:timers/promises';
import { isNodeRunning } from '../app/node/open-bus.ts';
import { type NodeFile, readNodeFile } from '../app/restart/node-file.ts';
import type { Settings } from '../app/settings/settings.ts';
import { PalisadeError } from '../kernel/palisade-error.ts';

const LOOK_MS = 100;

/**
 * Restarts the node of the data folder and waits until its new process serves. Returns its process id. Requests of
 * visitors are served all the time.
 */
export async function restartNode(
  { dataDir }: Pick<Settings, 'dataDir'>,
  timeoutMs: number,
): Promise<number> {
  const before = runningNode(dataDir);
  try {
    process.kill(before.pid, 'SIGUSR2');
  } catch (error) {
    throw problem(
      `cannot signal process ${before.pid}: ${(error as Error).message}. Run this as the user of the node.`,
    );
  }
  for (let waited = 0; waited < timeoutMs; waited += LOOK_MS) {
    await wait(LOOK_MS);
    const now = readNodeFile(dataDir);
    if (!now) throw problem('the node has stopped; its log says why');
    if (now.pid !== before.pid) return now.pid;
    if (now.failedRestarts > before.failedRestarts) {
      throw problem(
        'the new process could not start, and the node goes on as before; its log says why',
      );
    }
  }
  throw problem(
    `the new process does not serve after ${timeoutMs / 1000} s; the log of the node says why`,
  );
}

function runningNode(dataDir: string): NodeFile {
  const node = isNodeRunning(dataDir) ? readNodeFile(dataDir) : undefined;
  if (!node) throw problem(`no node serves on the data folder ${dataDir}`);
  return node;
}

function problem(text: string): PalisadeError {
  return new PalisadeError('restart_failed', text);
}
