import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it, type TestContext } from 'node:test';
import { request } from 'undici';
import { eventually } from '../support/eventually.ts';
import { type NodeHome, type NodeProcess, nodeHome } from '../support/node-process.ts';
import { openCommandLine } from '../support/palisade-command.ts';
import { whyNoSmallDisk } from '../support/small-disk.ts';

const SITE = 'shop.test';

interface ApiResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results of many shapes
  readonly body: any;
}

async function call(
  node: NodeProcess,
  method: string,
  path: string,
  body?: object,
): Promise<ApiResponse> {
  const headers = { authorization: `Bearer ${node.token()}`, 'content-type': 'application/json' };
  const sent = body ? { body: JSON.stringify(body) } : {};
  const response = await fetch(`${node.api}${path}`, { method, headers, ...sent });
  return { status: response.status, body: await response.json() };
}

/** Responds with 200. */
async function startOrigin(): Promise<Server> {
  const origin = createServer((_, response) => void response.end('hello')).listen(0, '127.0.0.1');
  await once(origin, 'listening');
  return origin;
}

/** A site behind the node; returns the id of its zone. */
async function createSite(node: NodeProcess, origin: Server): Promise<string> {
  const { port } = origin.address() as AddressInfo;
  const { body } = await call(node, 'GET', '/accounts');
  const account = { id: body.result[0].id };
  const zone = await call(node, 'POST', '/zones', { name: SITE, account });
  const origins = [{ name: 'one', address: '127.0.0.1', port }];
  const pool = await call(node, 'POST', `/accounts/${account.id}/load_balancers/pools`, {
    name: 'shop',
    origins,
  });
  const zoneId: string = zone.body.result.id;
  const pools = { default_pools: [pool.body.result.id], fallback_pool: pool.body.result.id };
  await call(node, 'POST', `/zones/${zoneId}/load_balancers`, { name: SITE, ...pools });
  await eventually('the edge serves the site', async () => (await visit(node)) === 200);
  return zoneId;
}

async function visit(node: NodeProcess): Promise<number> {
  const response = await request(node.edge, { headers: { host: SITE }, reset: true });
  await response.body.dump();
  return response.statusCode;
}

async function readiness(node: NodeProcess): Promise<ApiResponse> {
  const response = await fetch(`${node.origin}/readyz`);
  return { status: response.status, body: await response.json() };
}

/** How many request records the node has stored and lost. */
async function records(node: NodeProcess): Promise<{ kept: number; lost: number }> {
  const text = await (await fetch(`${node.origin}/metrics`)).text();
  const measured = (name: string) =>
    new RegExp(`^palisade_${name}\\{topic="http-requests"\\} (\\d+)`, 'm').exec(text)?.[1];
  return {
    kept: Number(measured('bus_messages') ?? 0),
    lost: Number(measured('bus_dropped') ?? 0),
  };
}

/** The content of a database that a node uses. */
function backupOf(file: string): Buffer {
  const copy = `${file}.backup`;
  const database = new DatabaseSync(file);
  database.prepare('vacuum into ?').run(copy);
  database.close();
  return readFileSync(copy);
}

/** Fills the disk. */
function fill(folder: string): string {
  const file = join(folder, 'filler');
  for (const size of [65_536, 4_096, 1]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
    }
  }
  return file;
}

const isOk = (visited: Promise<number>) =>
  visited.then(
    (status) => status === 200,
    () => false,
  );
const isReady = (node: NodeProcess) => isOk(readiness(node).then(({ status }) => status));

async function restart(test: TestContext, { dataDir }: NodeProcess) {
  const commandLine = openCommandLine();
  test.after(() => commandLine.close());
  return await commandLine.run(['restart', '--data-dir', dataDir]);
}

