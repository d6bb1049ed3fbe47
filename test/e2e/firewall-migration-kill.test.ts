/** Migrations of zones under attack traffic, while the node is killed and restarted. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { addSite, api, settingsOf, until } from '../support/node-client.ts';
import { type NodeHome, type NodeProcess, nodeHome } from '../support/node-process.ts';
import { type OriginProcess, startOrigin } from '../support/origin-process.ts';
import { openCommandLine } from '../support/palisade-command.ts';
import { visit } from '../support/visit.ts';

const ATTACK = `/?id=${encodeURIComponent('1 union select password from users')}`;
const headers = { 'user-agent': 'test', accept: '*/*' };
const PHASE = 'http_request_firewall_managed';

/** What a point in time may wait for, in the order in which it happens. */
interface Switch {
  send(): void;
  readonly acknowledged: Promise<unknown>;
  readonly updateMs: number;
  stateIs(state: string): Promise<void>;
}

/** At a share of the time that an update takes. */
const duringUpdate =
  (share: number) =>
  async ({ send, updateMs }: Switch) => {
    send();
    await delay(share * updateMs);
  };
const afterUpdate =
  (ms: number) =>
  async ({ send, acknowledged }: Switch) => {
    send();
    await acknowledged;
    await delay(ms);
  };
const whenStateIs =
  (state: string) =>
  async ({ send, acknowledged, stateIs }: Switch) => {
    send();
    await acknowledged;
    await stateIs(state);
  };
const points: Readonly<Record<string, (update: Switch) => Promise<void>>> = {
  'before the update': async () => {},
  'when the update is sent': duringUpdate(0),
  'after a third of the update': duringUpdate(1 / 3),
  'after two thirds of the update': duringUpdate(2 / 3),
  'at about the end of the update': duringUpdate(0.95),
  'when it is acknowledged': afterUpdate(0),
  '20 ms after it was acknowledged': afterUpdate(20),
  'in the state "pending"': whenStateIs('pending'),
  '200 ms after it was acknowledged': afterUpdate(200),
  'in the state "complete"': whenStateIs('complete'),
};
const names = Object.keys(points);
const hostOf = (n: number) => `zone-${n}.test`;

describe('a firewall migration while the node is killed', () => {
  const commands = openCommandLine();
  const zones: string[] = [];
  /** Statuses of attacks, and of other requests, with the number of each. */
  const seen = { attacks: new Map<number, number>(), others: new Map<number, number>() };
  const stopped = new AbortController();
  let current = 0;
  let origin: OriginProcess;
  let home: NodeHome;
  let node: NodeProcess;
  let traffic: Promise<void>;

  before(async () => {
    origin = await startOrigin('served');
    home = await nodeHome();
    node = await home.start();
    const { zoneId, poolId, accountId } = await addSite(node, hostOf(0), origin.port);
    zones.push(zoneId);
    // The last zone is for the command.
    for (let n = 1; n <= names.length; n++) zones.push(await newZone(n, poolId, accountId));
    for (const zone of zones)
      await api(node, 'PATCH', `/zones/${zone}/settings/waf`, { value: 'on' });
    for (const n of zones.keys()) await until(async () => (await attack(n)) === 403);
    traffic = visitUntilStopped();
  });
  after(async () => {
    stopped.abort();
    await traffic;
    commands.close();
    await home.remove();
    await origin.kill();
  });

  async function newZone(n: number, poolId: string, accountId: string): Promise<string> {
    const name = hostOf(n);
    const { id } = await api(node, 'POST', '/zones', { name, account: { id: accountId } });
    const pools = { default_pools: [poolId], fallback_pool: poolId };
    await api(node, 'POST', `/zones/${id}/load_balancers`, { name, ...pools });
    return id;
  }

  const request = async (n: number, path: string) => {
    const port = Number(new URL(node.edge).port);
    return (await visit(port, { path, headers: { ...headers, host: hostOf(n) } })).status;
  };
  const attack = (n: number) => request(n, ATTACK);

  /** Attacks on the zone that is switched and on those before it. Requests fail while no edge runs. */
  async function visitUntilStopped(): Promise<void> {
    for (let turn = 0; !stopped.signal.aborted; turn++) {
      for (const n of [current, turn % (current + 1)]) {
        const status = await attack(n).catch(() => 0);
        seen.attacks.set(status, (seen.attacks.get(status) ?? 0) + 1);
      }
      const status = await request(current, '/').catch(() => 0);
      seen.others.set(status, (seen.others.get(status) ?? 0) + 1);
      await delay(5);
    }
  }

  const entryPoint = () => `/zones/${zones[current]}/rulesets/phases/${PHASE}/entrypoint`;
  const get = (path: string) => api(node, 'GET', `/zones/${zones[current]}/waf_migration/${path}`);
  const stateOf = async (): Promise<string> => (await get('status')).migration_state;
  const stateIs = (state: string) => until(async () => (await stateOf()) === state);
  const put = (config: unknown, step: string, more = '') =>
    api(node, 'PUT', `${entryPoint()}?waf_migration=${step}&phase_two=1${more}`, config);
  async function takeStep(step: string): Promise<void> {
    await put(await get('config?phase_two=1'), step);
  }

  /** Kills the node at a point of the update; returns whether the update was acknowledged before. */
  async function killAt(point: string): Promise<boolean> {
    const config = await get('config?phase_two=1');
    const start = performance.now();
    await put(config, 'pending', '&dry_run=true');
    const updateMs = performance.now() - start;
    const { promise: acknowledged, resolve } = Promise.withResolvers<void>();
    let isAcknowledged = false;
    await points[point]?.({
      send() {
        const done = () => {
          isAcknowledged = true;
          resolve();
        };
        put(config, 'pending').then(done, () => {});
      },
      acknowledged,
      updateMs,
      stateIs,
    });
    assert.equal(await node.end('SIGKILL'), 'SIGKILL');
    return isAcknowledged;
  }

  for (const [n, point] of names.entries()) {
    it(`leaves the zone before or after the switch: ${point}`, async () => {
      current = n;
      // Every second zone comes from the validation mode.
      const before = n % 2 === 0 ? 'start' : 'validation';
      if (before === 'validation') await takeStep('validation');
      const isAcknowledged = await killAt(point);
      node = await home.start();
      const found = await stateOf();
      const possible = isAcknowledged ? [] : [before];
      assert.ok([...possible, 'pending', 'complete'].includes(found), found);
      const rules: unknown[] = (await api(node, 'GET', entryPoint()))?.rules ?? [];
      assert.equal(rules.length, found === 'start' ? 0 : 2);
      if (found === before) await takeStep('pending');
      await stateIs('complete');
      assert.equal((await get('status')).old_waf_status, 'disabled');
      assert.equal(await attack(n), 403);
    });
  }

  it('lets no attack through', () => {
    const { attacks, others } = seen;
    assert.deepEqual(
      [...attacks.keys()].filter((status) => status !== 403 && status !== 0),
      [],
    );
    assert.ok((attacks.get(403) ?? 0) > 100 && (others.get(200) ?? 0) > 100);
  });

  it('is finished by the command', async () => {
    const name = hostOf(zones.length - 1);
    const args = ['migrate-waf', name, '--finish', '--yes'];
    const { code, stdout, stderr } = await commands.run(args, { env: settingsOf(node) });
    assert.deepEqual([stderr, code], ['', 0]);
    assert.match(stdout, new RegExp(`\n${name}: complete: `));
  });
});
