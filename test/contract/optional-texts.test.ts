import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { describeOnEachDatabase } from '../support/databases.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

interface Kind {
  readonly what: string;
  /** `$ACCOUNT` and `$ZONE` stand for ids. */
  readonly path: string;
  /** The optional texts. */
  readonly texts: readonly string[];
  /** A body without them; `$POOL` stands for an id, `$NAME` for the name of the zone, `$N` for a host of its own. */
  readonly body: object;
  /** The method by which null removes a text; left out if no such call exists. */
  readonly change?: 'PUT' | 'PATCH';
  /** Whether an empty text stands for none, because clients send it for none. */
  readonly isEmptyAbsent?: boolean;
  /** Whether the path takes and returns arrays. */
  readonly isArray?: boolean;
  /** Whether creating one returns its id only. */
  readonly isIdOnly?: boolean;
}

const account = '/accounts/$ACCOUNT';
const zone = '/zones/$ZONE';
const block = { action: 'block', expression: 'http.host eq "a"' };
const origins = [{ name: 'one', address: '192.0.2.1' }];

const kinds: readonly Kind[] = [
  {
    what: 'monitor',
    path: `${account}/load_balancers/monitors`,
    texts: ['description', 'probe_zone'],
    body: { type: 'http' },
    change: 'PATCH',
  },
  {
    what: 'pool',
    path: `${account}/load_balancers/pools`,
    texts: ['description'],
    body: { name: 'texts', origins },
    change: 'PATCH',
  },
  {
    what: 'load balancer',
    path: `${zone}/load_balancers`,
    texts: ['description'],
    body: { name: 'www.$NAME', default_pools: ['$POOL'], fallback_pool: '$POOL' },
    change: 'PATCH',
  },
  {
    what: 'health check',
    path: `${zone}/healthchecks`,
    texts: ['description'],
    body: { name: 'texts', address: '192.0.2.1' },
    change: 'PATCH',
  },
  {
    what: 'list',
    path: `${account}/rules/lists`,
    texts: ['description'],
    body: { name: 'texts', kind: 'ip' },
    change: 'PUT',
    isEmptyAbsent: true,
  },
  {
    what: 'ruleset',
    path: `${account}/rulesets`,
    texts: ['description'],
    body: { name: 'texts', kind: 'custom', phase: 'http_request_firewall_custom', rules: [block] },
    change: 'PUT',
  },
  {
    what: 'notification policy',
    path: `${account}/alerting/v3/policies`,
    texts: ['description'],
    body: {
      name: 'texts',
      alert_type: 'load_balancing_health_alert',
      mechanisms: { email: [{ id: 'a@shop.test' }] },
    },
    change: 'PUT',
    isIdOnly: true,
  },
  {
    what: 'Web3 hostname',
    path: `${zone}/web3/hostnames`,
    texts: ['description', 'dnslink'],
    body: { name: 'rpc.$NAME', target: 'ethereum' },
    change: 'PATCH',
  },
  {
    what: 'filter',
    path: `${zone}/filters`,
    texts: ['description', 'ref'],
    body: { expression: 'http.host eq "b"' },
    isArray: true,
  },
  {
    what: 'firewall rule',
    path: `${zone}/firewall/rules`,
    texts: ['description', 'ref'],
    body: { action: 'block', filter: { expression: 'http.host eq "$N"' } },
    isArray: true,
  },
];

type Members = Readonly<Record<string, unknown>>;

