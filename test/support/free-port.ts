import { randomInt } from 'node:crypto';
import { listenProblem } from '../../src/app/node/port-check.ts';

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
    if (!(await listenProblem({ host: '127.0.0.1', port }))) return port;
  }
}
