import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, it } from 'node:test';
import { permissionGroups } from '../../src/catalogs/permissions.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const SECRET = 's3cret-value';
const HMAC_SECRET = Buffer.from('an-hmac-key-of-many-different-bytes').toString('base64url');
const SIGNED = `not is_timed_hmac_valid_v0("${SECRET}", http.request.uri, 3600, http.request.timestamp.sec, 8)`;

interface Written {
  readonly what: string;
  /** Where it is created, with `$ACCOUNT`, `$ZONE` and `$POOL`. */
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly body: unknown;
  /** Where it is read; `$ID` is the id that the creation returned. */
  readonly readAt: readonly string[];
}

const lateTransform = '/zones/$ZONE/rulesets/phases/http_request_late_transform/entrypoint';
const responseHeaders = '/zones/$ZONE/rulesets/phases/http_response_headers_transform/entrypoint';
const customRules = '/zones/$ZONE/rulesets/phases/http_request_firewall_custom/entrypoint';
const managedRules = '/zones/$ZONE/rulesets/phases/http_request_firewall_managed/entrypoint';
const monitors = '/accounts/$ACCOUNT/load_balancers/monitors';
const balancers = '/zones/$ZONE/load_balancers';
const healthChecks = '/zones/$ZONE/healthchecks';
const policies = '/zones/$ZONE/page_shield/policies';

const headerRule = (change: object) => ({
  rules: [
    {
      action: 'rewrite',
      expression: 'true',
      action_parameters: { headers: { 'X-Origin-Key': change } },
    },
  ],
});

const table: readonly Written[] = [
  {
    what: 'header values of a monitor',
    method: 'POST',
    path: monitors,
    body: { header: { Host: ['www.shop.test'], Authorization: [SECRET, 'other'] } },
    readAt: [monitors, `${monitors}/$ID`],
  },
  {
    what: 'header values of a stand-alone health check',
    method: 'POST',
    path: healthChecks,
    body: {
      name: 'shop',
      address: '192.0.2.1',
      http_config: { header: { Host: ['www.shop.test'], Authorization: [SECRET, 'other'] } },
    },
    readAt: [healthChecks, `${healthChecks}/$ID`],
  },
  {
    what: 'header values of the preview of a health check',
    method: 'POST',
    path: `${healthChecks}/preview`,
    body: {
      name: 'shop',
      address: '192.0.2.1',
      http_config: { header: { Authorization: [SECRET] } },
    },
    readAt: [`${healthChecks}/preview/$ID`],
  },
  {
    what: 'the key in a rule of a zone',
    method: 'PUT',
    path: customRules,
    body: { rules: [{ action: 'block', expression: SIGNED }] },
    readAt: [
      customRules,
      `${customRules}/versions/1`,
      '/zones/$ZONE/rulesets/$ID',
      '/zones/$ZONE/rulesets/$ID/versions/1',
    ],
  },
  {
    what: 'the header value of a rule',
    method: 'PUT',
    path: lateTransform,
    body: headerRule({ operation: 'set', value: SECRET }),
    readAt: [lateTransform],
  },
  {
    what: 'the computed header value of a rule',
    method: 'PUT',
    path: responseHeaders,
    body: headerRule({ operation: 'set', expression: `concat("${SECRET}", http.host)` }),
    readAt: [responseHeaders],
  },
  {
    what: 'the key in a ruleset of the account, which its zones show',
    method: 'POST',
    path: '/accounts/$ACCOUNT/rulesets',
    body: {
      name: 'shared',
      kind: 'custom',
      phase: 'http_request_firewall_custom',
      rules: [{ action: 'block', expression: SIGNED }],
    },
    readAt: [
      '/accounts/$ACCOUNT/rulesets/$ID',
      '/zones/$ZONE/rulesets/$ID',
      '/zones/$ZONE/rulesets/$ID/versions/1',
    ],
  },
  {
    what: 'the key in a page policy',
    method: 'POST',
    path: policies,
    body: {
      description: 'signed',
      action: 'log',
      expression: SIGNED,
      enabled: true,
      value: "script-src 'self'",
    },
    readAt: [policies, `${policies}/$ID`],
  },
  {
    what: 'the key in a rule of a load balancer',
    method: 'POST',
    path: balancers,
    body: {
      name: 'www.$ZONENAME',
      default_pools: ['$POOL'],
      fallback_pool: '$POOL',
      rules: [{ name: 'signed', condition: SIGNED, overrides: { steering_policy: 'off' } }],
    },
    readAt: [balancers, `${balancers}/$ID`, '/accounts/$ACCOUNT/load_balancers'],
  },
];

