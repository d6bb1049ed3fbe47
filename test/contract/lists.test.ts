import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import Cloudflare from 'cloudflare';
import { sharedSources } from '../../src/app/snapshots/node-snapshots.ts';
import { SnapshotBuilder } from '../../src/app/snapshots/snapshot-builder.ts';
import { listKind } from '../../src/areas/rulesets/lists/list-kind.ts';
import { systemActor } from '../../src/contracts/actor.ts';
import { ResourceService } from '../../src/resources/resource-service.ts';
import { accountScope } from '../../src/resources/scope.ts';
import { ChangeLog } from '../../src/storage/change-log.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { ADMIN_TOKEN, openTestApi, type TestApi } from '../support/test-api.ts';
import { openTestEdge } from '../support/test-edge.ts';
import { visit } from '../support/visit.ts';

describeOnEachDatabase('lists', (kind) => {
  let api: TestApi;
  let base: string;

  before(async () => {
    api = await openTestApi(kind);
    base = `/accounts/${api.accountId}/rules/lists`;
  });
  after(() => api.close());

  let lists = 0;
  async function newList(listKind: string, items?: readonly object[]): Promise<string> {
    const body = { name: `list_${++lists}`, kind: listKind };
    const { id } = (await api.call('POST', base, { body })).body.result;
    if (items) assert.equal((await put(id, items)).status, 200);
    return id;
  }
  const put = (id: string, items: readonly object[]) =>
    api.call('PUT', `${base}/${id}/items`, { body: items });
  const post = (id: string, items: readonly object[]) =>
    api.call('POST', `${base}/${id}/items`, { body: items });
  const itemsOf = async (id: string, query = '') =>
    (await api.call('GET', `${base}/${id}/items?${query}`)).body.result;
  const refusal = ({ status, body }: Awaited<ReturnType<typeof put>>) => [
    status,
    body.errors[0]?.code,
    body.errors[0]?.source?.pointer,
  ];

  it('work with the official client', async () => {
    const origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const baseURL = `${origin}/client/v4`;
    const { rules } = new Cloudflare({ apiToken: ADMIN_TOKEN, baseURL, maxRetries: 0 });
    const account = { account_id: api.accountId };
    const made = await rules.lists.create({ ...account, kind: 'ip', name: 'client' });
    assert.deepEqual(
      [made.kind, made.name, made.num_items, made.num_referencing_filters],
      ['ip', 'client', 0, 0],
    );
    const inList = { ...account, list_id: made.id };
    const described = await rules.lists.update(made.id, { ...account, description: 'Offices' });
    assert.equal(described.description, 'Offices');
    const operation = await rules.lists.items.create(made.id, {
      ...account,
      body: [{ ip: '192.0.2.1' }, { ip: '2001:db8::/32', comment: 'Berlin' }],
    });
    const status = await rules.lists.bulkOperations.get(operation.operation_id, account);
    assert.equal(status.status, 'completed');
    const listed = await Array.fromAsync(
      rules.lists.items.list(made.id, { ...account, per_page: 1 }),
    );
    assert.deepEqual(
      listed.map((item) => 'ip' in item && item.ip),
      ['192.0.2.1', '2001:db8::/32'],
    );
    const [first, second] = listed as { id: string }[];
    const one = await rules.lists.items.get(second?.id ?? '', inList);
    assert.equal(one.comment, 'Berlin');
    await rules.lists.items.delete(made.id, { ...account, items: [{ id: first?.id ?? '' }] });
    await rules.lists.items.update(made.id, { ...account, body: [{ ip: '198.51.100.0/24' }] });
    assert.equal((await rules.lists.get(made.id, account)).num_items, 1);
    const names = (await Array.fromAsync(rules.lists.list(account))).map(({ name }) => name);
    assert.deepEqual(names, ['client']);
    assert.equal((await rules.lists.delete(made.id, account)).id, made.id);
    await assert.rejects(rules.lists.get(made.id, account), Cloudflare.NotFoundError);
  });

  it('have a name that is valid in expressions and unique in the account, and keep name and kind', async () => {
    for (const name of ['Office', 'a-b', '', 'x'.repeat(51)]) {
      const body = { name, kind: 'ip' };
      assert.deepEqual(refusal(await api.call('POST', base, { body })), [400, 11001, '/name']);
    }
    const id = await newList('ip');
    const { name } = (await api.call('GET', `${base}/${id}`)).body.result;
    const again = await api.call('POST', base, { body: { name, kind: 'asn' } });
    assert.deepEqual(refusal(again), [400, 21041, '/name']);
    const renamed = await api.call('PUT', `${base}/${id}`, { body: { name: 'other' } });
    assert.deepEqual(refusal(renamed), [400, 21005, '/name']);
    const same = await api.call('PUT', `${base}/${id}`, { body: { name, kind: 'ip' } });
    assert.equal(same.status, 200);
    const unknown = await api.call('GET', `${base}/${'0'.repeat(32)}`);
    assert.deepEqual([unknown.status, unknown.body.errors[0].code], [404, 21040]);
  });

  it('refuse items that do not fit their kind, and name the JSON pointer', async () => {
    const redirect = (members: object) => ({
      redirect: { source_url: 'a.test/x', target_url: 'https://b.test/', ...members },
    });
    const cases: readonly (readonly [string, object, string])[] = [
      ['ip', { asn: 1 }, '/0'],
      ['ip', { ip: '1.2.3.4', asn: 1 }, '/0/asn'],
      ['ip', { comment: 'nothing' }, '/0'],
      ['ip', { ip: '1.2.3' }, '/0/ip'],
      ['ip', { ip: '1.0.0.0/7' }, '/0/ip'],
      ['ip', { ip: '1.0.0.0/33' }, '/0/ip'],
      ['ip', { ip: '2001:db8::/11' }, '/0/ip'],
      ['ip', { ip: '2001:db8::/65' }, '/0/ip'],
      ['ip', { ip: 'fe80::1%eth0' }, '/0/ip'],
      ['hostname', { hostname: { url_hostname: 'a.*.test' } }, '/0/hostname/url_hostname'],
      ['hostname', { hostname: { url_hostname: 'https://a.test' } }, '/0/hostname/url_hostname'],
      ['redirect', redirect({ source_url: 'a.test:8080/' }), '/0/redirect/source_url'],
      ['redirect', redirect({ source_url: 'a.test/?q=1' }), '/0/redirect/source_url'],
      ['redirect', redirect({ source_url: 'ftp://a.test/' }), '/0/redirect/source_url'],
      ['redirect', redirect({ source_url: `a.test${'/a'.repeat(65)}` }), '/0/redirect/source_url'],
      ['redirect', redirect({ target_url: '/path' }), '/0/redirect/target_url'],
      ['redirect', redirect({ source_url: 'a.test/tab\tx' }), '/0/redirect/source_url'],
      ['redirect', redirect({ target_url: 'https:b.test/x' }), '/0/redirect/target_url'],
      ['redirect', redirect({ target_url: 'https:\\\\b.test/x' }), '/0/redirect/target_url'],
      ['redirect', redirect({ target_url: 'https://b.test/\r\nx' }), '/0/redirect/target_url'],
      ['redirect', redirect({ target_url: 'javascript:alert(1)' }), '/0/redirect/target_url'],
      [
        'redirect',
        redirect({ target_url: 'https://b.test/?a', preserve_query_string: true }),
        '/0/redirect/preserve_query_string',
      ],
    ];
    for (const [listKind, item, pointer] of cases) {
      const id = await newList(listKind);
      assert.deepEqual(refusal(await put(id, [item])), [400, 21045, pointer], JSON.stringify(item));
      assert.deepEqual(await itemsOf(id), []);
    }
    const asns = await newList('asn');
    assert.deepEqual(refusal(await put(asns, [{ asn: 2 ** 32 }])), [400, 11001, '/0/asn']);
    const tooMany = Array.from({ length: 100_001 }, () => ({ asn: 1 }));
    assert.deepEqual(refusal(await post(asns, tooMany)).slice(0, 2), [400, 11001]);
    const ids = { items: tooMany.map(() => ({ id: '0' })) };
    const removals = await api.call('DELETE', `${base}/${asns}/items`, { body: ids });
    assert.deepEqual(refusal(removals), [400, 11001, '/items']);
    const removal = await api.call('DELETE', `${base}/${asns}/items`, {
      body: { items: [{ id: '0'.repeat(32) }] },
    });
    assert.deepEqual(refusal(removal), [404, 21044, '/items/0/id']);
  });

  it('contain each item once, in any spelling', async () => {
    const pairs: readonly (readonly [string, object, object])[] = [
      ['ip', { ip: '192.0.2.1' }, { ip: '192.0.2.1/32' }],
      ['ip', { ip: '192.0.2.0/24' }, { ip: '192.0.2.9/24' }],
      ['ip', { ip: '2001:DB8::1' }, { ip: '2001:db8:0::1' }],
      ['asn', { asn: 64500 }, { asn: 64500, comment: 'again' }],
      [
        'hostname',
        { hostname: { url_hostname: 'A.test' } },
        { hostname: { url_hostname: 'a.test' } },
      ],
      [
        'redirect',
        { redirect: { source_url: 'a.test', target_url: 'https://b.test/' } },
        { redirect: { source_url: 'A.test/', target_url: 'https://c.test/' } },
      ],
      [
        'redirect',
        { redirect: { source_url: 'a.test/~caf%c3%a9', target_url: 'https://b.test/' } },
        { redirect: { source_url: 'a.test//%7ecafé', target_url: 'https://c.test/' } },
      ],
    ];
    for (const [listKind, one, other] of pairs) {
      const id = await newList(listKind);
      assert.deepEqual(refusal(await put(id, [one, other])), [400, 21046, '/1']);
      await post(id, [one]);
      const [before] = await itemsOf(id);
      await post(id, [other]);
      const [item, ...more] = await itemsOf(id);
      assert.deepEqual([item.id, more], [before.id, []]);
      const { id: _, created_on, modified_on, ...value } = item;
      assert.deepEqual(value, other);
    }
  });

  it('keep the ids of unchanged items when all items are replaced', async () => {
    const id = await newList('asn', [{ asn: 1 }, { asn: 2, comment: 'two' }, { asn: 3 }]);
    const before = await itemsOf(id);
    await put(id, [{ asn: 4 }, { asn: 3 }, { asn: 2 }]);
    const items = await itemsOf(id);
    assert.deepEqual(
      items.map(({ asn, comment }: { asn: number; comment?: string }) => [asn, comment]),
      [
        [2, undefined],
        [3, undefined],
        [4, undefined],
      ],
    );
    assert.deepEqual([items[0].id, items[1]], [before[1].id, before[2]]);
    assert.equal((await api.call('GET', `${base}/${id}`)).body.result.num_items, 3);
    assert.equal((await api.call('PUT', `${base}/${id}/items`, { raw: 'null' })).status, 200);
    assert.equal((await api.call('GET', `${base}/${id}`)).body.result.num_items, 0);
  });

  it('are searched by the rules of their kind, page by page', async () => {
    const values = async (id: string, search: string) =>
      (await itemsOf(id, `search=${encodeURIComponent(search)}`)).length;
    const ips = await newList('ip', [
      { ip: '10.1.0.0/16' },
      { ip: '10.10.0.1' },
      { ip: '8.8.8.8' },
    ]);
    assert.deepEqual([await values(ips, '10.1'), await values(ips, '8.8.8.8')], [2, 1]);
    assert.deepEqual([await values(ips, '0.1'), await values(ips, '%')], [0, 0]);
    const asns = await newList('asn', [{ asn: 64500 }, { asn: 6450 }]);
    assert.deepEqual([await values(asns, '6450'), await values(asns, '645')], [1, 0]);
    const hosts = await newList('hostname', [{ hostname: { url_hostname: '*.Shop.test' } }]);
    assert.deepEqual([await values(hosts, 'SHOP'), await values(hosts, 'shop_test')], [1, 0]);
    const bad = await api.call('GET', `${base}/${ips}/items?cursor=none`);
    assert.equal(bad.status, 400);
    const page = await api.call('GET', `${base}/${ips}/items?per_page=2`);
    const { after: cursor } = page.body.result_info.cursors;
    const rest = await api.call('GET', `${base}/${ips}/items?per_page=2&cursor=${cursor}`);
    assert.deepEqual([page.body.result.length, rest.body.result[0].ip], [2, '8.8.8.8']);
    assert.equal(rest.body.result_info.cursors, undefined);
  });

  it('accept 10,000 items at once, and record the changes in the audit log', async () => {
    const many = (from: number) =>
      Array.from({ length: 10_000 }, (_, n) => ({ asn: from + n, comment: 'c'.repeat(120) }));
    const id = await newList('asn', many(1));
    await put(id, many(101));
    const { num_items: count } = (await api.call('GET', `${base}/${id}`)).body.result;
    assert.equal(count, 10_000);
    const [last] = await itemsOf(id, 'search=10100');
    assert.equal(last.asn, 10_100);
    const entries = await api.call('GET', `/accounts/${api.accountId}/audit_logs?per_page=1`);
    const [{ action, resource, oldValueJson: removed, newValueJson: added }] = entries.body.result;
    assert.deepEqual([action.type, resource.id], ['update', id]);
    assert.deepEqual(
      [removed.items_removed.count, added.items_added.count, added.items_added.items[0]],
      [100, 100, '10001'],
    );
    const tooMany = Array.from({ length: 100_000 }, (_, n) => ({ asn: n }));
    assert.deepEqual(refusal(await put(await newList('asn'), tooMany)), [400, 21047, undefined]);
  });

  it('are checked and written without blocking other calls', async () => {
    const id = await newList('ip');
    const turnsDuring = async (count: number, ...more: object[]) => {
      const items = Array.from({ length: count }, (_, n) => ({ ip: `10.1.${n >> 8}.${n & 255}` }));
      let turns = 0;
      const counter = setInterval(() => turns++, 0);
      const { status } = await put(id, [...items, ...more]);
      clearInterval(counter);
      assert.equal(status, more.length === 0 ? 200 : 400);
      return turns;
    };
    const bad = { ip: 'none' };
    await turnsDuring(1, bad);
    const few = await turnsDuring(1, bad);
    assert.ok((await turnsDuring(50_000, bad)) > few + 3);
    // 20 statements add them, and 20 delete them.
    assert.ok((await turnsDuring(10_000)) > few + 3);
    assert.ok((await turnsDuring(0)) > few + 3);
  });

  it('are limited in number', async () => {
    const { database } = api.core;
    const { clock } = api;
    const changes = new ChangeLog(database, clock);
    const { accountId } = api;
    const { length } = (await api.call('GET', base)).body.result;
    const kind = { ...listKind, limit: () => length };
    const limited = new ResourceService({ database, changes, clock }, kind);
    const document = { name: 'one_more', kind: 'ip', description: '' } as const;
    const refused = limited.create(systemActor, accountScope(accountId), document);
    await assert.rejects(refused, { number: 21042, message: /limit/ });
  });

  it('of redirects have a limited number of characters', async () => {
    const id = await newList('redirect');
    const long = (n: number) => ({
      redirect: {
        source_url: `a.test/${n}/`.padEnd(4096, 'a'),
        target_url: 'https://b.test/'.padEnd(4096, 'b'),
      },
    });
    const statuses: number[] = [];
    for (let batch = 0; batch < 5; batch++) {
      const items = Array.from({ length: 1000 }, (_, n) => long(batch * 1000 + n));
      const { status, body } = await post(id, items);
      statuses.push(status === 200 ? 200 : body.errors[0].code);
    }
    assert.deepEqual(statuses, [200, 200, 200, 200, 21049]);
    assert.equal((await api.call('GET', `${base}/${id}`)).body.result.num_items, 4000);
    assert.equal((await api.call('DELETE', `${base}/${id}`)).status, 200);
  });

  it('have notices about members without effect', async () => {
    const id = await newList('redirect');
    const idle = {
      source_url: 'a.test/x',
      target_url: 'https://b.test/',
      preserve_path_suffix: true,
    };
    const { body } = await put(id, [{ redirect: idle }]);
    assert.deepEqual([body.messages.length, body.messages[0].code], [1, 21054]);
    const hosts = await newList('hostname');
    const host = { url_hostname: 'a.test', exclude_exact_hostname: true };
    const sent = await put(hosts, [
      { hostname: host },
      { hostname: { ...host, url_hostname: 'b.test' } },
    ]);
    assert.match(sent.body.messages[0].message, /item 1 and 1 more/);
  });

  /** The edge cannot reach the origin. */
  const PASSED = 521;
  const CUSTOM = 'http_request_firewall_custom';
  const ruleset = (path: string, phase: string, ...rules: object[]) =>
    api.call('PUT', `${path}/rulesets/phases/${phase}/entrypoint`, { body: { rules } });
  const nameOf = async (id: string) =>
    (await api.call('GET', `${base}/${id}`)).body.result.name as string;
  const block = (expression: string) => ({ action: 'block', expression });

  it('are used in rules, which are checked and prevent their deletion', async () => {
    const zone = `/zones/${await api.newZone()}`;
    const [ips, asns, hosts] = [
      await newList('ip'),
      await newList('asn'),
      await newList('hostname'),
    ];
    const names = await Promise.all([ips, asns, hosts].map(nameOf));
    const good = [
      block(`ip.src in $${names[0]} or not ip.src.asnum in $${names[1]}`),
      block(`http.host in $${names[2]} and ip.src in $${names[0]}`),
    ];
    assert.equal((await ruleset(zone, CUSTOM, ...good)).status, 200);
    const head = async (id: string) => (await api.call('GET', `${base}/${id}`)).body.result;
    assert.equal((await head(ips)).num_referencing_filters, 2);
    assert.equal((await head(hosts)).num_referencing_filters, 1);
    const listed = (await api.call('GET', base)).body.result;
    assert.equal(listed.find(({ id }: { id: string }) => id === ips).num_referencing_filters, 2);
    const refused = await api.call('DELETE', `${base}/${hosts}`);
    assert.deepEqual(refusal(refused).slice(0, 2), [400, 21043]);
    assert.match(
      refused.body.errors[0].message,
      new RegExp(`rule [0-9a-f]{32} of ruleset "${CUSTOM}"`),
    );

    for (const [expression, reason] of [
      [`ip.src in $${names[0]}x`, /unknown list/],
      [`http.host in $${names[0]}`, /cannot use a list of kind ip on type String/],
      [`ip.src in $${names[1]}`, /cannot use a list of kind asn/],
    ] as const) {
      const bad = await ruleset(zone, CUSTOM, block(expression));
      assert.deepEqual(refusal(bad), [400, 20127, '/rules/0/expression']);
      assert.match(bad.body.errors[0].message, reason);
    }
    const managed = await ruleset(zone, CUSTOM, block('ip.src in $cf.malware'));
    assert.match(managed.body.messages[0].message, /^Palisade has no data for \$cf\.malware/);
    assert.match(managed.body.messages[1].message, /false for every request/);
    for (const id of [ips, hosts]) {
      assert.equal((await api.call('DELETE', `${base}/${id}`)).status, 200);
    }
    assert.equal((await ruleset(zone, CUSTOM, ...good)).status, 400);
  });

  it('are used in filters, which are checked and prevent their deletion', async () => {
    const zone = `/zones/${await api.newZone()}`;
    const [one, two] = [await newList('ip'), await newList('ip')];
    const [name, other] = [await nameOf(one), await nameOf(two)];
    const uses = async () => {
      const listed = (await api.call('GET', base)).body.result as Record<string, unknown>[];
      const counts = new Map(listed.map((list) => [list['id'], list['num_referencing_filters']]));
      return [counts.get(one), counts.get(two)];
    };
    const made = async (path: string, body: object) => {
      const response = await api.call('POST', zone + path, { body });
      assert.deepEqual([response.body.errors, response.body.messages], [[], []]);
      return response.body.result[0];
    };
    for (const [expression, reason] of [
      [`ip.src in $${name}x`, /unknown list/],
      [`http.host in $${name}`, /cannot use a list of kind ip on type String/],
    ] as const) {
      const bad = await api.call('POST', `${zone}/filters`, { body: [{ expression }] });
      assert.deepEqual(refusal(bad), [400, 11183, '/0/expression']);
      assert.match(bad.body.errors[0].message, reason);
    }
    const filter = await made('/filters', [{ expression: `ip.src in $${name}` }]);
    const rule = await made('/firewall/rules', [
      { action: 'block', filter: { expression: `ip.src in $${name} and not ip.src in $${other}` } },
    ]);
    assert.deepEqual(await uses(), [2, 1]);
    const refused = await api.call('DELETE', `${base}/${two}`);
    assert.deepEqual(refusal(refused), [400, 21043, undefined]);
    assert.match(
      refused.body.errors[0].message,
      new RegExp(`filter of the zone "${zone.slice(7)}" \\(${rule.filter.id}\\)`),
    );

    const at = `${zone}/filters/${rule.filter.id}`;
    for (const [expression, expected] of [
      [`not ip.src in $${other}`, [1, 1]],
      ['ip.src in $cf.malware', [1, 0]],
      [`ip.src in $${name}`, [2, 0]],
    ] as const) {
      const changed = await api.call('PATCH', at, { body: { expression } });
      // The first filter has this expression already.
      if (expected[0] === 2) assert.deepEqual(refusal(changed), [400, 10102, '/expression']);
      else assert.deepEqual([changed.status, await uses()], [200, expected]);
    }
    assert.equal((await api.call('DELETE', `${base}/${two}`)).status, 200);
    const gone = await api.call('PATCH', at, { body: { expression: `ip.src in $${other}` } });
    assert.deepEqual(refusal(gone), [400, 11183, '/expression']);
    const again = await api.call('PUT', `${zone}/filters/${filter.id}`, {
      body: { expression: `not ip.src in $${name}` },
    });
    assert.deepEqual([again.status, await uses()], [200, [1, undefined]]);
    await api.call('DELETE', `${zone}/filters?id=${filter.id}`);
    assert.deepEqual(await uses(), [0, undefined]);
    await made('/filters', [{ expression: `ip.src in $${name} or ssl` }]);
    assert.deepEqual(await uses(), [1, undefined]);
    assert.equal((await api.call('DELETE', zone)).status, 200);
    assert.equal((await api.call('DELETE', `${base}/${one}`)).status, 200);
  });

  it('are checked in the validation of an expression', async () => {
    const name = await nameOf(await newList('ip'));
    const check = (expression: string, token?: string) =>
      api.call('POST', '/filters/validate-expr', { body: { expression }, ...(token && { token }) });
    assert.equal((await check(`ip.src in $${name}`)).status, 200);
    assert.match((await check(`ip.src in $${name}x`)).body.errors[0].message, /unknown list/);
    assert.match((await check(`http.host in $${name}`)).body.errors[0].message, /of kind ip/);

    // Callers without permission to read lists get no information about them.
    const token = await api.zoneToken('dbc512b354774852af2b5a5f4ba3d470', await api.newZone());
    assert.equal((await check(`ip.src in $${name}x`, token)).status, 200);
    assert.equal((await check('ip.src in $1 x', token)).status, 400);
  });

  it('cannot be deleted while rules execute an older version of a ruleset that uses them', async () => {
    const list = await newList('ip');
    const rulesets = `/accounts/${api.accountId}/rulesets`;
    const used = { name: 'r', kind: 'custom', phase: CUSTOM };
    const rules = [block(`ip.src in $${await nameOf(list)}`)];
    const { id } = (await api.call('POST', rulesets, { body: { ...used, rules } })).body.result;
    const execute = (version: string) =>
      ruleset(`/accounts/${api.accountId}`, CUSTOM, {
        action: 'execute',
        expression: 'cf.zone.plan eq "ENT"',
        action_parameters: { id, version },
      });
    assert.equal((await execute('latest')).status, 200);
    const other = [block('http.host eq "other.test"')];
    await api.call('PUT', `${rulesets}/${id}`, { body: { rules: other } });
    assert.equal((await execute('1')).status, 200);
    const { num_referencing_filters: count } = (await api.call('GET', `${base}/${list}`)).body
      .result;
    assert.equal(count, 1);
    const refused = await api.call('DELETE', `${base}/${list}`);
    assert.deepEqual(refusal(refused).slice(0, 2), [400, 21043]);

    assert.equal((await execute('2')).status, 200);
    assert.equal((await api.call('DELETE', `${base}/${list}`)).status, 200);
    const back = await execute('1');
    const pointer = '/rules/0/action_parameters/version';
    assert.deepEqual(refusal(back), [400, 21014, pointer]);
    assert.match(back.body.errors[0].message, /uses the list "list_\d+", which was deleted/);
    assert.equal((await ruleset(`/accounts/${api.accountId}`, CUSTOM)).status, 200);
  });

  it('of redirects are used by rules of the account', async () => {
    const account = `/accounts/${api.accountId}`;
    const phase = 'http_request_redirect';
    const id = await newList('redirect');
    const [name, other] = [await nameOf(id), await nameOf(await newList('ip'))];
    const from = (list: string, key = 'http.request.full_uri') => ({
      action: 'redirect',
      expression: 'true',
      action_parameters: { from_list: { name: list, key } },
    });
    const at = '/rules/0/action_parameters';
    const outcome = async (path: string, inPhase: string, rule: object) =>
      refusal(await ruleset(path, inPhase, rule));
    assert.deepEqual(await outcome(account, phase, from('none')), [
      400,
      21014,
      `${at}/from_list/name`,
    ]);
    assert.deepEqual(await outcome(account, phase, from(other)), [
      400,
      21014,
      `${at}/from_list/name`,
    ]);
    const unfilled = 'concat(http.request.full_uri, cf.colo.name)';
    const doubtful = await ruleset(account, phase, from(name, unfilled));
    assert.match(doubtful.body.messages[0].message, /^Palisade has no data for cf\.colo\.name/);
    for (const key of ['ip.src', 'http.request.uri.path', '"https://a.test/"']) {
      const refused = await ruleset(account, phase, from(name, key));
      assert.deepEqual(refusal(refused), [400, 20083, `${at}/from_list/key`], key);
    }
    const hosts = await ruleset(account, phase, {
      ...from(name),
      expression: `http.host in $${name}`,
    });
    assert.deepEqual(refusal(hosts), [400, 20127, '/rules/0/expression']);
    assert.match(
      hosts.body.errors[0].message,
      /holds URLs: look up http\.referer or http\.request\.full_uri or /,
    );
    const zone = `/zones/${await api.newZone()}`;
    const dynamic = 'http_request_dynamic_redirect';
    assert.deepEqual(await outcome(zone, dynamic, from(name)), [400, 21014, `${at}/from_list`]);
    const fixed = { from_value: { target_url: { value: 'https://b.test/' } } };
    const rule = { action: 'redirect', expression: 'true', action_parameters: fixed };
    assert.deepEqual(await outcome(account, phase, rule), [400, 21014, `${at}/from_value`]);
    const accepted = await ruleset(account, phase, from(name));
    assert.deepEqual([accepted.status, accepted.body.messages], [200, []]);
    assert.equal((await api.call('DELETE', `${base}/${id}`)).status, 400);
    assert.equal((await ruleset(account, phase)).status, 200);
    assert.equal((await api.call('DELETE', `${base}/${id}`)).status, 200);
  });

  const snapshotBuilder = () => {
    const { modules } = api.core;
    return new SnapshotBuilder({
      sections: modules.flatMap(({ sections }) => sections),
      shared: sharedSources(modules),
    });
  };

  it('are at the edge while a rule uses them', async () => {
    const id = await newList('ip', [{ ip: '192.0.2.1' }]);
    const builder = snapshotBuilder();
    await builder.buildAll();
    const isThere = () => builder.current().lists.some((list) => list.id === id);
    assert.equal(isThere(), false);
    const zoneId = await api.newZone();
    const changed = (resource: string, resourceId: string, action: 'update' | 'delete') =>
      builder.onChanges([
        { seq: 1, action, resource, resourceId, accountId: api.accountId, zoneId },
      ]);
    const using = block(`ip.src in $${await nameOf(id)}`);
    const written = await ruleset(`/zones/${zoneId}`, CUSTOM, using);
    const { id: rulesetId } = written.body.result;
    await changed('ruleset', rulesetId, 'update');
    assert.equal(isThere(), true);
    await ruleset(`/zones/${zoneId}`, CUSTOM);
    await changed('ruleset', rulesetId, 'update');
    assert.equal(isThere(), false);
    await ruleset(`/zones/${zoneId}`, CUSTOM, using);
    await changed('ruleset', rulesetId, 'update');
    await api.call('DELETE', `/zones/${zoneId}`);
    assert.equal(isThere(), true);
    await changed('zone', zoneId, 'delete');
    assert.equal(isThere(), false);
  });

  it('are at the edge while a filter uses them, and are migrated with it', async () => {
    const id = await newList('ip', [{ ip: '127.0.0.0/8' }]);
    const zoneId = await api.newZone();
    const zone = `/zones/${zoneId}`;
    const { name: host } = (await api.call('GET', zone)).body.result;
    const expression = `ip.src in $${await nameOf(id)}`;
    const rules = [
      { action: 'block', filter: { expression } },
      { action: 'bypass', products: ['waf'], filter: { expression: `not ${expression}` } },
    ];
    const builder = snapshotBuilder();
    await builder.buildAll();
    const made = await api.call('POST', `${zone}/firewall/rules`, { body: rules });
    const [{ filter }] = made.body.result;
    const changed = (resource: string, resourceId: string, action: 'update' | 'delete') =>
      builder.onChanges([
        { seq: 1, action, resource, resourceId, accountId: api.accountId, zoneId },
      ]);
    const isThere = () => builder.current().lists.some((list) => list.id === id);
    await changed('zone', zoneId, 'update');
    assert.equal(isThere(), false);
    await changed('filter', filter.id, 'update');
    assert.equal(isThere(), true);
    const pool = { name: 'nowhere', origins: [{ name: 'none', address: '127.0.0.1', port: 1 }] };
    const pools = `/accounts/${api.accountId}/load_balancers/pools`;
    const { id: poolId } = (await api.call('POST', pools, { body: pool })).body.result;
    const balancer = { name: host, default_pools: [poolId], fallback_pool: poolId };
    await api.call('POST', `${zone}/load_balancers`, { body: balancer });
    await builder.buildAll();
    const edge = await openTestEdge(builder.current());
    try {
      assert.equal((await visit(edge.port, { headers: { host } })).status, 403);
      const update = new Promise<void>((resolve) => {
        builder.onUpdate((next) => resolve(edge.apply(next)));
      });
      await put(id, [{ ip: '192.0.2.1' }]);
      await builder.onChanges([
        {
          seq: 1,
          action: 'update',
          resource: 'list',
          resourceId: id,
          accountId: api.accountId,
          zoneId: null,
        },
      ]);
      await update;
      assert.equal((await visit(edge.port, { headers: { host } })).status, PASSED);
    } finally {
      await edge.close();
    }

    const config = await api.call('GET', `${zone}/waf_migration/config?phase_two=1`);
    const phase = `${zone}/rulesets/phases/http_request_firewall_managed/entrypoint`;
    const body = config.body.result;
    assert.equal(body.rules[0].expression, `not ${expression}`);
    const step = `${phase}?waf_migration=pending&phase_two=1`;
    assert.equal((await api.call('PUT', step, { body })).status, 200);
    for (const each of made.body.result) {
      await api.call('DELETE', `${zone}/firewall/rules/${each.id}`);
      await api.call('DELETE', `${zone}/filters/${each.filter.id}`);
      await changed('filter', each.filter.id, 'delete');
    }
    // The rule that has replaced the bypass uses the list as well.
    assert.equal(isThere(), true);
    await api.call('DELETE', zone);
    await changed('zone', zoneId, 'delete');
    assert.equal(isThere(), false);
  });

  it('take effect at the edge, in all zones of their account, as soon as they change', async () => {
    const id = await newList('ip', [{ ip: '192.0.2.0/24' }]);
    const moved = await newList('redirect');
    const [name, redirects] = [await nameOf(id), await nameOf(moved)];
    const zoneIds = [await api.newZone(), await api.newZone()];
    const hosts: string[] = [];
    // Nothing listens there: a request that passes the rules ends with an error of the edge.
    const origins = [{ name: 'none', address: '127.0.0.1', port: 1, enabled: true }];
    const pool = { name: 'none', origins };
    const pools = `/accounts/${api.accountId}/load_balancers/pools`;
    const { id: poolId } = (await api.call('POST', pools, { body: pool })).body.result;
    for (const zoneId of zoneIds) {
      await ruleset(`/zones/${zoneId}`, CUSTOM, block(`ip.src in $${name}`));
      const { name: host } = (await api.call('GET', `/zones/${zoneId}`)).body.result;
      hosts.push(host);
      const body = { name: host, default_pools: [poolId], fallback_pool: poolId };
      await api.call('POST', `/zones/${zoneId}/load_balancers`, { body });
    }
    const key = 'http.request.full_uri';
    await ruleset(`/accounts/${api.accountId}`, 'http_request_redirect', {
      action: 'redirect',
      expression: `${key} in $${redirects}`,
      action_parameters: { from_list: { name: redirects, key } },
    });
    const builder = snapshotBuilder();
    await builder.buildAll();
    const edge = await openTestEdge(builder.current(), { trustedProxies: ['127.0.0.1/32'] });
    const updates: Promise<void>[] = [];
    builder.onUpdate((update) => updates.push(edge.apply(update)));
    const changed = async (resourceId: string, action: 'update' | 'delete' = 'update') => {
      const owner = { accountId: api.accountId, zoneId: null };
      await builder.onChanges([{ seq: 1, action, resource: 'list', resourceId, ...owner }]);
      await Promise.all(updates);
    };
    try {
      const visits = (path = '/', headers = {}) =>
        Promise.all(hosts.map((host) => visit(edge.port, { path, headers: { host, ...headers } })));
      const statuses = async () => (await visits()).map(({ status }) => status);
      assert.deepEqual(await statuses(), [PASSED, PASSED]);
      await post(id, [{ ip: '127.0.0.0/8' }]);
      await changed(id);
      assert.deepEqual(await statuses(), [403, 403]);
      await put(id, []);
      await put(moved, [
        {
          redirect: {
            // The edge normalises this source to /old.
            source_url: `${hosts[1]}/%6fld`,
            target_url: 'https://new.test/here',
            subpath_matching: true,
            preserve_query_string: true,
            status_code: 308,
          },
        },
        // Some servers interpret these as another path.
        { redirect: { source_url: `${hosts[1]}/a%2Fb;v=1`, target_url: 'https://new.test/' } },
        { redirect: { source_url: `https://${hosts[1]}/tls`, target_url: 'https://new.test/' } },
      ]);
      await changed(id);
      await changed(moved);
      const [passed, redirected] = await visits('/old/page?a=1');
      assert.deepEqual([passed?.status, redirected?.status], [PASSED, 308]);
      assert.equal(redirected?.headers.location, 'https://new.test/here/page?a=1');
      assert.equal((await visits('/older'))[1]?.status, PASSED);
      assert.equal((await visits('/a%2fb;v=1'))[1]?.status, 301);
      assert.equal((await visits('/tls'))[1]?.status, PASSED);
      // The proxy in front of the edge sends the scheme of the visitor.
      assert.equal((await visits('/tls', { 'x-forwarded-proto': 'https' }))[1]?.status, 301);
    } finally {
      await edge.close();
    }
  });

  it('need the permission groups for lists', async () => {
    const token = async (groupId: string) => {
      const resources = { [`com.cloudflare.api.account.${api.accountId}`]: '*' };
      const policy = { effect: 'allow', permission_groups: [{ id: groupId }], resources };
      const body = { name: groupId, policies: [policy] };
      return (await api.call('POST', '/user/tokens', { body })).body.result.value;
    };
    const id = await newList('asn');
    const items = (as: string) =>
      api.call('PUT', `${base}/${id}/items`, { token: as, body: [{ asn: 1 }] });
    const reader = await token('4f1071168de8466e9808de86febfc516');
    const writer = await token('2edbf20661fd4661b0fe10e9e12f485c');
    assert.equal((await api.call('GET', `${base}/${id}/items`, { token: reader })).status, 200);
    const refused = await items(reader);
    assert.equal(refused.status, 403);
    assert.match(refused.body.errors[0].message, /Account Rule Lists Write/);
    assert.equal((await items(writer)).status, 200);
  });

  it('have operations that can only be read by id', async () => {
    const none = await api.call('GET', `${base}/bulk_operations/${'0'.repeat(32)}`);
    assert.deepEqual(refusal(none), [404, 21048, undefined]);
    const { operation_id: id } = (await put(await newList('ip'), [])).body.result;
    const account = (await api.call('POST', '/accounts', { body: { name: 'Other' } })).body.result;
    const other = `/accounts/${account.id}/rules/lists/bulk_operations`;
    assert.equal((await api.call('GET', `${base}/bulk_operations/${id}`)).status, 200);
    assert.deepEqual(refusal(await api.call('GET', `${other}/${id}`)), [404, 21048, undefined]);
  });
});
