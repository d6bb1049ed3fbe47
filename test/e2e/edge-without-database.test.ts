/** A node that loses its database continues to serve traffic. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addSite, api, edgePid, edgePids, until, visit } from '../support/node-client.ts';
import { type NodeHome, type NodeProcess, nodeHome } from '../support/node-process.ts';
import { type OriginProcess, startOrigin } from '../support/origin-process.ts';
import { type PostgresServer, postgresServer } from '../support/postgres-server.ts';
import { POSTGRES_FOLDER, POSTGRES_TEMPLATE } from '../support/template-variables.ts';

/** Blocks requests in all zones of the first account. */
async function blockForAccount(node: NodeProcess, expression: string): Promise<void> {
  const phase = 'http_request_firewall_custom';
  const [account] = await api(node, 'GET', '/accounts');
  const path = `/accounts/${account.id}/rulesets`;
  const rules = [{ action: 'block', expression }];
  const body = { name: 'for all zones', kind: 'custom', phase, rules };
  const { id } = await api(node, 'POST', path, body);
  await api(node, 'PUT', `${path}/phases/${phase}/entrypoint`, {
    rules: [{ action: 'execute', expression: 'true', action_parameters: { id } }],
  });
}

describe('traffic while the database is away', () => {
  let postgres: PostgresServer;
  let origin: OriginProcess;
  let home: NodeHome;
  let node: NodeProcess;

  before(async () => {
    const { [POSTGRES_FOLDER]: copyOf, [POSTGRES_TEMPLATE]: name = 'postgres' } = process.env;
    [postgres, origin] = await Promise.all([postgresServer({ copyOf }), startOrigin('served')]);
    home = await nodeHome({ PALISADE_DATABASE_URL: `${postgres.url}/${name}` });
    node = await home.start();
  });
  after(async () => {
    await home.remove();
    await origin.kill();
    await postgres.remove();
  });

  it('continues, also in edge processes and nodes that start meanwhile', async () => {
    await addSite(node, 'shop.test', origin.port);
    await blockForAccount(node, 'http.host eq "www.shop.test"');
    const isBlocked = async () => (await visit(node, 'www.shop.test')).status === 403;
    await until(isBlocked);
    await postgres.stop();
    const serves = async () => (await visit(node, 'shop.test')).body === 'served';
    for (let n = 0; n < 50; n++) assert.ok(await serves());

    // Edge processes that die are replaced.
    const killed = edgePid(node);
    process.kill(killed, 'SIGKILL');
    // It may respond once more before it is gone.
    await until(async () => edgePid(node) !== killed && (await serves()));
    assert.ok(await isBlocked(), 'with the rules of the account');

    // A whole node starts again.
    await node.end('SIGKILL');
    node = await home.launch();
    await until(serves);
    assert.ok(await isBlocked(), 'from its disk');
    await until(async () => (await fetch(`${node.origin}/readyz`)).status === 503);
    assert.equal((await fetch(`${node.origin}/healthz`)).status, 200);
    const refused = await fetch(`${node.api}/zones`, { headers: { authorization: 'Bearer x' } });
    assert.equal(refused.status, 503);

    // When the database comes back, everything else works again.
    await postgres.start();
    await until(async () => (await fetch(`${node.origin}/readyz`)).status === 200);
    assert.ok((await serves()) && (await isBlocked()));
    const [zone] = await api(node, 'GET', '/zones?name=shop.test');
    await api(node, 'DELETE', `/zones/${zone.id}`);
    await until(async () => (await visit(node, 'shop.test')).status === 404);
  });

  it('names a problem once, and says when it is over', async () => {
    const linesWith = (text: string) =>
      node
        .output()
        .split('\n')
        .filter((line) => line.includes(text));
    await postgres.stop();
    const problems = () => linesWith('changes could not be read');
    await until(async () => problems().length > 0);
    await postgres.start();
    await until(async () => linesWith('changes are read again').length === 1);
    const named = problems().map((line) => JSON.parse(line).err.message as string);
    const repeated = named.filter((message, n) => message === named[n - 1]);
    assert.deepEqual(repeated, []);
  });

  it('continues if edge processes die when the database comes back (they were started twice, and the node ended)', async () => {
    await addSite(node, 'next.test', origin.port);
    await postgres.stop();
    await node.end('SIGKILL');
    node = await home.launch();
    await until(async () => (await fetch(`${node.origin}/readyz`)).status === 503);
    const serves = async () => (await visit(node, 'next.test')).body === 'served';
    await until(serves);
    await postgres.start();
    await until(async () => {
      for (const pid of edgePids(node)) process.kill(pid, 'SIGKILL');
      return node.output().includes('Palisade is ready.') || node.child.exitCode !== null;
    });
    assert.equal(node.child.exitCode, null, node.output());
    await until(serves);
    assert.equal(edgePids(node).length, 1);
    assert.equal(await node.end(), 0);
  });
});
