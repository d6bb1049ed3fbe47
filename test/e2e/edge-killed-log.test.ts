/** What remains of the request log when an edge process is killed under traffic. How often it hands lines over: `event-batcher.test.ts`. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { createLoggedSite, type LoggedSite, visitAll } from '../support/logged-site.ts';
import { edgePid } from '../support/node-client.ts';
import { type NodeHome, type NodeProcess, nodeHome } from '../support/node-process.ts';
import { tempFolder } from '../support/temp-folder.ts';

const LOT = 50;

describe('the request log of an edge process that is killed', () => {
  const folder = tempFolder();
  const accessLog = join(folder.path, 'access.log');
  let home: NodeHome;
  let node: NodeProcess;
  let site: LoggedSite;

  before(async () => {
    home = await nodeHome({ PALISADE_ACCESS_LOG: accessLog });
    node = await home.start();
    site = await createLoggedSite(node);
  });
  after(async () => {
    await home.remove();
    site.origin.close();
    folder.remove();
  });

  /** The numbered paths in the log, in its order. */
  function logged(): string[] {
    const text = existsSync(accessLog) ? readFileSync(accessLog, 'utf8') : '';
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).ClientRequestURI)
      .filter((path) => path.startsWith('/visit-'));
  }

  async function restarts(): Promise<number> {
    const metrics = await (await fetch(`${node.origin}/metrics`)).text();
    return Number(/^palisade_edge_restarts_total (\d+)$/m.exec(metrics)?.[1] ?? 0);
  }

  it('lacks only the last requests before the kill, and the exit is counted', async () => {
    const served: string[] = [];
    let isOver = false;
    const traffic = (async () => {
      for (let from = 0; !isOver; from += LOT) {
        const paths = Array.from({ length: LOT }, (_, n) => `/visit-${from + n}`);
        // One after the other, so that they are served in a known order.
        served.push(...(await visitAll(node, paths, 1)));
      }
    })();
    const before = await restarts();
    await eventually('lines arrive', () => logged().length >= 2 * LOT);
    const handedOver = logged();
    process.kill(edgePid(node), 'SIGKILL');
    await eventually('the exit is counted', async () => (await restarts()) === before + 1);
    const count = served.length;
    await eventually('another process serves', () => served.length > count + 2 * LOT);
    isOver = true;
    await traffic;
    await eventually('the last line is there', () => logged().includes(served.at(-1) ?? ''));

    const lines = logged();
    assert.deepEqual(lines.slice(0, handedOver.length), handedOver);
    assert.equal(new Set(lines).size, lines.length, 'no line is there twice');
    const known = new Set(lines);
    const lost = served.filter((path) => !known.has(path));
    const at = served.indexOf(lost[0] ?? '');
    if (lost.length === 0) return;
    assert.deepEqual(lost, served.slice(at, at + lost.length), 'they were served last');
    assert.ok(at >= handedOver.length);
  });
});
