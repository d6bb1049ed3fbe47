import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeOnEachDatabase } from '../../test/support/databases.ts';
import { CrateBody, openWarehouse } from './fixtures/warehouse.ts';
import { accountOwner, resourceBootstrap } from './resource-bootstrap.ts';
import { accountScope } from './scope.ts';

const ZONE = 'f'.repeat(32);
let accounts = 0;
/** A new account for each test. */
const account = () => (++accounts).toString(16).padStart(32, '0');

describeOnEachDatabase('resource kit', (kind) => {
  let warehouse: Awaited<ReturnType<typeof openWarehouse>>;
  before(async () => {
    warehouse = await openWarehouse(kind);
    await warehouse.addZone(ZONE);
  });
  after(() => warehouse.close());

  const create = async (path: string, body: object) =>
    (await warehouse.call('POST', path, body)).body.result;

  const changesOf = async (accountId: string) => {
    const rows = await warehouse.database.read
      .selectFrom('audit_entries')
      .select(['action', 'resource', 'zone_id', 'before', 'after'])
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .execute();
    return rows.map((row) => ({ ...row }));
  };

  it('uses the ids of the kind in paths, results and deletions', async () => {
    const base = `/accounts/${account()}/crates`;
    const { id } = await create(base, { colour: 'red' });
    assert.equal(typeof id, 'number');
    assert.equal((await warehouse.call('GET', `${base}/${id}`)).body.result.colour, 'red');
    assert.equal((await warehouse.call('GET', `${base}/red`)).status, 404);
    assert.deepEqual((await warehouse.call('DELETE', `${base}/${id}`)).body.result, { id });
    assert.equal((await warehouse.call('GET', `${base}/${id}`)).status, 404);
  });

  it('replaces the whole document, or merges members into it, depending on the route', async () => {
    const base = `/accounts/${account()}/crates`;
    const { id } = await create(base, { colour: 'red', size: 3 });
    const patched = await warehouse.call('PATCH', `${base}/${id}`, { colour: 'blue' });
    assert.deepEqual([patched.body.result.colour, patched.body.result.size], ['blue', 3]);
    const put = await warehouse.call('PUT', `${base}/${id}`, { colour: 'green' });
    assert.deepEqual([put.body.result.colour, put.body.result.size], ['green', undefined]);
    assert.equal((await warehouse.call('PUT', `${base}/${id}`, { size: 1 })).status, 400);

    const label = await create(`/zones/${ZONE}/labels`, { text: 'one', crate: '0', note: 'new' });
    const path = `/zones/${ZONE}/labels/${label.id}`;
    const changed = await warehouse.call('PUT', path, { text: 'two' });
    assert.deepEqual(changed.body.result, { ...label, text: 'two' });
    assert.equal((await warehouse.call('PATCH', path, { text: 'three' })).status, 405);
  });

  it('lists the resources of a scope, in pages, filtered and ordered', async () => {
    const owner = account();
    const base = `/accounts/${owner}/crates`;
    for (const colour of ['red', 'blue', 'red']) await create(base, { colour });
    await create(`/accounts/${account()}/crates`, { colour: 'blue' });
    const list = async (query: string) => {
      const { body } = await warehouse.call('GET', `${base}?${query}`);
      const colours = body.result.map(({ colour }: { colour: string }) => colour);
      return [colours, body.result_info.total_count];
    };
    assert.deepEqual(await list(''), [['blue', 'red'], 3]);
    assert.deepEqual(await list('page=2'), [['red'], 3]);
    assert.deepEqual(await list('colour=red'), [['red', 'red'], 2]);
  });

  it('does not show or change resources of another owner', async () => {
    const { id } = await create(`/accounts/${account()}/crates`, { colour: 'red' });
    const path = `/accounts/${account()}/crates/${id}`;
    for (const method of ['GET', 'DELETE'] as const) {
      assert.equal((await warehouse.call(method, path)).status, 404);
    }
    assert.equal((await warehouse.call('PATCH', path, { size: 1 })).status, 404);
  });

  it('enforces the limit of the owner', async () => {
    const base = `/accounts/${account()}/crates`;
    for (let n = 0; n < 3; n++) await create(base, { colour: 'red' });
    const { status, body } = await warehouse.call('POST', base, { colour: 'red' });
    assert.equal(status, 400);
    assert.match(body.errors[0].message, /3/);
  });

  it('runs the check of the kind on every write', async () => {
    const base = `/accounts/${account()}/crates`;
    const { id } = await create(base, { colour: 'red' });
    assert.equal((await warehouse.call('POST', base, { colour: '' })).status, 400);
    assert.equal((await warehouse.call('PATCH', `${base}/${id}`, { colour: '' })).status, 400);
  });

  it('does not delete a resource that others refer to, and names them', async () => {
    const base = `/accounts/${account()}/crates`;
    const { id } = await create(base, { colour: 'red' });
    const label = await create(`/zones/${ZONE}/labels`, { text: 'tea', crate: String(id) });
    const refused = await warehouse.call('DELETE', `${base}/${id}`);
    assert.ok(refused.status >= 400);
    assert.match(refused.body.errors[0].message, new RegExp(`label "tea" \\(${label.id}\\)`));
    await warehouse.call('DELETE', `/zones/${ZONE}/labels/${label.id}`);
    assert.equal((await warehouse.call('DELETE', `${base}/${id}`)).status, 200);
  });

  it('treats a missing resource as deleted only with deletesMissing', async () => {
    const label = await warehouse.call('DELETE', `/zones/${ZONE}/labels/${'9'.repeat(32)}`);
    assert.deepEqual(label, { status: 204, body: undefined });
    assert.equal((await warehouse.call('DELETE', `/accounts/${account()}/crates/99`)).status, 404);
  });

  it('writes an audit entry with each change, without secrets, and none without a change', async () => {
    const owner = account();
    const base = `/accounts/${owner}/crates`;
    const { id } = await create(base, { colour: 'red', secret: 'hush' });
    warehouse.clock.advance(1_000);
    await warehouse.call('PATCH', `${base}/${id}`, { colour: 'red' });
    await warehouse.call('PATCH', `${base}/${id}`, { colour: 'blue' });
    const [red, blue] = [{ colour: 'red' }, { colour: 'blue' }].map((each) => JSON.stringify(each));
    const common = { resource: 'crate', zone_id: null };
    assert.deepEqual(await changesOf(owner), [
      { ...common, action: 'create', before: null, after: red },
      { ...common, action: 'update', before: red, after: blue },
    ]);
  });

  it('reports an invalid zone when it is deleted before or during a write', async () => {
    const gone = 'e'.repeat(32);
    const post = () => warehouse.call('POST', `/zones/${gone}/labels`, { text: 'one', crate: '0' });
    const before = await post();
    // The zone exists when the call begins, and is deleted before the write.
    warehouse.zones.set(gone, 'enterprise');
    const during = await post();
    assert.equal(before.status, 403);
    assert.deepEqual(
      [during.status, during.body.errors[0].code],
      [before.status, before.body.errors[0].code],
    );
  });

  it('creates and changes resources of a bootstrap file, and refuses ids of other owners', async () => {
    const [owner, other] = [account(), account()];
    const id = 'd'.repeat(32);
    const { apply } = resourceBootstrap(warehouse.crates, CrateBody, accountOwner);
    const item = (colour: string, accountId = owner) => [
      { id, account: { id: accountId }, colour },
    ];
    await apply(item('red'));
    await apply(item('red'));
    await apply(item('blue'));
    assert.equal((await warehouse.crates.get(accountScope(owner), id)).document.colour, 'blue');
    assert.deepEqual((await changesOf(owner)).map(({ action }) => action).toSorted(), [
      'create',
      'update',
    ]);
    await assert.rejects(apply(item('red', other)), /in use by a crate of another owner/);
  });
});
