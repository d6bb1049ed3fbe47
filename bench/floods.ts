import { setTimeout as wait } from 'node:timers/promises';
import type { Attack, Attacks } from '../test/support/attack.ts';
import { AttackedEdge, edgeAttacks } from '../test/support/attacked-edge.ts';
import { AttackedServer, serverAttacks } from '../test/support/attacked-server.ts';
import { eventually } from '../test/support/eventually.ts';
import { edgePid, until, visit } from '../test/support/node-client.ts';
import { nodeHome } from '../test/support/node-process.ts';
import { type Benchmark, type Figure, median } from './support/benchmark.ts';

const ATTACK_MS = 600;
const ROUNDS = 5;
const LONGEST_MS = 500;
const REPLACED_MS = 1_000;

/** How long visitors wait while attacks run, and until an edge process that was killed is replaced. */
export const floods: Benchmark = {
  name: 'floods',
  what: `longest wait of a visitor in ${ATTACK_MS} ms of an attack, and until a killed edge process is replaced; medians of ${ROUNDS} rounds`,
  async run() {
    return [...(await ofEdge()), ...(await ofServer()), ...(await ofReplacement())];
  },
};

async function ofEdge(): Promise<Figure[]> {
  const attacked = await AttackedEdge.open();
  const figures: Figure[] = [];
  for (const [name, { attacks }] of Object.entries(edgeAttacks)) {
    figures.push(...(await longestWaits(name, attacked, attacks, attacked.edge.connections)));
  }
  await attacked.close();
  return figures;
}

async function ofServer(): Promise<Figure[]> {
  const attacked = await AttackedServer.open({ usesRealClock: true });
  const figures: Figure[] = [];
  for (const [name, attacks] of Object.entries(serverAttacks)) {
    const connections = () => {
      attacked.settle();
      return attacked.under.server.connections;
    };
    figures.push(...(await longestWaits(name, attacked, attacks, connections)));
  }
  await attacked.close();
  return figures;
}

interface Attacked {
  attack(attacks: Attacks): Attack;
  visit(): Promise<void>;
}

async function longestWaits(
  name: string,
  attacked: Attacked,
  attacks: Attacks,
  connections: () => number,
): Promise<Figure[]> {
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const attack = attacked.attack(attacks);
    await eventually('it has begun', () => connections() > 0);
    let longest = 0;
    for (const end = performance.now() + ATTACK_MS; performance.now() < end; await wait(20)) {
      const begun = performance.now();
      await attacked.visit();
      longest = Math.max(longest, performance.now() - begun);
    }
    rounds.push(longest);
    attack.stop();
    await eventually('all slots are free', () => connections() === 0);
    await attack.end();
  }
  return within(name, LONGEST_MS, median(rounds));
}

async function ofReplacement(): Promise<Figure[]> {
  const home = await nodeHome();
  const node = await home.start();
  const serves = async () => (await visit(node, 'no.test')).status === 404;
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await until(serves);
    process.kill(edgePid(node), 'SIGKILL');
    const begun = performance.now();
    await until(serves);
    rounds.push(performance.now() - begun);
  }
  await home.remove();
  return within('a killed edge process is replaced', REPLACED_MS, median(rounds));
}

function within(what: string, limitMs: number, value: number): Figure[] {
  return [
    { what, value, unit: 'ms' },
    { what: `left of ${limitMs} ms`, value: limitMs - value, unit: 'ms', floor: 0 },
  ];
}
