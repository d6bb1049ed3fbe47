import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { listenProblem } from '../../src/app/node/port-check.ts';
import { TEST_FOLDERS } from './temp-folder.ts';

/** Above the ports that browsers refuse (10080 is the last), below the ephemeral ports of systems. */
const FIRST_PORT = 10_100;
const END_PORT = 32_768;

/**
 * A free TCP port on loopback. An ephemeral port could be assigned to a connection of another test before the caller
 * listens on it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, END_PORT);
    if (isUnclaimed(port) && !(await listenProblem({ host: '127.0.0.1', port }))) return port;
  }
}

/** Test files run side by side. A port that one of them got is never given to another, also while nothing listens on it. */
function isUnclaimed(port: number): boolean {
  const folder = process.env[TEST_FOLDERS];
  if (folder === undefined) return true;
  try {
    mkdirSync(join(folder, `port-${port}`));
    return true;
  } catch {
    return false;
  }
}