describe('a node whose palisade.db is damaged', () => {
  let home: NodeHome;
  let origin: Server;
  let file: string;
  let good: Buffer;

  before(async () => {
    home = await nodeHome();
    origin = await startOrigin();
    file = join(home.dataDir, 'palisade.db');
  });
  after(async () => {
    await home.remove();
    origin.close();
  });

  it('can be restarted, and serves all the time', async (test) => {
    const node = await home.start();
    await createSite(node, origin);
    good = backupOf(file);
    // Replaced by a rename, so that the running node keeps the old file open.
    writeFileSync(`${file}.damaged`, Buffer.alloc(65_536, 'damage'));
    renameSync(`${file}.damaged`, file);
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix);

    const { code, stdout } = await restart(test, node);
    assert.equal(code, 0, node.output());
    assert.match(stdout, /Restarted: process \d+ serves\.\nIt waits for its database/);
    assert.equal(await visit(node), 200);
    const again = await restart(test, node);
    assert.deepEqual([again.code, await visit(node)], [1, 200]);
    assert.match(again.stderr, /the node waits for its database/);
    assert.equal(await node.end(), 0);
    assert.equal(existsSync(join(home.dataDir, 'node.json')), false);
  });

  it('serves its last state, names the file, and recovers when the file is restored', async () => {
    const damaged = Buffer.from(good);
    damaged.fill('damage', 0, 65_536);
    writeFileSync(file, damaged);

    const node = await home.launch();
    await eventually('the edge serves', () => isOk(visit(node)));
    await eventually('the standby API responds', () =>
      readiness(node).then(
        () => true,
        () => false,
      ),
    );
    const { status, body } = await readiness(node);
    assert.deepEqual([status, body.waiting_for], [503, ['database: its file is damaged']]);
    assert.ok(node.output().includes(`the database ${file} is damaged`), node.output());
    assert.match(node.output(), /Restore it from a backup/);
    writeFileSync(file, good);
    await eventually('it is ready', () => isReady(node));
    assert.equal(await visit(node), 200);
    assert.equal(await node.end(), 0);
  });
});

const noSmallDisk = whyNoSmallDisk();

/** The tests share one node, because its start takes longest. */
describe('a node whose disk is full', { skip: noSmallDisk }, () => {
  let home: NodeHome;
  let origin: Server;
  let node: NodeProcess;
  let zoneId: string;

  before(async () => {
    origin = await startOrigin();
    home = await nodeHome({}, { diskSize: '32m' });
    node = await home.start();
    zoneId = await createSite(node, origin);
  });
  after(async () => {
    await home.remove();
    origin.close();
  });

  it('serves visitors, refuses changes, counts lost records, logs it once, and recovers', async () => {
    let kept = 0;
    await eventually('the records of the first visits are kept', async () => {
      const before = kept;
      ({ kept } = await records(node));
      return kept > 0 && kept === before;
    });
    assert.equal((await readiness(node)).status, 200);

    const filler = fill(node.dataDir);
    await eventually('changes are refused', async () => {
      const { status } = await call(node, 'PATCH', `/zones/${zoneId}`, { paused: false });
      return status === 503;
    });
    const refused = await call(node, 'PATCH', `/zones/${zoneId}`, { paused: true });
    assert.deepEqual([refused.status, refused.body.errors[0].code], [503, 11902]);
    assert.match(refused.body.errors[0].message, /The disk is full/);
    assert.equal((await call(node, 'GET', `/zones/${zoneId}`)).body.result.paused, false);
    const { status, body } = await readiness(node);
    assert.deepEqual([status, body.waiting_for], [503, ['space: the disk is full']]);
    const visits = 150;
    for (let n = 0; n < visits; n++) assert.equal(await visit(node), 200);
    let lost = 0;
    await eventually('every record is kept or counted as lost', async () => {
      const now = await records(node);
      lost = now.lost;
      return now.kept + lost === kept + visits;
    });
    assert.ok(lost > 0);

    rmSync(filler);
    await eventually('the node is ready', () => isReady(node));
    const changed = await call(node, 'PATCH', `/zones/${zoneId}`, { paused: true });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    assert.equal(await visit(node), 200);
    await eventually('the file counts them', async () => {
      const now = await records(node);
      return now.lost === lost && now.kept === kept + visits - lost + 1;
    });
    const lines = node.output().split('\n');
    const about = lines.filter((line) => /disk|full/i.test(line));
    assert.equal(about.length, 2, about.join('\n'));
    assert.match(about[0] ?? '', /the disk is full: changes are refused/);
    assert.match(about[1] ?? '', /the disk has space again/);
  });

  it('can be restarted, serves all the time, and still ends on a signal', async () => {
    const filler = fill(node.dataDir);
    node.child.kill('SIGUSR2');
    const primary = () => JSON.parse(readFileSync(join(node.dataDir, 'node.json'), 'utf8')).pid;
    const isReplaced = () => primary() !== node.child.pid;
    await eventually('another process serves', isReplaced);
    assert.equal(await visit(node), 200);
    await eventually('the old one has drained', () => node.output().includes('"replaced"'));
    assert.equal(await visit(node), 200);
    rmSync(filler);
    await eventually('it is ready', () => isReady(node));
    assert.equal(await node.end(), 0);
  });

  it('serves its last state when it starts without space, and recovers when there is some', async () => {
    const filler = fill(home.dataDir);
    node = await home.launch();
    await eventually('it serves', () => isOk(visit(node)));
    rmSync(filler);
    await eventually('it is ready', () => isReady(node));
    assert.equal(await node.end(), 0);
  });
});