/** Clients that compare a resource with a configuration see a difference where a text appears that nobody has sent. */
describeOnEachDatabase('optional texts', (database) => {
  let api: TestApi;
  const values: Record<string, string> = {};

  before(async () => {
    api = await openTestApi(database);
    const zoneId = await api.newZone('enterprise');
    const { name } = (await api.call('GET', `/zones/${zoneId}`)).body.result;
    Object.assign(values, { $ACCOUNT: api.accountId, $ZONE: zoneId, $NAME: name });
    const pools = `/accounts/${api.accountId}/load_balancers/pools`;
    const pool = await api.call('POST', pools, { body: { name: 'used', origins } });
    values['$POOL'] = pool.body.result.id;
  });
  after(() => api.close());

  let count = 0;
  const filled = (text: string) =>
    text.replace(/\$[A-Z]+/g, (name) => values[name] ?? (name === '$N' ? `host-${++count}` : name));

  for (const { what, path, texts, body, change, ...kind } of kinds) {
    const { isArray, isIdOnly, isEmptyAbsent } = kind;
    describe(`of a ${what}`, () => {
      const unset = Object.fromEntries(texts.map((name) => [name, undefined]));
      const empty = Object.fromEntries(texts.map((name) => [name, '']));
      const shown = (from: Members) => Object.fromEntries(texts.map((name) => [name, from[name]]));

      async function written(method: string, address: string, sent: object): Promise<Members> {
        const raw = filled(JSON.stringify(isArray ? [sent] : sent));
        const response = await api.call(method, filled(address), { raw });
        assert.ok(response.status < 300, JSON.stringify(response.body));
        const [result] = [response.body.result].flat();
        return isIdOnly ? await read(result.id) : result;
      }
      const read = async (id: unknown): Promise<Members> =>
        (await api.call('GET', `${filled(path)}/${id}`)).body.result;
      const removed = async (id: unknown) => {
        await api.call('DELETE', `${filled(path)}/${id}`);
      };

      it('are absent if they were not sent', async () => {
        const made = await written('POST', path, body);
        assert.deepEqual(shown(made), unset);
        assert.deepEqual(shown(await read(made['id'])), unset);
        const listed = (await api.call('GET', filled(path))).body.result as Members[];
        const found = listed.find(({ id }) => id === made['id']);
        assert.ok(found);
        assert.deepEqual(shown(found), unset);
        await removed(made['id']);
      });

      it('are empty if they were sent empty, and absent after null', async () => {
        const made = await written('POST', path, { ...body, ...empty });
        const expected = isEmptyAbsent ? unset : empty;
        assert.deepEqual(shown(made), expected);
        assert.deepEqual(shown(await read(made['id'])), expected);
        if (change) {
          const one = `${path}/${made['id']}`;
          const nothing = Object.fromEntries(texts.map((name) => [name, null]));
          const sent = change === 'PUT' ? { ...body, ...nothing } : nothing;
          assert.deepEqual(shown(await written(change, one, sent)), unset);
          assert.deepEqual(shown(await read(made['id'])), unset);
        }
        await removed(made['id']);
      });
    });
  }

  it('of a rule and a list item are kept as they were sent', async () => {
    const rules = [block, { ...block, description: '' }];
    const phase = filled(`${zone}/rulesets/phases/http_request_firewall_custom/entrypoint`);
    const saved = await api.call('PUT', phase, { body: { rules } });
    assert.deepEqual(
      saved.body.result.rules.map(({ description }: Members) => description),
      [undefined, ''],
    );
    const body = { name: 'comments', kind: 'ip' };
    const list = await api.call('POST', filled(`${account}/rules/lists`), { body });
    const items = filled(`${account}/rules/lists/${list.body.result.id}/items`);
    const sent = [{ ip: '192.0.2.1' }, { ip: '192.0.2.2', comment: '' }];
    await api.call('PUT', items, { body: sent });
    const found = (await api.call('GET', items)).body.result as Members[];
    assert.deepEqual(
      found
        .map(({ ip, comment }) => ({ ip, comment }))
        .toSorted((a, b) => (String(a.ip) < String(b.ip) ? -1 : 1)),
      [
        { ip: '192.0.2.1', comment: undefined },
        { ip: '192.0.2.2', comment: '' },
      ],
    );
  });

  it('of a pool always include the notification email', async () => {
    const pool = await api.call('GET', filled(`${account}/load_balancers/pools/$POOL`));
    assert.equal(pool.body.result.notification_email, '');
  });
});
