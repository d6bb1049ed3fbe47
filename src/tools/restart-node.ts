import { setTimeout as wait } from 'node:timers/promises';
import { isNodeRunning } from '../app/node/open-bus.ts';
import { type NodeFile, readNodeFile } from '../app/restart/node-file.ts';
import type { Settings } from '../app/settings/settings.ts';
import { PalisadeError } from '../kernel/palisade-error.ts';
import { ownNode } from './own-node.ts';

const LOOK_MS = 100;
/** How long after the death of the process a successor may take to reserve the data folder. */
const ORPHAN_MS = 1_000;

/**
 * Restarts the node of the data folder and waits until its new process serves. Returns the node file of that
 * process. Visitors are served without interruption.
 */
export async function restartNode(
  { dataDir }: Pick<Settings, 'dataDir'>,
  timeoutMs: number,
): Promise<NodeFile> {
  const before = runningNode(dataDir);
  if (before.waitsForDatabase) {
    throw problem(
      'the node waits for its database and continues when that responds; its log shows the reason. ' +
        'Until then it can only be stopped and started.',
    );
  }
  try {
    process.kill(before.pid, 'SIGUSR2');
  } catch (error) {
    throw problem(
      `cannot signal process ${before.pid}: ${(error as Error).message}. Run this as the user of the node.`,
    );
  }
  let deadMs = 0;
  for (let waited = 0; waited < timeoutMs; waited += LOOK_MS) {
    await wait(LOOK_MS);
    const now = readNodeFile(dataDir);
    if (!now) throw problem('the node has stopped; its log says why');
    if (now.pid !== before.pid) return now;
    if (now.failedRestarts > before.failedRestarts) {
      throw problem(
        'the new process could not start, and the node continues with the old one; its log shows the reason',
      );
    }
    deadMs = isAlive(before.pid) ? 0 : deadMs + LOOK_MS;
    // Probing the lock too early could prevent a successor from acquiring it.
    if (deadMs >= ORPHAN_MS && !isNodeRunning(dataDir)) {
      throw problem(
        `the process ${before.pid} of the node has died during the restart, and none has taken its place. Start the node again, unless its service manager does.`,
      );
    }
  }
  throw problem(
    `the new process does not serve after ${timeoutMs / 1000} s; the log of the node says why`,
  );
}

function runningNode(dataDir: string): NodeFile {
  const node = ownNode(dataDir);
  if (!node) throw problem(`no node serves on the data folder ${dataDir}`);
  return node;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function problem(text: string): PalisadeError {
  return new PalisadeError('restart_failed', text);
}
