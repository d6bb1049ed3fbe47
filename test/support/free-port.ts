import { randomInt } from 'node:crypto';
import { listenProblem } from '../../src/app/node/port-check.ts';

/** Above the ports that browsers refuse (10080 is the last), below those that systems give to outgoing connections. */
const FIRST_PORT = 10_100;
const END_PORT = 32_768;

/**
 * A TCP port on loopback that was free a moment ago. The port that the system would choose may be given to a
 * connection of another test before it is listened on.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, END_PORT);
    if (!(await listenProblem({ host: '127.0.0.1', port }))) return port;
  }
}