describeOnEachDatabase('secrets and readers', (kind) => {
  let api: TestApi;
  let values: Record<string, string>;
  let tokens: Record<'reader' | 'writer' | 'zoneWriter', string>;

  const filled = (text: string, id = '') =>
    text.replace(/\$[A-Z]+/g, (name) => (name === '$ID' ? id : (values[name] ?? name)));

  async function token(suffix: 'Read' | 'Write', accountSuffix = suffix): Promise<string> {
    const groups = (scope: 'zone' | 'account', ending: string) =>
      permissionGroups
        .filter(({ name, scopes }) => scopes.includes(scope) && name.endsWith(ending))
        .map(({ id }) => ({ id }));
    const policy = (resource: string, permission_groups: object[]) => ({
      effect: 'allow',
      resources: { [resource]: '*' },
      permission_groups,
    });
    const body = {
      name: `${suffix} ${accountSuffix}`,
      policies: [
        policy(filled('com.cloudflare.api.account.zone.$ZONE'), groups('zone', suffix)),
        policy(filled('com.cloudflare.api.account.$ACCOUNT'), [
          ...groups('account', accountSuffix),
        ]),
      ],
    };
    return (await api.call('POST', '/user/tokens', { body })).body.result.value;
  }

  before(async () => {
    api = await openTestApi(kind);
    const zoneId = await api.newZone('enterprise');
    const { name } = (await api.call('GET', `/zones/${zoneId}`)).body.result;
    const pool = { name: 'pool', origins: [{ name: 'one', address: '192.0.2.1' }] };
    const pools = `/accounts/${api.accountId}/load_balancers/pools`;
    const { id } = (await api.call('POST', pools, { body: pool })).body.result;
    values = { $ACCOUNT: api.accountId, $ZONE: zoneId, $ZONENAME: name, $POOL: id };
    tokens = {
      reader: await token('Read'),
      writer: await token('Write'),
      zoneWriter: await token('Write', 'Read'),
    };
  });
  after(() => api.close());

  for (const { what, method, path, body, readAt } of table) {
    it(`shows ${what} to writers, and to nobody who may only read`, async () => {
      const raw = filled(JSON.stringify(body));
      const made = await api.call(method, filled(path), { raw, token: tokens.writer });
      assert.ok(made.status < 300, JSON.stringify(made.body));
      assert.match(JSON.stringify(made.body), new RegExp(SECRET));
      for (const address of readAt.map((each) => filled(each, made.body.result.id))) {
        const read = await api.call('GET', address, { token: tokens.reader });
        assert.equal(read.status, 200, address);
        const text = JSON.stringify(read.body);
        assert.ok(!text.includes(SECRET), `${address}: ${text}`);
        assert.ok(text.includes('(hidden)'), `${address}: ${text}`);
        const written = await api.call('GET', address, { token: tokens.writer });
        assert.ok(JSON.stringify(written.body).includes(SECRET), address);
      }
    });
  }

  it('hides secrets of the account from someone who may write only the zone', async () => {
    const shared = (await api.call('GET', filled('/accounts/$ACCOUNT/rulesets'))).body.result;
    const { id } = shared.find((each: { name: string }) => each.name === 'shared');
    const address = filled('/zones/$ZONE/rulesets/$ID', id);
    const read = await api.call('GET', address, { token: tokens.zoneWriter });
    assert.ok(!JSON.stringify(read.body).includes(SECRET));
  });

  it('hides the key in a filter of the previous firewall, also from searches and the audit log', async () => {
    const filters = filled('/zones/$ZONE/filters');
    const rules = filled('/zones/$ZONE/firewall/rules');
    const body = [{ action: 'block', filter: { expression: SIGNED } }];
    const made = await api.call('POST', rules, { body, token: tokens.writer });
    assert.equal(made.status, 200, JSON.stringify(made.body));
    const [rule] = made.body.result;
    const addresses = [
      filters,
      `${filters}/${rule.filter.id}`,
      `${filters}?expression=is_timed_hmac`,
      rules,
      `${rules}/${rule.id}`,
    ];
    for (const address of addresses) {
      const read = JSON.stringify((await api.call('GET', address, { token: tokens.reader })).body);
      assert.ok(read.includes('(hidden)') && !read.includes(SECRET), `${address}: ${read}`);
      const written = await api.call('GET', address, { token: tokens.writer });
      assert.ok(JSON.stringify(written.body).includes(SECRET), address);
    }
    const guess = `${filters}?expression=${SECRET.slice(0, 4)}`;
    assert.deepEqual((await api.call('GET', guess, { token: tokens.reader })).body.result, []);
    const twice = await api.call('POST', filters, { body: [{ expression: SIGNED }] });
    assert.equal(twice.status, 400, JSON.stringify(twice.body));
    const log = (await api.call('GET', filled('/accounts/$ACCOUNT/audit_logs?per_page=5'))).body;
    assert.ok(!JSON.stringify(log).includes(SECRET));
    await api.call('DELETE', `${rules}/${rule.id}`);
    await api.call('DELETE', `${filters}/${rule.filter.id}`);
  });

  it('hides the key in a rule that the migration of the firewall derives from a filter', async () => {
    const rules = filled('/zones/$ZONE/firewall/rules');
    const body = [{ action: 'bypass', products: ['waf'], filter: { expression: SIGNED } }];
    const [rule] = (await api.call('POST', rules, { body })).body.result;
    const address = filled('/zones/$ZONE/waf_migration/config?phase_two=1');
    const seenBy = async (token: string) =>
      JSON.stringify((await api.call('GET', address, { token })).body);
    const read = await seenBy(tokens.reader);
    assert.ok(read.includes('(hidden)') && !read.includes(SECRET), read);
    assert.ok((await seenBy(tokens.writer)).includes(SECRET));
    // Regression: with the placeholder as the key of the stored rule, anybody could have signed requests that it skips.
    const { result } = JSON.parse(read);
    const step = filled(`${managedRules}?waf_migration=1&phase_two=1`);
    const refused = await api.call('PUT', step, { body: result });
    assert.deepEqual([refused.status, refused.body.errors[0].code], [400, 20127]);
    assert.match(refused.body.errors[0].message, /the key in it is hidden: write the key/);
    await api.call('DELETE', `${rules}/${rule.id}`);
    await api.call('DELETE', filled(`/zones/$ZONE/filters/${rule.filter.id}`));
  });

  it('shows a rule that the migration keeps with its key to those who send it back', async () => {
    const entryPoint = filled(managedRules);
    const skip = { ruleset: 'current' };
    const rules = [{ action: 'skip', action_parameters: skip, expression: SIGNED }];
    assert.equal((await api.call('PUT', entryPoint, { body: { rules } })).status, 200);
    const address = filled('/zones/$ZONE/waf_migration/config?phase_two=1');
    const seenBy = async (token: string) =>
      JSON.stringify((await api.call('GET', address, { token })).body);
    const read = await seenBy(tokens.reader);
    assert.ok(read.includes('(hidden)') && !read.includes(SECRET), read);
    const written = await seenBy(tokens.writer);
    assert.ok(written.includes(SECRET) && !written.includes('(hidden)'), written);
    await api.call('PUT', entryPoint, { body: { rules: [] } });
  });

  it('keeps no secret readable in the database', async () => {
    const configuration = {
      title: 'Accounts',
      token_type: 'JWT',
      token_sources: ['http.request.headers["authorization"][0]'],
      credentials: { keys: [{ kty: 'oct', alg: 'HS256', kid: 'one', k: HMAC_SECRET }] },
    };
    const address = filled('/zones/$ZONE/token_validation/config');
    assert.equal((await api.call('POST', address, { body: configuration })).status, 200);
    const preview = { header: { Authorization: [SECRET] } };
    const pool = filled('/accounts/$ACCOUNT/load_balancers/pools/$POOL/preview');
    assert.equal((await api.call('POST', pool, { body: preview })).status, 200);

    const filters = filled('/zones/$ZONE/filters');
    const filter = { expression: SIGNED };
    assert.equal((await api.call('POST', filters, { body: [filter] })).status, 200);
    // The hash by which equal filters are found does not confirm a guessed key.
    const digest = hash('sha256', SIGNED, 'hex');

    const { read } = api.core.database;
    const tables = await read.introspection.getTables();
    assert.ok(tables.length > 20);
    for (const { name } of tables) {
      const rows = await read
        .selectFrom(name as 'zones')
        .selectAll()
        .execute();
      const text = JSON.stringify(rows);
      for (const secret of [SECRET, HMAC_SECRET, digest]) assert.ok(!text.includes(secret), name);
    }
  });
});
