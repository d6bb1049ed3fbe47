import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import Cloudflare from 'cloudflare';
import { limits } from '../../src/catalogs/limits.ts';
import { GATEWAY_USAGE_TOPIC } from '../../src/contracts/events/gateway-usage.ts';
import type { GatewaySection } from '../../src/contracts/snapshot/gateway-section.ts';
import { hashSecret } from '../../src/kernel/secret.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { ADMIN_TOKEN, openTestApi, type TestApi } from '../support/test-api.ts';

const WRITE_GROUP = '5ea6da42edb34811a78d1b007557c0ca';
const READ_GROUP = '8e31f574901c42e8ad89140b28d42112';

describeOnEachDatabase('Web3 hostnames', (kind) => {
  let api: TestApi;
  let zoneId: string;
  let base: string;

  before(async () => {
    api = await openTestApi(kind);
    zoneId = await newZone('web3.test');
    base = `/zones/${zoneId}/web3/hostnames`;
  });
  after(() => api.close());

  async function newZone(name: string): Promise<string> {
    const body = { name, account: { id: api.accountId } };
    return (await api.call('POST', '/zones', { body })).body.result.id;
  }
  const create = (name: string, rest: object = {}, token?: string) =>
    api.call('POST', base, {
      body: { name, target: 'ethereum', ...rest },
      ...(token !== undefined && { token }),
    });
  const refusal = ({ status, body }: Awaited<ReturnType<typeof create>>) => [
    status,
    body.errors[0]?.code,
    body.errors[0]?.source?.pointer,
  ];
  async function snapshot(ofZone = zoneId): Promise<GatewaySection | undefined> {
    const sections = api.core.modules.flatMap((module) => module.sections);
    const section = sections.find(({ name }) => name === 'gateway') ?? assert.fail();
    return (await section.build([ofZone])).get(ofZone) as GatewaySection | undefined;
  }

  it('work with the official client', async () => {
    const origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const baseURL = `${origin}/client/v4`;
    const client = new Cloudflare({ apiToken: ADMIN_TOKEN, baseURL, maxRetries: 0 });
    const { hostnames } = client.web3;
    const zone = { zone_id: zoneId };
    assert.equal(await snapshot(), undefined);
    const made = await hostnames.create({ ...zone, name: 'Sdk.web3.test', target: 'ethereum' });
    const { id = '', created_on: _, modified_on: __, ...shown } = made;
    // Members that were not sent are absent: declarative clients would see them as a change.
    assert.deepEqual(shown, { name: 'Sdk.web3.test', target: 'ethereum', status: 'active' });
    assert.deepEqual(await hostnames.get(id, zone), made);
    const edited = await hostnames.edit(id, { ...zone, description: 'calls', dnslink: '/ipns/a' });
    assert.deepEqual([edited.description, edited.dnslink], ['calls', '/ipns/a']);
    // An empty change refreshes a hostname in an error state. This server has no such state, so nothing happens.
    assert.deepEqual(await hostnames.edit(id, zone), edited);
    assert.deepEqual(await Array.fromAsync(hostnames.list(zone)), [edited]);
    assert.deepEqual(await snapshot(), {
      hosts: [{ id, name: 'sdk.web3.test', access: 'open', keyHashes: [] }],
    });
    const lists = hostnames.ipfsUniversalPaths.contentLists;
    await assert.rejects(lists.get(id, zone), (error) => {
      assert.ok(error instanceof Cloudflare.NotFoundError);
      assert.match(error.errors[0]?.message ?? '', /nothing here serves IPFS/);
      return true;
    });
    assert.equal((await hostnames.delete(id, zone))?.id, id);
    await assert.rejects(hostnames.get(id, zone), Cloudflare.NotFoundError);
    assert.equal(await snapshot(), undefined);
  });

  it('are refused if they could not be served', async () => {
    for (const target of ['ipfs', 'ipfs_universal_path']) {
      const refused = await create('ipfs.web3.test', { target });
      assert.deepEqual(refusal(refused), [400, 11172, '/target']);
      assert.match(refused.body.errors[0].message, /nothing here serves IPFS/);
    }
    for (const name of [
      'other.test',
      'notweb3.test',
      '*.web3.test',
      'a b.web3.test',
      'a.web3.test:80',
    ]) {
      assert.deepEqual(refusal(await create(name)), [400, 11171, '/name'], name);
    }
    assert.deepEqual(refusal(await create('x'.repeat(256))), [400, 11171, '/name']);
    assert.deepEqual(refusal(await create('a.web3.test', { target: 'solana' })), [
      400,
      11171,
      '/target',
    ]);
    const long = { description: 'x'.repeat(501) };
    assert.deepEqual(refusal(await create('a.web3.test', long)), [400, 11171, '/description']);
  });

  it('have a unique host, and keep it', async () => {
    const { id } = (await create('twice.web3.test')).body.result;
    assert.deepEqual(refusal(await create('TWICE.web3.test.')), [400, 11171, '/name']);
    for (const body of [{ name: 'once.web3.test' }, { target: 'ipfs' }]) {
      const [member] = Object.keys(body);
      const changed = await api.call('PATCH', `${base}/${id}`, { body });
      assert.deepEqual(refusal(changed), [400, 11171, `/${member}`]);
    }
    const same = { name: 'twice.web3.test', target: 'ethereum', status: 'pending' };
    assert.equal((await api.call('PATCH', `${base}/${id}`, { body: same })).status, 200);

    const pools = `/accounts/${api.accountId}/load_balancers/pools`;
    const pool = { name: 'one', origins: [{ name: 'one', address: '192.0.2.1' }] };
    const poolId = (await api.call('POST', pools, { body: pool })).body.result.id;
    const balancers = `/zones/${zoneId}/load_balancers`;
    const balance = (name: string) =>
      api.call('POST', balancers, {
        body: { name, default_pools: [poolId], fallback_pool: poolId },
      });
    assert.deepEqual(refusal(await balance('twice.web3.test')), [400, 1002, '/name']);
    const balancer = (await balance('www.web3.test')).body.result.id;
    const taken = await create('www.web3.test');
    assert.deepEqual(refusal(taken), [400, 11171, '/name']);
    assert.match(taken.body.errors[0].message, /belongs to a load balancer/);
    await api.call('DELETE', `${balancers}/${balancer}`);
    assert.equal((await create('www.web3.test')).status, 200);
  });

  it('are listed in pages, and belong to their zone', async () => {
    const other = await newZone('pages.test');
    const path = `/zones/${other}/web3/hostnames`;
    const names = ['a.pages.test', 'b.pages.test', 'pages.test'];
    const ids: string[] = [];
    for (const name of names.toReversed()) {
      const made = await api.call('POST', path, { body: { name, target: 'ethereum' } });
      ids.push(made.body.result.id);
    }
    const { body } = await api.call('GET', `${path}?per_page=2&page=2`);
    assert.deepEqual([body.result[0].name, body.result_info.total_count], ['pages.test', 3]);
    assert.deepEqual(refusal(await api.call('GET', `${base}/${ids[0]}`)).slice(0, 2), [404, 11173]);
    assert.equal((await api.call('DELETE', `${base}/${ids[0]}`)).status, 404);
    await api.call('DELETE', `/zones/${other}`);
    assert.equal(await snapshot(other), undefined);
  });

  it('need the permission for them', async () => {
    const [reader, writer] = [
      await api.zoneToken(READ_GROUP, zoneId),
      await api.zoneToken(WRITE_GROUP, zoneId),
    ];
    assert.equal((await api.call('GET', base, { token: reader })).status, 200);
    const refused = await create('reader.web3.test', {}, reader);
    assert.deepEqual([refused.status, refused.body.errors[0].code], [403, 10000]);
    assert.match(refused.body.errors[0].message, /Web3 Hostnames Write/);
    const { id } = (await create('writer.web3.test', {}, writer)).body.result;
    const keys = `${base}/${id}/access_keys`;
    const post = { body: { name: 'mine' } };
    assert.equal((await api.call('POST', keys, { ...post, token: reader })).status, 403);
    assert.equal((await api.call('GET', keys, { token: reader })).status, 200);
  });

  it('are limited by account below the enterprise plan', async () => {
    const zone = await api.newZone('pro');
    const name = (await api.call('GET', `/zones/${zone}`)).body.result.name;
    const path = `/zones/${zone}/web3/hostnames`;
    const all = await api.call('GET', base);
    const post = (n: number) =>
      api.call('POST', path, { body: { name: `h${n}.${name}`, target: 'ethereum' } });
    const left = limits.web3HostnamesPerAccount - all.body.result_info.total_count;
    for (let n = 0; n < left; n += 1) assert.equal((await post(n)).status, 200);
    const refused = await post(left);
    assert.deepEqual(refusal(refused).slice(0, 2), [400, 11174]);
    assert.match(refused.body.errors[0].message, /15 Web3 hostnames/);
    assert.equal((await create('enterprise.web3.test')).status, 200);
  });

  it('stay closed after their last access key is deleted, until they are opened', async () => {
    const name = 'access.web3.test';
    const { id, ...created } = (await create(name)).body.result;
    assert.equal(created.access, undefined);
    const shown = async () => (await api.call('GET', `${base}/${id}`)).body.result.access;
    const inForce = async () =>
      (await snapshot())?.hosts.find((host) => host.name === name)?.access;
    const keys = `${base}/${id}/access_keys`;
    const { body } = await api.call('POST', keys, { body: { name: 'wallet' } });
    assert.deepEqual([await shown(), await inForce()], ['keys', 'keys']);
    await api.call('DELETE', `${keys}/${body.result.id}`);
    assert.deepEqual([await shown(), await inForce()], ['keys', 'keys']);
    const unset = await api.call('PATCH', `${base}/${id}`, { body: { access: null } });
    assert.equal(unset.status, 400);
    await api.call('PATCH', `${base}/${id}`, { body: { description: 'calls' } });
    assert.deepEqual([await shown(), await inForce()], ['keys', 'keys']);
    await api.call('PATCH', `${base}/${id}`, { body: { access: 'open' } });
    assert.deepEqual([await shown(), await inForce()], ['open', 'open']);
    const wrong = await api.call('PATCH', `${base}/${id}`, { body: { access: 'some' } });
    assert.deepEqual(refusal(wrong).slice(0, 1), [400]);
    await api.call('DELETE', `${base}/${id}`);
  });

  it('stay closed when a bootstrap file has them without the member access', async () => {
    const name = 'file.web3.test';
    const { id } = (await create(name)).body.result;
    await api.call('PATCH', `${base}/${id}`, { body: { access: 'keys' } });
    const written = { id, zone: { id: zoneId }, name, target: 'ethereum', description: 'file' };
    await api.core.bootstrap({ web3_hostnames: [written] });
    const { description, access } = (await api.call('GET', `${base}/${id}`)).body.result;
    assert.deepEqual([description, access], ['file', 'keys']);
    await api.call('DELETE', `${base}/${id}`);
  });

  it('stay closed after their last access key is deleted, also if it is older than the member access', async () => {
    const name = 'older.web3.test';
    const { id } = (await create(name)).body.result;
    const keys = `${base}/${id}/access_keys`;
    const { body } = await api.call('POST', keys, { body: { name: 'wallet' } });
    await api.core.database.transaction((tx) =>
      tx
        .updateTable('web3_hostnames')
        .set({ document_json: JSON.stringify({ name, target: 'ethereum', description: '' }) })
        .where('id', '=', id)
        .execute(),
    );
    await api.call('DELETE', `${keys}/${body.result.id}`);
    assert.equal((await api.call('GET', `${base}/${id}`)).body.result.access, 'keys');
    await api.call('DELETE', `${base}/${id}`);
  });

  it('have access keys that are shown once and stored as hashes', async () => {
    const { id } = (await create('keys.web3.test')).body.result;
    const path = `${base}/${id}/access_keys`;
    const post = (name: string) => api.call('POST', path, { body: { name } });
    const made = (await post('wallet')).body.result;
    assert.match(made.value, /^pslg_/);
    const { value, ...shown } = made;
    assert.deepEqual((await api.call('GET', path)).body.result, [shown]);
    const host = (await snapshot())?.hosts.find(({ name }) => name === 'keys.web3.test');
    assert.deepEqual(host?.keyHashes, [hashSecret(value)]);
    const hostname = (await api.call('GET', `${base}/${id}`)).body.result;
    assert.ok(!('access_keys' in hostname));

    const logs = `/accounts/${api.accountId}/audit_logs?per_page=1000`;
    const text = JSON.stringify((await api.call('GET', logs)).body.result);
    assert.ok(text.includes(made.id) && text.includes('web3_access_key'));
    assert.ok(!text.includes(value) && !text.includes(hashSecret(value)));

    assert.deepEqual(refusal(await post('')), [400, 11171, '/name']);
    const missing = `${base}/${'0'.repeat(32)}/access_keys`;
    const nowhere = await api.call('POST', missing, { body: { name: 'x' } });
    assert.deepEqual(refusal(nowhere).slice(0, 2), [404, 11173]);
    assert.deepEqual((await api.call('DELETE', `${path}/${made.id}`)).body.result, { id: made.id });
    const again = await api.call('DELETE', `${path}/${made.id}`);
    assert.deepEqual(refusal(again).slice(0, 2), [404, 11176]);
  });

  it('have counts of their requests in the last day, without duplicates', async () => {
    const { id } = (await create('usage.web3.test')).body.result;
    const usage = async () => (await api.call('GET', `${base}/${id}/usage`)).body.result;
    const hourMs = 3_600_000;
    await api.clock.advance(hourMs - (api.clock.now() % hourMs));
    const at = api.clock.now();
    const publish = (payloads: readonly unknown[]) => api.deliver(GATEWAY_USAGE_TOPIC, payloads);
    const other = 'f'.repeat(32);
    const refused = await publish([
      { at: at - 24 * hourMs, counts: [[id, 200, 1_000]] },
      {
        at: at - 23 * hourMs,
        counts: [
          [id, 200, 5],
          [id, 429, 1],
        ],
      },
      {
        at,
        counts: [
          [id, 200, 3],
          [other, 200, 7],
        ],
      },
      {
        at: at + 5,
        counts: [
          [id, 200, 4],
          [id, 503, 2],
        ],
      },
      { at, counts: [[id, 'many', 1]] },
      'nonsense',
    ]);
    assert.equal(refused, 2);
    await api.redeliver(GATEWAY_USAGE_TOPIC);
    const { since, requests, errors, statuses, hours } = await usage();
    assert.equal(Date.parse(since), at - 23 * hourMs);
    assert.deepEqual([requests, errors], [15, 3]);
    assert.deepEqual(statuses, [
      { status: 200, requests: 12 },
      { status: 429, requests: 1 },
      { status: 503, requests: 2 },
    ]);
    assert.equal(hours.length, 24);
    assert.deepEqual([hours[0].requests, hours[0].errors, hours[1].requests], [6, 1, 0]);
    assert.deepEqual([hours[23].requests, hours[23].errors], [9, 2]);

    await api.clock.advance(24 * hourMs);
    const jobs = api.core.modules.flatMap((module) => module.jobs);
    const trim = jobs.find(({ name }) => name === 'web3-usage-trim') ?? assert.fail();
    await trim.run(new AbortController().signal);
    assert.equal((await usage()).requests, 0);
    const { left } = await api.core.database.read
      .selectFrom('web3_usage')
      .select((eb) => eb.fn.countAll<number>().as('left'))
      .executeTakeFirstOrThrow();
    assert.equal(left, 0);
    assert.equal((await api.call('GET', `${base}/${other}/usage`)).status, 404);
  });
});
