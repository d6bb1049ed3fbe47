import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { describeOnEachDatabase } from '../support/databases.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const UNKNOWN = '0'.repeat(32);
const pathIs = (path: string) => `http.request.uri.path eq "${path}"`;

describeOnEachDatabase('filters and firewall rules', (kind) => {
  let api: TestApi;
  let zoneId: string;

  before(async () => {
    api = await openTestApi(kind);
    zoneId = await api.newZone();
  });
  after(() => api.close());

  async function call(method: string, path: string, body?: unknown, zone = zoneId) {
    const options = body === undefined ? {} : { body };
    return await api.call(method, `/zones/${zone}${path}`, options);
  }
  async function made(path: string, body: unknown, zone = zoneId) {
    const response = await call('POST', path, body, zone);
    assert.equal(response.status, 200, JSON.stringify(response.body));
    return response.body.result;
  }
  const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);

  describe('filters', () => {
    it('come back as they were sent', async () => {
      const sent = [
        { expression: pathIs('/f1'), paused: true, description: 'One', ref: 'F-1' },
        { expression: pathIs('/f2') },
      ];
      const [one, two] = await made('/filters', sent);
      assert.deepEqual(one, { id: one.id, ...sent[0] });
      assert.deepEqual(two, { id: two.id, ...sent[1], paused: false });
      assert.deepEqual((await call('GET', `/filters/${one.id}`)).body.result, one);
      const changed = await call('PUT', `/filters/${one.id}`, { id: one.id, ...sent[1], ref: 'x' });
      assert.deepEqual([changed.status, changed.body.errors[0].code], [400, 10102]);
      const twin = { expression: pathIs('/twin') };
      const twice = await call('POST', '/filters', [twin, twin]);
      const [error] = twice.body.errors;
      assert.deepEqual([error.code, error.source.pointer], [10102, '/1/expression']);
      assert.match(error.message, /^An earlier item of this call has the same expression/);
      const put = await call('PUT', `/filters/${one.id}`, { expression: pathIs('/f3') });
      assert.deepEqual(put.body.result, {
        id: one.id,
        expression: pathIs('/f3'),
        paused: false,
      });
      const patched = await call('PATCH', `/filters/${one.id}`, { description: 'New' });
      assert.deepEqual(patched.body.result, { ...put.body.result, description: 'New' });
      const all = await call('PUT', '/filters', [
        { ...patched.body.result, paused: true },
        { ...two, expression: pathIs('/f4') },
      ]);
      assert.deepEqual(
        all.body.result.map((each: { paused: boolean; expression: string }) => [
          each.paused,
          each.expression,
        ]),
        [
          [true, pathIs('/f3')],
          [false, pathIs('/f4')],
        ],
      );
    });

    it('are listed by their members', async () => {
      const zone = await api.newZone();
      const [a, b, c] = idsOf(
        await made(
          '/filters',
          [
            { expression: pathIs('/a'), description: 'Alpha', ref: 'r1' },
            { expression: 'ip.src eq 192.0.2.1', description: 'Alphabet', ref: 'r2' },
            { expression: pathIs('/c'), paused: true },
          ],
          zone,
        ),
      );
      const table = [
        ['', [a, b, c]],
        ['?description=ALPHA', [a, b]],
        ['?expression=ip.SRC', [b]],
        ['?ref=r1', [a]],
        ['?ref=r', []],
        ['?paused=true', [c]],
        ['?paused=false&description=bet', [b]],
        [`?id=${c}`, [c]],
        ['?page=2&per_page=5', []],
      ] as const;
      for (const [query, expected] of table) {
        const { body } = await call('GET', `/filters${query}`, undefined, zone);
        assert.deepEqual(idsOf(body.result).sort(), [...expected].sort(), query);
      }
      assert.equal((await call('GET', '/filters?per_page=4', undefined, zone)).status, 400);
    });

    it('are deleted one by one or by their ids, unless a rule uses them', async () => {
      const zone = await api.newZone();
      const [used, a, b, c] = await made(
        '/filters',
        ['/u', '/a', '/b', '/c'].map((path) => ({ expression: pathIs(path) })),
        zone,
      );
      const rule = { filter: { id: used.id }, action: 'block', description: 'Mine' };
      const [{ id: ruleId }] = await made('/firewall/rules', [rule], zone);
      const query = [used.id, a.id].map((id) => `id=${id}`).join('&');
      for (const path of [`/filters/${used.id}`, `/filters?${query}`]) {
        const refused = await call('DELETE', path, undefined, zone);
        assert.deepEqual([refused.status, refused.body.errors[0].code], [400, 11182]);
        assert.match(refused.body.errors[0].message, new RegExp(`"Mine" \\(${ruleId}\\)`));
      }
      const nameless = { filter: { id: used.id }, action: 'block', description: '' };
      await call('PUT', `/firewall/rules/${ruleId}`, nameless, zone);
      const { body } = await call('DELETE', `/filters/${used.id}`, undefined, zone);
      assert.match(body.errors[0].message, new RegExp(`firewall rule ${ruleId}\\.`));
      assert.equal((await call('GET', `/filters/${a.id}`, undefined, zone)).status, 200);
      const one = await call('DELETE', `/filters/${a.id}`, undefined, zone);
      assert.deepEqual(one.body.result, { id: a.id });
      const path = `/filters?id=${b.id}&id=${UNKNOWN}&id=${c.id}`;
      assert.deepEqual((await call('DELETE', path, undefined, zone)).body.result, [
        { id: b.id },
        { id: c.id },
      ]);
      assert.equal((await call('DELETE', path, undefined, zone)).status, 200);
      assert.equal((await call('DELETE', `/filters/${b.id}`, undefined, zone)).status, 404);
      assert.equal((await call('DELETE', '/filters', undefined, zone)).status, 400);
    });

    it('may have expressions of the greatest length', async () => {
      const expression = `http.host in {${Array.from({ length: 133 }, (_, n) => `"host-number-${n}.example.test"`).join(' ')}}`;
      assert.ok(expression.length > 3_900);
      await made('/filters', [{ expression }]);
    });
  });

  describe('firewall rules', () => {
    it('come back as they were sent, with their filters', async () => {
      const filter = { expression: pathIs('/r1'), description: 'Filter' };
      const sent = { action: 'block', priority: 5, description: 'Rule', ref: 'R', paused: true };
      const [rule] = await made('/firewall/rules', [{ ...sent, filter }]);
      const { id, created_on, modified_on, filter: stored, ...rest } = rule;
      assert.deepEqual(rest, sent);
      assert.equal(created_on, modified_on);
      assert.deepEqual(stored, { id: stored.id, ...filter, paused: false });
      assert.deepEqual((await call('GET', `/firewall/rules/${id}`)).body.result, rule);
      assert.equal((await call('GET', `/filters/${stored.id}`)).status, 200);
      assert.deepEqual((await call('DELETE', `/firewall/rules/${id}`)).body.result, { id });
      assert.equal((await call('GET', `/filters/${stored.id}`)).status, 200);
    });

    it('refer to filters, whose other members are not read', async () => {
      const [{ id }] = await made('/filters', [{ expression: pathIs('/r2') }]);
      // As one of the clients sends it.
      const body = {
        paused: false,
        description: '',
        action: 'allow',
        priority: null,
        filter: { id, expression: '', paused: false, description: '' },
        created_on: '0001-01-01T00:00:00Z',
        modified_on: '0001-01-01T00:00:00Z',
      };
      const [rule] = await made('/firewall/rules', [body]);
      assert.deepEqual([rule.filter.expression, rule.priority], [pathIs('/r2'), null]);
      const put = await call('PUT', `/firewall/rules/${rule.id}`, { ...rule, priority: 3 });
      assert.deepEqual([put.body.result.priority, put.body.messages], [3, []]);
      const replaced = await call('PUT', `/firewall/rules/${rule.id}`, {
        ...body,
        id: rule.id,
        action: 'challenge',
      });
      assert.deepEqual(
        [replaced.body.result.action, replaced.body.result.priority],
        ['challenge', null],
      );
    });

    it('are replaced together, and get new priorities together', async () => {
      const zone = await api.newZone();
      const bodies = ['/a', '/b'].map((path) => ({
        action: 'block',
        filter: { expression: pathIs(path) },
      }));
      const rules = await made('/firewall/rules', bodies, zone);
      const changed = rules.map((rule: object) => ({ ...rule, action: 'js_challenge' }));
      const put = await call('PUT', '/firewall/rules', changed, zone);
      const actions = put.body.result.map((each: { action: string }) => each.action);
      assert.deepEqual(actions, ['js_challenge', 'js_challenge']);
      const [a, b] = idsOf(rules);
      const prioritised = await call(
        'PATCH',
        '/firewall/rules',
        [
          { id: a, priority: 2 },
          { id: b, priority: 1, action: 'block' },
        ],
        zone,
      );
      const seen = prioritised.body.result.map((each: { priority: number; action: string }) => [
        each.priority,
        each.action,
      ]);
      assert.deepEqual(seen, [
        [2, 'js_challenge'],
        [1, 'js_challenge'],
      ]);
      assert.match(prioritised.body.messages[0].message, /\/1\/action/);
      const one = await call('PATCH', `/firewall/rules/${a}`, { priority: null }, zone);
      assert.deepEqual(one.body.result[0].priority, null);
    });

    it('are listed by their members', async () => {
      const zone = await api.newZone();
      const of = (path: string, more: object) => ({
        filter: { expression: pathIs(path) },
        ...more,
      });
      const [a, b, c] = idsOf(
        await made(
          '/firewall/rules',
          [
            of('/a', { action: 'block', description: 'Alpha' }),
            of('/b', { action: 'log', description: 'Alphabet' }),
            of('/c', { action: 'block', paused: true }),
          ],
          zone,
        ),
      );
      const table = [
        ['', [a, b, c]],
        ['?action=block', [a, c]],
        ['?description=BET', [b]],
        ['?paused=true', [c]],
        [`?id=${b}`, [b]],
      ] as const;
      for (const [query, expected] of table) {
        const { body } = await call('GET', `/firewall/rules${query}`, undefined, zone);
        assert.deepEqual(idsOf(body.result).sort(), [...expected].sort(), query);
        assert.equal(body.result_info.per_page, 25);
      }
      const path = `/firewall/rules?id=${a}&id=${UNKNOWN}&id=${c}`;
      const deleted = await call('DELETE', path, undefined, zone);
      assert.deepEqual(idsOf(deleted.body.result), [a, c]);
      assert.equal((await call('DELETE', path, undefined, zone)).status, 200);
    });

    const filter = { expression: pathIs('/refused') };
    const refused = [
      ['an action that is unknown', { action: 'ban', filter }, 11001, '/1/action'],
      [
        'products without bypass',
        { action: 'allow', products: ['waf'], filter },
        11186,
        '/1/products',
      ],
      ['bypass without products', { action: 'bypass', filter }, 11186, '/1/products'],
      [
        'a product that is unknown',
        { action: 'bypass', products: ['x'], filter },
        11001,
        '/1/products/0',
      ],
      ['no filter', { action: 'block' }, 11001, '/1/filter'],
      ['an empty filter', { action: 'block', filter: {} }, 11186, '/1/filter'],
      ['an unknown filter', { action: 'block', filter: { id: UNKNOWN } }, 11186, '/1/filter/id'],
      [
        'an expression that is invalid',
        { action: 'block', filter: { expression: 'http.host' } },
        11183,
        '/1/filter/expression',
      ],
      [
        'an expression that an earlier item has',
        { action: 'block', filter: { expression: pathIs('/first') } },
        10102,
        '/1/filter/expression',
      ],
      ['a negative priority', { action: 'block', filter, priority: -1 }, 11001, '/1/priority'],
      [
        'a priority that is too high',
        { action: 'block', filter, priority: 2 ** 31 },
        11001,
        '/1/priority',
      ],
      [
        'a long description',
        { action: 'block', filter, description: 'x'.repeat(501) },
        11001,
        '/1/description',
      ],
      ['a long ref', { action: 'block', filter, ref: 'x'.repeat(51) }, 11001, '/1/ref'],
    ] as const;
    for (const [what, item, code, pointer] of refused) {
      it(`are all refused if one has ${what}`, async () => {
        const counts = async () => {
          const rules = await call('GET', '/firewall/rules');
          const filters = await call('GET', '/filters');
          return [rules, filters].map(({ body }) => body.result_info.total_count);
        };
        const before = await counts();
        const first = { action: 'block', filter: { expression: pathIs('/first') } };
        const { status, body } = await call('POST', '/firewall/rules', [first, item]);
        const [error] = body.errors;
        assert.deepEqual([status, error.code, error.source?.pointer], [400, code, pointer]);
        assert.deepEqual(await counts(), before);
      });
    }

    for (const method of ['POST', 'PUT', 'PATCH']) {
      it(`are refused by ${method} if there are none`, async () => {
        const { status, body } = await call(method, '/firewall/rules', []);
        assert.deepEqual([status, body.errors[0].code], [400, 11001]);
        assert.match(body.errors[0].message, /^the body must not be empty$/);
      });
    }

    it('are limited in number, by plan and by call', async () => {
      const zone = await api.newZone('free');
      const of = (n: number) => ({ action: 'block', filter: { expression: pathIs(`/${n}`) } });
      const log = await call('POST', '/firewall/rules', [{ ...of(0), action: 'log' }], zone);
      assert.equal(log.body.errors[0].source.pointer, '/0/action');
      const rules = await made('/firewall/rules', [1, 2, 3, 4, 5].map(of), zone);
      const { status, body } = await call('POST', '/firewall/rules', [of(6)], zone);
      assert.deepEqual([status, body.errors[0].code], [400, 11185]);
      const filters = await call('GET', '/filters', undefined, zone);
      assert.equal(filters.body.result_info.total_count, 5);
      const twice = await call('PUT', '/firewall/rules', [rules[0], rules[0]], zone);
      assert.deepEqual([twice.status, twice.body.errors[0].source.pointer], [400, '/1/id']);
      const bypass = { ...of(1), action: 'bypass', products: ['waf'], filter: rules[0].filter };
      const put = await call('PUT', `/firewall/rules/${rules[0].id}`, bypass, zone);
      assert.match(put.body.messages[0].message, /bypass waf in rule 1 has no effect/);
      const many = await call('PUT', '/firewall/rules', Array(26).fill(rules[0]), zone);
      assert.deepEqual([many.status, many.body.errors[0].code], [400, 11001]);
      const unknown = [rules[0], { ...rules[1], id: UNKNOWN }];
      const missing = await call('PUT', '/firewall/rules', unknown, zone);
      assert.deepEqual([missing.status, missing.body.errors[0].source.pointer], [404, '/1']);
    });

    it('say which products have no effect, and which fields have no value', async () => {
      const { body } = await call('POST', '/firewall/rules', [
        {
          action: 'bypass',
          products: ['waf', 'hot', 'zoneLockdown'],
          filter: { expression: 'cf.bot_management.score lt 30' },
        },
      ]);
      const texts = body.messages.map(({ message }: { message: string }) => message);
      assert.match(texts[0], /bypass zoneLockdown, hot in rule 1 has no effect/);
      assert.ok(texts.some((text: string) => text.includes('cf.bot_management.score')));
    });

    it('are deleted with their zone', async () => {
      const zone = await api.newZone();
      await made('/firewall/rules', [{ action: 'block', filter: { expression: 'true' } }], zone);
      assert.equal((await api.call('DELETE', `/zones/${zone}`)).status, 200);
    });

    it('are in the audit log, and need the permission', async () => {
      const zone = await api.newZone();
      await made('/firewall/rules', [{ action: 'block', filter: { expression: 'true' } }], zone);
      const { body } = await api.call('GET', `/accounts/${api.accountId}/audit_logs?per_page=5`);
      const kinds = body.result.map((each: { resource: { type: string } }) => each.resource.type);
      assert.deepEqual(kinds.slice(0, 2).sort(), ['filter', 'firewall_rule']);
      const groups = await api.call(
        'GET',
        '/user/tokens/permission_groups?name=Firewall%20Services%20Read',
      );
      const token = await api.zoneToken(groups.body.result[0].id, zone);
      const path = `/zones/${zone}/firewall/rules`;
      assert.equal((await api.call('GET', path, { token })).status, 200);
      const body2 = [{ action: 'block', filter: { expression: 'ssl' } }];
      assert.equal((await api.call('POST', path, { token, body: body2 })).status, 403);
    });
  });
});
