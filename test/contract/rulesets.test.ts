import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fields } from '../../src/catalogs/fields/fields.ts';
import { isTokenName } from '../../src/catalogs/fields/token-fields.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { openTestApi, type TestApi, type TestResponse } from '../support/test-api.ts';

const CUSTOM = 'http_request_firewall_custom';
const MANAGED = 'http_request_firewall_managed';
const RESPONSE = 'http_response_firewall_managed';
const SENSITIVE_DATA = 'e22d83c647c64a3eae91b71b499d988e';
const CREDENTIALS = 'c2e184081120413c86c3ab7e14069605';
const CORE = '4814384a9e5d4991b9815dcfc25d2f1f';
/** RFC 9180, appendix A.2.1. */
const PUBLIC_KEY = 'QxDul9iMwfCIpVdsd6sM9cOseX89lROcbIS1QpxZZio=';
const CLOSING_RULE = '6179ae15870a4bb7b2d480d4843b323c';

type Json = Record<string, unknown>;

const log = (expression = 'true', more: Json = {}) => ({ action: 'log', expression, ...more });
const execute = (id: string, parameters: Json = {}, more: Json = {}) => ({
  action: 'execute',
  action_parameters: { id, ...parameters },
  expression: 'true',
  ...more,
});

describeOnEachDatabase('rulesets', (kind) => {
  let api: TestApi;
  let zones = 0;

  before(async () => {
    api = await openTestApi(kind);
  });
  after(() => api.close());

  /** A zone of its own for each test, so that tests do not see each other's entry points. */
  async function newZone(plan?: string): Promise<string> {
    zones += 1;
    const body = { name: `zone-${zones}.test`, account: { id: api.accountId } };
    const { id } = (await api.call('POST', '/zones', { body })).body.result;
    if (plan) await api.call('PATCH', `/zones/${id}`, { body: { plan: { id: plan } } });
    return `/zones/${id}/rulesets`;
  }

  async function entryPoint(
    rules: object[],
    phase = CUSTOM,
  ): Promise<{ at: string; base: string }> {
    const base = await newZone();
    const body = { name: 'test', kind: 'zone', phase, rules };
    const answer = await api.call('POST', base, { body });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return { at: `${base}/${answer.body.result.id}`, base };
  }

  const descriptions = (answer: TestResponse) =>
    answer.body.result.rules.map((rule: { description: string }) => rule.description);
  const ids = (answer: TestResponse) =>
    answer.body.result.rules.map((rule: { id: string }) => rule.id);

  function refused(answer: TestResponse, code: number, pointer?: string): void {
    const [error] = answer.body.errors;
    assert.deepEqual(
      [answer.status, error?.code, error?.source?.pointer],
      [400, code, pointer],
      JSON.stringify(answer.body),
    );
  }

  describe('deploying managed rulesets', () => {
    for (const [phase, id] of [
      [RESPONSE, SENSITIVE_DATA],
      [MANAGED, CREDENTIALS],
    ] as const) {
      it(`follows the recipe for ${phase}: 404, then a ruleset; 200, then a rule`, async () => {
        const base = await newZone();
        const at = `${base}/phases/${phase}/entrypoint`;
        const missing = await api.call('GET', at);
        assert.equal(missing.status, 404);
        assert.equal(missing.body.errors[0].code, 10003);
        assert.equal(
          missing.body.errors[0].message,
          `could not find entrypoint ruleset in the ${phase} phase`,
        );
        const rule = execute(id, {}, { description: 'Deployed' });
        const body = { name: 'My ruleset', description: '', kind: 'zone', phase, rules: [rule] };
        const created = (await api.call('POST', base, { body })).body.result;
        assert.equal(created.version, '1');
        assert.equal(created.source, 'firewall_managed');
        assert.deepEqual(created.rules[0].action_parameters, { id, version: 'latest' });
        assert.equal(created.rules[0].ref, created.rules[0].id);
        assert.deepEqual((await api.call('GET', at)).body.result, created);

        await api.call('PUT', at, { body: { rules: [] } });
        const added = await api.call('POST', `${base}/${created.id}/rules`, { body: rule });
        assert.equal(added.body.result.version, '3');
        assert.equal(added.body.result.rules.length, 1);
        assert.equal(added.body.result.rules[0].action_parameters.version, 'latest');
      });
    }

    it('accepts overrides of one rule, a tag and all rules', async () => {
      const base = await newZone();
      const managed = (await api.call('GET', `${base}/${CREDENTIALS}`)).body.result;
      const [guard, wordpress] = managed.rules;
      assert.equal(guard.action, 'block');
      assert.equal(wordpress.action, 'rewrite');
      const overrides = {
        action: 'managed_challenge',
        categories: [{ category: wordpress.categories[0], enabled: false }],
        rules: [
          { id: wordpress.id, enabled: false },
          { id: guard.id, action: 'log' },
        ],
      };
      const put = (parameters: Json) =>
        api.call('PUT', `${base}/phases/${MANAGED}/entrypoint`, {
          body: { rules: [execute(CREDENTIALS, parameters)] },
        });
      const written = (await put({ overrides })).body.result;
      assert.deepEqual(written.rules[0].action_parameters.overrides, overrides);

      const pointer = '/rules/0/action_parameters/overrides';
      refused(await put({ overrides: { action: 'rewrite' } }), 21017, `${pointer}/action`);
      refused(await put({ overrides: { action: 'nothing' } }), 21017, `${pointer}/action`);
      refused(await put({ overrides: {} }), 21014, pointer);
      refused(
        await put({ overrides: { rules: [{ id: '0'.repeat(32), enabled: false }] } }),
        21018,
        `${pointer}/rules/0/id`,
      );
      refused(await put({ overrides: { rules: [{ id: guard.id }] } }), 21014, `${pointer}/rules/0`);
      refused(
        await put({ overrides: { categories: [{ category: 'nope', enabled: true }] } }),
        21019,
        `${pointer}/categories/0/category`,
      );
      refused(
        await put({ overrides: { sensitivity_level: 'low' } }),
        21020,
        `${pointer}/sensitivity_level`,
      );
      refused(await put({ colour: 'red' }), 21001, '/rules/0/action_parameters/colour');
      refused(await put({ version: '99' }), 21016, '/rules/0/action_parameters/version');
    });

    it('refuses any action but log on sensitive data, and ignores a key for its findings', async () => {
      const base = await newZone();
      const managed = (await api.call('GET', `${base}/${SENSITIVE_DATA}`)).body.result;
      assert.ok(managed.rules.length >= 45);
      const put = (parameters: Json) =>
        api.call('PUT', `${base}/phases/${RESPONSE}/entrypoint`, {
          body: { rules: [execute(SENSITIVE_DATA, parameters)] },
        });
      const pointer = '/rules/0/action_parameters/overrides';
      for (const action of ['block', 'managed_challenge', 'rewrite']) {
        refused(await put({ overrides: { action } }), 21017, `${pointer}/action`);
        const rules = [{ id: managed.rules[0].id, action }];
        refused(await put({ overrides: { rules } }), 21017, `${pointer}/rules/0/action`);
      }
      const ignored = await put({ matched_data: { public_key: PUBLIC_KEY } });
      assert.equal(ignored.status, 200, JSON.stringify(ignored.body));
      const [rule] = ignored.body.result.rules;
      assert.deepEqual(rule.action_parameters.matched_data, { public_key: PUBLIC_KEY });
      assert.deepEqual(
        ignored.body.messages.map(({ code, message }: Json) => [
          code,
          String(message).includes(rule.id),
        ]),
        [[21050, true]],
      );
      const fine = await put({
        overrides: { action: 'log', rules: [{ id: managed.rules[0].id, enabled: true }] },
      });
      assert.equal(fine.status, 200, JSON.stringify(fine.body));
    });

    // Regression: rules about countries or bot scores were accepted without a notice, and never matched.
    it('has notices about fields without a value, with the rules that use them', async () => {
      const entryPoint = `${await newZone()}/phases/http_request_firewall_custom/entrypoint`;
      const rule = (expression: string) => ({ action: 'log', expression });
      const answer = await api.call('PUT', entryPoint, {
        body: {
          rules: [
            rule('ip.geoip.country eq "PT" and cf.bot_management.score lt 10'),
            rule('not ip.src.country in {"PT" "ES"}'),
            rule('http.host eq "ip.src.asnum" and cf.zone.plan eq "ENT"'),
          ],
        },
      });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      const [first, second] = answer.body.result.rules;
      const text = (field: string, rules: string) =>
        `Palisade has no data for ${field}: comparisons with it are false, and their negations true. It is used in ${rules}`;
      const constant = (rule: string, result: boolean) =>
        `Because of this, the condition of ${rule} is ${result} for every request`;
      const [one, two] = [`rule ${first.id}`, `rule ${second.id}`];
      assert.deepEqual(
        answer.body.messages.map(({ code, message }: Json) => [code, message]),
        [
          [21051, text('ip.src.country', `${one}, ${two}`)],
          [21051, text('cf.bot_management.score', one)],
          [21053, constant(two, true)],
          [21053, constant(one, false)],
        ],
      );
    });

    it('accepts every field and function of the language, also those without a value', async () => {
      const comparisons = {
        Bool: (value: string) => value,
        Int: (value: string) => `${value} eq 1`,
        String: (value: string) => `${value} eq "x"`,
      } as const;
      const compare = (name: string, type: string): string => {
        const scalar = /(Bool|Int|String)>*$/.exec(type)?.[1] as keyof typeof comparisons;
        const inner = type.replace(/^Map</, '');
        const entry = inner === type ? name : `${name}["x"]`;
        const value = comparisons[scalar](inner.startsWith('Array') ? `${entry}[*]` : entry);
        return inner.startsWith('Array') ? `any(${value})` : value;
      };
      const unfilled = fields.filter(
        ({ name, isUnfilled, side }) => (isUnfilled || isTokenName(name)) && side !== 'response',
      );
      const expressions = [
        ...unfilled.map(({ name, type }) => compare(name, type)),
        'bit_slice("tcp", 96, 4) eq 5',
        'is_jwt_present("c")',
        'not is_jwt_valid("c")',
      ];
      const entryPoint = `${await newZone()}/phases/http_request_firewall_custom/entrypoint`;
      const rules = expressions.map((expression) => ({ action: 'log', expression }));
      const answer = await api.call('PUT', entryPoint, { body: { rules } });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      const named = answer.body.messages
        .filter(({ code }: Json) => code === 21051)
        .map(({ message }: Json) => /^Palisade has no data for (\S+):/.exec(String(message))?.[1]);
      const expected = unfilled.map(({ name, aliasOf = name }) => aliasOf);
      assert.deepEqual(
        new Set(named),
        new Set([...expected, 'bit_slice', 'is_jwt_present("c")', 'is_jwt_valid("c")']),
      );
      assert.ok(named.length > 90, String(named.length));
    });

    it('accepts preserve_duplicates for logged headers, also null', async () => {
      const entryPoint = `${await newZone()}/phases/http_log_custom_fields/entrypoint`;
      const put = async (fields: Json) => {
        const rule = {
          action: 'log_custom_field',
          expression: 'true',
          action_parameters: { response_fields: [fields], raw_response_fields: [fields] },
        };
        const { status, body } = await api.call('PUT', entryPoint, { body: { rules: [rule] } });
        return status === 200 ? body.result.rules[0].action_parameters : body.errors[0].source;
      };
      const kept = { name: 'set-cookie', preserve_duplicates: true };
      assert.deepEqual(await put(kept), { response_fields: [kept], raw_response_fields: [kept] });
      const { response_fields: plain } = await put({ ...kept, preserve_duplicates: null });
      assert.deepEqual(plain, [{ name: 'set-cookie' }]);
      assert.deepEqual(await put({ ...kept, preserve_duplicates: 'yes' }), {
        pointer: '/rules/0/action_parameters/response_fields/0/preserve_duplicates',
      });
    });

    it('has the notice in the validation of an expression', async () => {
      const check = async (expression: string) => {
        const { body } = await api.call('POST', '/filters/validate-expr', { body: { expression } });
        return body.messages.map(({ code }: Json) => code);
      };
      assert.deepEqual(await check('cf.client.bot or ssl'), [21051]);
      assert.deepEqual(await check('cf.client.bot and ssl'), [21051, 21053]);
      assert.deepEqual(await check('ssl'), []);
    });

    it('has notices about rules without effect in a dry run as well, by their position', async () => {
      const at = (base: string, phase: string) => `${base}/phases/${phase}/entrypoint?dry_run=true`;
      const base = await newZone();
      const codes = async (phase: string, rules: readonly Json[]) => {
        const answer = await api.call('PUT', at(base, phase), { body: { rules } });
        assert.deepEqual([answer.status, answer.body.result], [200, null]);
        return answer.body.messages.map(({ code, message }: Json) => [code, message]);
      };
      const rules = ['ssl', 'ip.src.country eq "PT"'].map((expression) => ({
        action: 'log',
        expression,
      }));
      assert.deepEqual(await codes('http_request_firewall_custom', rules), [
        [
          21051,
          'Palisade has no data for ip.src.country: comparisons with it are false, and their negations true. It is used in rule 2',
        ],
        [21053, 'Because of this, the condition of rule 2 is false for every request'],
      ]);
    });

    const idle: readonly (readonly [phase: string, rule: Json])[] = [
      ['http_config_settings', { action: 'set_config', action_parameters: { ssl: 'full' } }],
      [
        'http_request_cache_settings',
        { action: 'set_cache_settings', action_parameters: { cache: false } },
      ],
      [
        'http_response_compression',
        {
          action: 'compress_response',
          action_parameters: { algorithms: [{ name: 'gzip' }] },
        },
      ],
    ];
    for (const [phase, rule] of idle) {
      it(`has a notice that rules of ${phase} have no effect, also in a dry run`, async () => {
        const entryPoint = `${await newZone()}/phases/${phase}/entrypoint`;
        const body = { rules: [{ ...rule, expression: 'true' }] };
        for (const path of [`${entryPoint}?dry_run=true`, entryPoint]) {
          const answer = await api.call('PUT', path, { body });
          assert.equal(answer.status, 200, JSON.stringify(answer.body));
          assert.deepEqual(
            answer.body.messages.map(({ code }: Json) => code),
            [21052],
          );
        }
        const empty = await api.call('PUT', entryPoint, { body: { rules: [] } });
        assert.deepEqual(empty.body.messages, []);
      });
    }

    const idleDeployments: readonly (readonly [
      what: string,
      id: string,
      overrides: Json,
      reason: RegExp | undefined,
    ])[] = [
      [
        'whose overrides disable all rules',
        CREDENTIALS,
        { enabled: false },
        /^To execute the ruleset "Exposed Credentials Check" in rule \S+ has no effect: its "overrides" disable/,
      ],
      [
        'whose closing rule is disabled',
        CORE,
        { rules: [{ id: CLOSING_RULE, enabled: false }] },
        /the rule that acts on the score is disabled/,
      ],
      [
        'with nothing but the closing rule',
        CORE,
        { enabled: false, rules: [{ id: CLOSING_RULE, enabled: true }] },
        /no rule that adds to the score is enabled/,
      ],
      ['with its defaults', CORE, { enabled: true }, undefined],
    ];
    // Regression: a deployment of which every rule was disabled was accepted without a notice.
    for (const [what, id, overrides, reason] of idleDeployments) {
      it(`has ${reason ? 'a' : 'no'} notice about a deployment ${what}`, async () => {
        const path = `${await newZone()}/phases/${MANAGED}/entrypoint`;
        const put = async (more: Json) => {
          const rules = [execute(id, { overrides }, more)];
          const { status, body } = await api.call('PUT', path, { body: { rules } });
          assert.equal(status, 200, JSON.stringify(body));
          return body.messages;
        };
        const [message, ...others] = await put({});
        assert.deepEqual([message?.code, others], [reason && 21057, []]);
        if (reason) assert.match(message.message, reason);
        assert.deepEqual(await put({ enabled: false }), [], 'the deployment itself is disabled');
      });
    }

    it('has a notice about a deployed ruleset of the account without enabled rules', async () => {
      const rules = [log('true', { enabled: false })];
      const body = { name: 'own', kind: 'custom', phase: CUSTOM, rules };
      const account = `/accounts/${api.accountId}/rulesets`;
      const { id } = (await api.call('POST', account, { body })).body.result;
      await api.call('PUT', `${account}/${id}`, { body: { rules: [] } });
      await api.call('PUT', `${account}/${id}`, { body: { rules: [log()] } });
      const path = `${await newZone()}/phases/${CUSTOM}/entrypoint?dry_run=true`;
      const reasonOf = async (version: string) => {
        const sent = { rules: [execute(id, { version })] };
        const [message] = (await api.call('PUT', path, { body: sent })).body.messages;
        return message && [message.code, message.message];
      };
      const idle = 'To execute the ruleset "own" in rule 1 has no effect:';
      assert.deepEqual(await reasonOf('1'), [21057, `${idle} none of its rules is enabled`]);
      assert.deepEqual(await reasonOf('2'), [21057, `${idle} it has no rules`]);
      assert.deepEqual(await reasonOf('latest'), undefined);
    });

    it('has a notice about products that nothing here checks', async () => {
      const skip = { products: ['waf', 'hot', 'bic'] };
      const rule = { action: 'skip', expression: 'true', action_parameters: skip };
      const path = `${await newZone()}/phases/${CUSTOM}/entrypoint`;
      const { body } = await api.call('PUT', path, { body: { rules: [rule] } });
      assert.deepEqual(
        body.messages.map(({ code }: Json) => code),
        [11064],
      );
      assert.match(body.messages[0].message, /^To bypass hot, bic in rule /);
    });

    it('accepts a valid public key for matched data', async () => {
      const base = await newZone();
      const put = (key: unknown) =>
        api.call('PUT', `${base}/phases/${MANAGED}/entrypoint`, {
          body: { rules: [execute(CREDENTIALS, { matched_data: { public_key: key } })] },
        });
      const fine = await put(PUBLIC_KEY);
      assert.deepEqual([fine.status, fine.body.messages], [200, []], JSON.stringify(fine.body));
      const pointer = '/rules/0/action_parameters/matched_data/public_key';
      const raw = Buffer.from(PUBLIC_KEY, 'base64');
      for (const key of [
        '',
        7,
        'x',
        raw.toString('hex'),
        raw.toString('base64url'),
        raw.subarray(1).toString('base64'),
        Buffer.concat([raw, raw]).toString('base64'),
        ` ${PUBLIC_KEY}`,
        // A low-order point, with which the shared secret is the same for everybody.
        Buffer.alloc(32).toString('base64'),
      ]) {
        refused(await put(key), 21014, pointer);
      }
    });

    it('accepts another threshold for the last rule of the core ruleset', async () => {
      const base = await newZone();
      const rules = [{ id: CLOSING_RULE, action: 'log', score_threshold: 60 }];
      const categories = [2, 3, 4].map((n) => ({
        category: `paranoia-level-${n}`,
        enabled: false,
      }));
      const put = (overrides: Json) =>
        api.call('PUT', `${base}/phases/${MANAGED}/entrypoint`, {
          body: { rules: [execute(CORE, { overrides })] },
        });
      const answer = await put({ rules, categories });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      const pointer = '/rules/0/action_parameters/overrides/categories/0/action';
      refused(
        await put({ categories: [{ category: 'paranoia-level-3', action: 'log' }] }),
        21020,
        pointer,
      );
    });

    it('shows managed rulesets without expressions, by tag, and never changes them', async () => {
      const base = await newZone();
      const managed = (await api.call('GET', `${base}/${CREDENTIALS}`)).body.result;
      assert.equal(managed.kind, 'managed');
      assert.equal(managed.rules.length, 10);
      for (const rule of managed.rules) {
        assert.equal(rule.expression, undefined);
        assert.ok(rule.id && rule.ref && rule.version && rule.description && rule.categories);
      }
      const versions = (await api.call('GET', `${base}/${CREDENTIALS}/versions`)).body.result;
      assert.equal(versions.length, 1);
      const tag = managed.rules[1].categories[0];
      const tagged = await api.call(
        'GET',
        `${base}/${CREDENTIALS}/versions/${managed.version}/by_tag/${tag}`,
      );
      assert.deepEqual(
        ids(tagged),
        managed.rules
          .filter((rule: { categories: string[] }) => rule.categories.includes(tag))
          .map((rule: { id: string }) => rule.id),
      );
      const ofAccount = await api.call(
        'GET',
        `/accounts/${api.accountId}/rulesets/${CREDENTIALS}/versions/${managed.version}/by_tag/${tag}`,
      );
      assert.deepEqual(ofAccount.body.result, tagged.body.result);
      const none = await api.call('GET', `${base}/${CREDENTIALS}/versions/99`);
      assert.equal(none.status, 404);
      refused(await api.call('PUT', `${base}/${CREDENTIALS}`, { body: { rules: [] } }), 21007);
      refused(await api.call('DELETE', `${base}/${CREDENTIALS}`), 21007);
      refused(await api.call('POST', `${base}/${CREDENTIALS}/rules`, { body: log() }), 21007);
      const body = { name: 'x', kind: 'managed', phase: MANAGED };
      refused(await api.call('POST', base, { body }), 21006, '/kind');
    });

    it('executes each managed ruleset once in a zone', async () => {
      const base = await newZone();
      const body = { rules: [execute(CREDENTIALS), execute(CREDENTIALS)] };
      refused(await api.call('PUT', `${base}/phases/${MANAGED}/entrypoint`, { body }), 20014);
      refused(
        await api.call('PUT', `${base}/phases/${MANAGED}/entrypoint`, {
          body: { rules: [execute(SENSITIVE_DATA)] },
        }),
        21015,
        '/rules/0/action_parameters/id',
      );
    });
  });

  describe('entry points', () => {
    it('exist once per phase', async () => {
      const { base } = await entryPoint([]);
      const body = { name: 'second', kind: 'zone', phase: CUSTOM };
      const second = await api.call('POST', base, { body });
      refused(second, 20217, '/kind');
      assert.equal(
        second.body.errors[0].message,
        `'zone' is not a valid value for kind because exceeded maximum number of zone rulesets for phase ${CUSTOM}`,
      );
    });

    it('are created by a PUT, and lists of versions are empty before', async () => {
      const base = await newZone();
      const at = `${base}/phases/${CUSTOM}/entrypoint`;
      assert.deepEqual((await api.call('GET', `${at}/versions`)).body.result, []);
      assert.equal((await api.call('GET', `${at}/versions/1`)).status, 404);
      const made = (await api.call('PUT', at, { body: { rules: [log()] } })).body.result;
      assert.deepEqual([made.name, made.kind, made.version], ['default', 'zone', '1']);
      assert.equal((await api.call('GET', `${at}/versions/1`)).body.result.rules.length, 1);
      const unknown = await api.call('GET', `${base}/phases/nothing/entrypoint`);
      assert.deepEqual([unknown.status, unknown.body.errors[0].code], [404, 7003]);
    });

    it('have one winner when many create them at once', async () => {
      const base = await newZone();
      const body = { name: 'race', kind: 'zone', phase: CUSTOM };
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => api.call('POST', base, { body })),
      );
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
      assert.ok(answers.every(({ status }) => status === 200 || status === 400));
    });
  });

  describe('a written ruleset', () => {
    it('is returned as it was sent, with read-only members added', async () => {
      const rule = {
        action: 'block',
        action_parameters: {
          response: { status_code: 418, content: 'no', content_type: 'text/plain' },
        },
        expression: 'http.host eq "a.test"',
        description: 'Teapot',
        enabled: false,
        ref: 'my-ref',
        logging: { enabled: true },
      };
      const { at } = await entryPoint([rule]);
      const read = (await api.call('GET', at)).body.result.rules[0];
      const { id, version, last_updated: updated, ...rest } = read;
      assert.deepEqual(rest, rule);
      assert.match(id, /^[0-9a-f]{32}$/);
      assert.equal(version, '1');
      assert.match(updated, /^\d{4}-.*\.\d{6}Z$/);
    });

    it('has no member that was not sent', async () => {
      const { at } = await entryPoint([{ action: 'log', expression: 'ssl' }]);
      const [rule] = (await api.call('GET', at)).body.result.rules;
      assert.deepEqual(Object.keys(rule).sort(), [
        'action',
        'enabled',
        'expression',
        'id',
        'last_updated',
        'ref',
        'version',
      ]);
    });

    it('changes nothing but the version of the ruleset when it is sent again', async () => {
      const base = await newZone();
      const at = `${base}/phases/${MANAGED}/entrypoint`;
      const body = { name: 'same', rules: [execute(CREDENTIALS, {}, { ref: 'ecc' })] };
      const first = (await api.call('PUT', at, { body })).body.result;
      await api.clock.advance(5_000);
      const second = (await api.call('PUT', at, { body })).body.result;
      assert.deepEqual(second.rules, first.rules);
      assert.deepEqual([first.version, second.version], ['1', '2']);
      const third = (await api.call('PUT', at, { body: second })).body.result;
      assert.deepEqual(third.rules, first.rules);
    });
  });

  describe('rule identity in a PUT', () => {
    it('is determined by id, then by ref; an id alone keeps the rule; all others are new', async () => {
      const { at } = await entryPoint([
        log('true', { description: 'a', ref: 'a' }),
        log('true', { description: 'b', ref: 'b' }),
        log('true', { description: 'c', ref: 'c' }),
      ]);
      const [a, b, c] = (await api.call('GET', at)).body.result.rules;
      await api.clock.advance(1_000);
      const rules = [
        { id: c.id },
        { ...log('ssl', { description: 'a2' }), id: a.id },
        log('true', { description: 'b', ref: 'b' }),
        { ...log('true', { description: 'd' }), id: '', version: '', ref: '' },
      ];
      const after = (await api.call('PUT', at, { body: { rules } })).body.result;
      assert.deepEqual(after.rules[0], c);
      assert.deepEqual([after.rules[1].id, after.rules[1].version], [a.id, '2']);
      assert.equal(after.rules[1].ref, a.id, 'a definition without ref has none of its own');
      assert.notEqual(after.rules[1].last_updated, a.last_updated);
      assert.deepEqual(after.rules[2], b);
      assert.ok(![a.id, b.id, c.id].includes(after.rules[3].id));
      assert.equal(after.rules[3].version, '1');
    });

    it('refuses unknown ids and duplicate refs', async () => {
      const { at } = await entryPoint([log()]);
      const put = (rules: object[]) => api.call('PUT', at, { body: { rules } });
      refused(await put([{ id: 'f'.repeat(32) }]), 21030, '/rules/0/id');
      refused(
        await put([log('ssl', { ref: 'x' }), log('ssl', { ref: 'x' })]),
        21029,
        '/rules/1/ref',
      );
      const [known] = (await api.call('GET', at)).body.result.rules;
      refused(await put([{ id: known.id }, { id: known.id }]), 21029, '/rules/1/id');
    });

    it('treats empty texts as absent, and does not match a rule named by id through its old ref', async () => {
      const { at } = await entryPoint([log('true', { ref: 'a' }), log('ssl', { ref: 'b' })]);
      const [a, b] = (await api.call('GET', at)).body.result.rules;
      const kept = await api.call('PUT', at, {
        body: { rules: [{ id: a.id, version: '', ref: '' }, { id: b.id }] },
      });
      assert.deepEqual(kept.body.result.rules, [a, b]);
      const rules = [{ ...log('true', { ref: 'x' }), id: a.id }, log('true', { ref: 'a' })];
      const swapped = (await api.call('PUT', at, { body: { rules } })).body.result.rules;
      assert.deepEqual([swapped[0].id, swapped[0].ref], [a.id, 'x']);
      assert.notEqual(swapped[1].id, a.id);
      assert.equal(swapped[1].ref, 'a');
    });

    it('keeps all rules if the member is omitted, and removes rules that the list omits', async () => {
      const { at } = await entryPoint([log(), log('ssl')]);
      const kept = await api.call('PUT', at, { body: { description: 'new' } });
      assert.equal(kept.body.result.rules.length, 2);
      assert.equal(kept.body.result.description, 'new');
      assert.equal(
        (await api.call('PUT', at, { body: { rules: [] } })).body.result.rules.length,
        0,
      );
    });

    it('cannot change kind and phase', async () => {
      const { at } = await entryPoint([]);
      refused(await api.call('PUT', at, { body: { kind: 'custom' } }), 21005, '/kind');
      refused(await api.call('PUT', at, { body: { phase: MANAGED } }), 21005, '/phase');
      assert.equal(
        (await api.call('PUT', at, { body: { kind: 'zone', phase: CUSTOM } })).status,
        200,
      );
    });
  });

  describe('one rule', () => {
    it('is replaced by a PATCH, not merged', async () => {
      const { at } = await entryPoint([log('true', { description: 'old', ref: 'r' })]);
      const [rule] = (await api.call('GET', at)).body.result.rules;
      const patch = (body: object) => api.call('PATCH', `${at}/rules/${rule.id}`, { body });
      const [after] = (await patch({ action: 'block', expression: 'ssl' })).body.result.rules;
      assert.deepEqual(
        [after.id, after.version, after.action, after.description, after.ref],
        [rule.id, '2', 'block', undefined, rule.id],
      );
      const parametersOnly = await patch({ action_parameters: {} });
      refused(parametersOnly, 21012, '/action');
      assert.equal(
        parametersOnly.body.errors[0].message,
        'action is required for action parameters',
      );
      refused(await patch({ action: 'log' }), 20125, '/expression');
      const missing = await api.call('PATCH', `${at}/rules/${'0'.repeat(32)}`, { body: log() });
      assert.equal(missing.status, 404);
      refused(await patch({}), 21035);
      await api.call('POST', `${at}/rules`, { body: log('ssl', { ref: 'taken' }) });
      refused(await patch(log('ssl', { ref: 'taken' })), 21029, '/ref');
      const again = log('ssl', { ref: 'taken' });
      refused(await api.call('POST', `${at}/rules`, { body: again }), 21029, '/ref');
    });

    it('is deleted, and the response has the other rules', async () => {
      const { at } = await entryPoint([
        log('true', { description: 'a' }),
        log('true', { description: 'b' }),
      ]);
      const [first] = ids(await api.call('GET', at));
      const answer = await api.call('DELETE', `${at}/rules/${first}`);
      assert.equal(answer.status, 200);
      assert.deepEqual(descriptions(answer), ['b']);
      assert.equal(answer.body.result.version, '2');
      assert.equal((await api.call('DELETE', `${at}/rules/${first}`)).status, 404);
    });
  });

  describe('positions', () => {
    /** `$n` is the id of rule n; rules are a, b, c, d. */
    const moves: readonly [string, string, Json, string][] = [
      ['a', 'to the first position', { before: '' }, 'abcd'],
      ['d', 'to the first position', { before: '' }, 'dabc'],
      ['a', 'to the last position', { after: '' }, 'bcda'],
      ['d', 'to the last position', { after: '' }, 'abcd'],
      ['a', 'before c', { before: '$2' }, 'bacd'],
      ['a', 'after c', { after: '$2' }, 'bcad'],
      ['d', 'before b', { before: '$1' }, 'adbc'],
      ['d', 'after a', { after: '$0' }, 'adbc'],
      ['a', 'to index 3', { index: 3 }, 'bcad'],
      ['a', 'to index 1', { index: 1 }, 'abcd'],
      ['a', 'to index 4', { index: 4 }, 'bcda'],
      ['d', 'to index 1', { index: 1 }, 'dabc'],
      ['c', 'to index 2', { index: 2 }, 'acbd'],
    ];
    const four = ['a', 'b', 'c', 'd'].map((description) => log('true', { description }));

    for (const [name, what, position, expected] of moves) {
      it(`move ${name} ${what} ${JSON.stringify(position)}: ${expected}`, async () => {
        const { at } = await entryPoint(four);
        const before = (await api.call('GET', at)).body.result.rules;
        const id = before.find((rule: { description: string }) => rule.description === name).id;
        const text = JSON.stringify({ position }).replace(/\$(\d)/, (_, n) => before[Number(n)].id);
        const moved = await api.call('PATCH', `${at}/rules/${id}`, { raw: text });
        assert.deepEqual(descriptions(moved).join(''), expected, JSON.stringify(moved.body));
        for (const rule of moved.body.result.rules) {
          assert.equal(rule.version, '1', 'moving does not change the definition');
        }
        assert.equal(moved.body.result.version, '2');
      });
    }

    const inserts: readonly [Json | undefined, string][] = [
      [undefined, 'abcdx'],
      [{ before: '' }, 'xabcd'],
      [{ after: '' }, 'abcdx'],
      [{ before: '$1' }, 'axbcd'],
      [{ after: '$1' }, 'abxcd'],
      [{ index: 1 }, 'xabcd'],
      [{ index: 5 }, 'abcdx'],
    ];
    for (const [position, expected] of inserts) {
      it(`add at ${JSON.stringify(position) ?? 'no position'}: ${expected}`, async () => {
        const { at } = await entryPoint(four);
        const before = (await api.call('GET', at)).body.result.rules;
        const rule = { ...log('true', { description: 'x' }), ...(position && { position }) };
        const raw = JSON.stringify(rule).replace(/\$(\d)/, (_, n) => before[Number(n)].id);
        assert.equal(
          descriptions(await api.call('POST', `${at}/rules`, { raw })).join(''),
          expected,
        );
      });
    }

    const faults: readonly [Json, number, string][] = [
      [{}, 21031, '/position'],
      [{ before: '', after: '' }, 21031, '/position'],
      [{ before: '', index: 1 }, 21031, '/position'],
      [{ index: 0 }, 21032, '/position/index'],
      [{ index: -1 }, 21032, '/position/index'],
      [{ index: 5 }, 21032, '/position/index'],
      [{ index: 1.5 }, 11001, '/position/index'],
      [{ index: '1' }, 11001, '/position/index'],
      [{ before: 'f'.repeat(32) }, 21033, '/position/before'],
      [{ after: 'nothing' }, 21033, '/position/after'],
      [{ before: '$0' }, 21034, '/position/before'],
      [{ middle: true }, 21001, '/position/middle'],
    ];
    it('that are invalid are refused', async () => {
      const { at } = await entryPoint(four);
      const before = (await api.call('GET', at)).body.result.rules;
      for (const [position, code, pointer] of faults) {
        const raw = JSON.stringify({ position }).replace(/\$(\d)/, (_, n) => before[Number(n)].id);
        refused(await api.call('PATCH', `${at}/rules/${before[0].id}`, { raw }), code, pointer);
      }
      assert.equal((await api.call('GET', at)).body.result.version, '1', 'nothing was written');
    });
  });

  describe('versions', () => {
    it('are listed, read and deleted, and numbers are never reused', async () => {
      const { at } = await entryPoint([log('true', { description: 'one' })]);
      await api.call('POST', `${at}/rules`, { body: log('ssl', { description: 'two' }) });
      await api.call('PUT', at, { body: { description: 'three' } });
      const list = (await api.call('GET', `${at}/versions`)).body.result;
      assert.deepEqual(
        list.map((each: { version: string; rules?: unknown }) => [each.version, each.rules]),
        [
          ['1', undefined],
          ['2', undefined],
          ['3', undefined],
        ],
      );
      assert.deepEqual(descriptions(await api.call('GET', `${at}/versions/1`)), ['one']);
      assert.deepEqual(descriptions(await api.call('GET', `${at}/versions/2`)), ['one', 'two']);
      const deleted = await api.call('DELETE', `${at}/versions/2`);
      assert.deepEqual([deleted.status, deleted.body], [204, undefined]);
      assert.equal((await api.call('GET', `${at}/versions/2`)).status, 404);
      assert.equal((await api.call('DELETE', `${at}/versions/2`)).status, 404);
      refused(await api.call('DELETE', `${at}/versions/3`), 21009);
      const entries = await api.call('GET', `/accounts/${api.accountId}/audit_logs?per_page=1`);
      assert.equal(entries.body.result[0].resource.type, 'ruleset_version');
      assert.equal((await api.call('GET', `${at}/versions/01`)).status, 404);
      const next = await api.call('PUT', at, { body: { description: 'four' } });
      assert.equal(next.body.result.version, '4');
      assert.equal(next.body.result.rules.length, 2);
    });

    it('are deleted with the ruleset', async () => {
      const { at, base } = await entryPoint([log()]);
      assert.equal((await api.call('DELETE', at)).status, 204);
      for (const path of [at, `${at}/versions`, `${at}/versions/1`]) {
        assert.equal((await api.call('GET', path)).status, 404);
      }
      assert.equal((await api.call('GET', `${base}/phases/${CUSTOM}/entrypoint`)).status, 404);
    });
  });

  it('writes nothing in a dry run, but checks everything', async () => {
    const { at, base } = await entryPoint([log()]);
    const [ruleId] = ids(await api.call('GET', at));
    const calls: [string, string, object?][] = [
      ['POST', `${base}?dry_run=true`, { name: 'x', kind: 'zone', phase: MANAGED }],
      ['PUT', `${at}?dry_run=true`, { rules: [] }],
      ['POST', `${at}/rules?dry_run=true`, log()],
      ['PATCH', `${at}/rules/${ruleId}?dry_run=true`, log('ssl')],
      ['DELETE', `${at}/rules/${ruleId}?dry_run=true`],
      ['PUT', `${base}/phases/${RESPONSE}/entrypoint?dry_run=true`, { rules: [] }],
    ];
    for (const [method, path, body] of calls) {
      const answer = await api.call(method, path, body ? { body } : {});
      assert.deepEqual([answer.status, answer.body.result], [200, null], `${method} ${path}`);
    }
    assert.equal((await api.call('DELETE', `${at}?dry_run=true`)).status, 204);
    refused(
      await api.call('POST', `${at}/rules?dry_run=true`, { body: log('nope') }),
      20127,
      '/expression',
    );
    const { version, rules } = (await api.call('GET', at)).body.result;
    assert.deepEqual([version, rules.length], ['1', 1]);
    assert.equal((await api.call('GET', `${base}/phases/${RESPONSE}/entrypoint`)).status, 404);
  });

  it('lists rulesets with cursors: own, shared by the account, and managed ones', async () => {
    const { base, at } = await entryPoint([]);
    const custom = await api.call('POST', `/accounts/${api.accountId}/rulesets`, {
      body: { name: 'shared', kind: 'custom', phase: CUSTOM, rules: [log()] },
    });
    const all: { id: string; rules?: unknown; kind: string }[] = [];
    let cursor = '';
    for (let page = 0; page < 20; page++) {
      const { body } = await api.call('GET', `${base}?per_page=2${cursor && `&cursor=${cursor}`}`);
      all.push(...body.result);
      assert.equal(body.result_info.cursors?.after, body.result_info.cursor);
      cursor = body.result_info.cursor ?? '';
      if (!cursor) break;
    }
    const found = all.map(({ id }) => id);
    assert.deepEqual(found, [...new Set(found)].sort());
    for (const id of [
      at.split('/').at(-1),
      custom.body.result.id,
      CREDENTIALS,
      SENSITIVE_DATA,
      CORE,
    ]) {
      assert.ok(found.includes(id ?? ''), `${id} is listed`);
    }
    assert.ok(all.every(({ rules }) => rules === undefined));
    const { result } = (await api.call('GET', base)).body;
    assert.equal(result.length, all.length);
    assert.equal((await api.call('GET', `${base}?cursor=nonsense`)).status, 400);
  });

  it('runs custom rulesets of the account in its zones, and refuses to delete referenced ones', async () => {
    const account = `/accounts/${api.accountId}/rulesets`;
    const rules = [
      {
        action: 'rewrite',
        action_parameters: {
          headers: { 'Exposed-Credential-Check': { operation: 'set', value: '1' } },
        },
        expression: 'http.request.method eq "POST"',
        exposed_credential_check: {
          username_expression: 'url_decode(http.request.body.form["u"][0])',
          password_expression: 'url_decode(http.request.body.form["p"][0])',
        },
      },
    ];
    const body = { name: 'mine', kind: 'custom', phase: CUSTOM, rules };
    const created = await api.call('POST', account, { body });
    assert.equal(created.status, 200, JSON.stringify(created.body));
    const { id } = created.body.result;

    const { at, base } = await entryPoint([execute(id)]);
    assert.equal((await api.call('GET', `${base}/${id}`)).status, 200, 'zones see it');
    assert.equal(
      (await api.call('PUT', `${base}/${id}`, { body: {} })).status,
      404,
      'but own it not',
    );
    refused(await api.call('DELETE', `${account}/${id}`), 21008);
    await api.call('PUT', at, { body: { rules: [] } });
    assert.equal((await api.call('DELETE', `${account}/${id}`)).status, 204);
    refused(
      await api.call('POST', `${at}/rules`, { body: execute(id) }),
      21015,
      '/action_parameters/id',
    );
  });

  it('pins existing versions of custom rulesets, and keeps pinned versions', async () => {
    const account = `/accounts/${api.accountId}/rulesets`;
    const body = { name: 'pinned', kind: 'custom', phase: CUSTOM, rules: [log()] };
    const { id } = (await api.call('POST', account, { body })).body.result;
    await api.call('PUT', `${account}/${id}`, { body: { rules: [] } });
    const { at } = await entryPoint([execute(id, { version: '1' })]);
    const pin = (version: string) =>
      api.call('PUT', at, { body: { rules: [execute(id, { version })] } });
    const pointer = '/rules/0/action_parameters/version';
    refused(await pin('3'), 21016, pointer);
    refused(await pin('0'), 21014, pointer);
    refused(await pin('01'), 21014, pointer);
    for (const none of ['abc', '', '1.5', '9'.repeat(20), `1${'0'.repeat(400)}`]) {
      refused(await pin(none), 21014, pointer);
    }
    refused(await api.call('DELETE', `${account}/${id}/versions/1`), 21009);
    assert.equal((await pin('latest')).status, 200);
    assert.equal((await api.call('DELETE', `${account}/${id}/versions/1`)).status, 204);
    refused(await pin('1'), 21016, pointer);
  });

  for (const [what, stored, kept] of [
    ['100 versions', { count: 105, bytes: 100 }, 100],
    ['16 MiB of versions', { count: 5, bytes: 6 * 1024 * 1024 }, 3],
  ] as const) {
    it(`keeps at most ${what}, plus those in use`, async () => {
      const account = `/accounts/${api.accountId}/rulesets`;
      const body = { name: 'busy', kind: 'custom', phase: CUSTOM, rules: [log()] };
      const { id } = (await api.call('POST', account, { body })).body.result;
      const { at } = await entryPoint([execute(id, { version: '1' })]);
      const { count, bytes } = stored;
      // As if it had been written so often.
      const versions = Array.from({ length: count - 1 }, (_, n) => n + 2);
      await api.core.database.transaction(async (tx) => {
        const rest = { name: 'busy', description: '', rules_json: '[]', updated_at: 0, bytes };
        const rows = versions.map((version) => ({ ruleset_id: id, version, ...rest }));
        await tx.insertInto('ruleset_versions').values(rows).execute();
        await tx
          .updateTable('ruleset_versions')
          .set({ bytes })
          .where('ruleset_id', '=', id)
          .execute();
        await tx.updateTable('rulesets').set({ version: count }).where('id', '=', id).execute();
      });
      const listed = async () => {
        const { body } = await api.call('GET', `${account}/${id}/versions`);
        return body.result.map(({ version }: { version: string }) => Number(version));
      };
      const latest = count + 1;
      await api.call('PUT', `${account}/${id}`, { body: { rules: [log('ssl')] } });
      const newest = Array.from({ length: kept }, (_, n) => latest - kept + 1 + n);
      assert.deepEqual(await listed(), [1, ...newest], 'version 1 is in use');
      await api.call('PUT', at, { body: { rules: [] } });
      await api.call('PUT', `${account}/${id}`, { body: { rules: [] } });
      const { status, body: last } = await api.call('GET', `${account}/${id}`);
      assert.deepEqual([status, last.result.version], [200, String(latest + 1)]);
      assert.ok(!(await listed()).includes(1));
    });
  }

  it('never lets a rule execute a ruleset that is being deleted', async () => {
    const account = `/accounts/${api.accountId}/rulesets`;
    const { at } = await entryPoint([]);
    for (let round = 0; round < 10; round++) {
      const body = { name: 'doomed', kind: 'custom', phase: CUSTOM, rules: [] };
      const { id } = (await api.call('POST', account, { body })).body.result;
      const [added, deleted] = await Promise.all([
        api.call('POST', `${at}/rules`, { body: execute(id) }),
        api.call('DELETE', `${account}/${id}`),
      ]);
      const accepted = [added.status === 200, deleted.status === 204];
      assert.equal(accepted.filter(Boolean).length, 1, `${added.status} ${deleted.status}`);
    }
  });

  it('accepts credential checks only in phases that support them', async () => {
    const account = `/accounts/${api.accountId}/rulesets`;
    const body = { name: 'credentials', kind: 'custom', phase: CUSTOM };
    const { id } = (await api.call('POST', account, { body })).body.result;
    const rule = (members: Json, username = 'http.request.body.form["u"][0]') => ({
      ...log(),
      ...members,
      exposed_credential_check: {
        username_expression: username,
        password_expression: 'url_decode(http.request.body.form["p"][0])',
      },
    });
    const add = (sent: object) => api.call('POST', `${account}/${id}/rules`, { body: sent });
    const header = (name: string, value: string) => ({
      action: 'rewrite',
      action_parameters: { headers: { [name]: { operation: 'set', value } } },
    });
    assert.equal((await add(rule({}))).status, 200);
    assert.equal((await add(rule(header('Exposed-Credential-Check', '1')))).status, 200);
    refused(
      await add(rule({ action: 'skip', action_parameters: { ruleset: 'current' } })),
      21028,
      '/action',
    );
    refused(await add(rule(header('Host', '1'))), 21014, '/action_parameters/headers/Host');
    const bad = [
      'lower(lower(http.host))',
      'http.response.content_type.media_type',
      '"abc"',
      'len(http.host)',
      'concat(http.host, "x")',
    ];
    for (const username of bad) {
      const pointer = '/exposed_credential_check/username_expression';
      refused(await add(rule({}, username)), 20127, pointer);
    }
  });

  it('refuses invalid rules, with the member', async () => {
    const { at } = await entryPoint([]);
    const limited = await entryPoint([], 'http_ratelimit');
    const rewriting = await entryPoint([], 'http_request_late_transform');
    const redirecting = await entryPoint([], 'http_request_dynamic_redirect');
    const account = `/accounts/${api.accountId}/rulesets`;
    const root = await api.call('PUT', `${account}/phases/${CUSTOM}/entrypoint`, { body: {} });
    const rootAt = `${account}/${root.body.result.id}`;
    const ratelimit = {
      characteristics: ['cf.colo.id', 'ip.src'],
      period: 60,
      requests_per_period: 5,
    };
    const header = (change: object, name = 'X-A') => ({
      action: 'rewrite',
      expression: 'true',
      action_parameters: { headers: { [name]: change } },
    });
    const redirect = (target: object) => ({
      action: 'redirect',
      expression: 'true',
      action_parameters: { from_value: { target_url: target, status_code: 301 } },
    });
    const skip = (parameters: object) => ({
      action: 'skip',
      expression: 'true',
      action_parameters: parameters,
    });
    const cases: readonly [string, object, number, string][] = [
      [at, { expression: 'true' }, 21012, '/action'],
      [at, { action: 'allow', expression: 'true' }, 21011, '/action'],
      [at, { action: 'simulate', expression: 'true' }, 21011, '/action'],
      [at, { action: 'LOG', expression: 'true' }, 11001, '/action'],
      [
        at,
        { action: 'route', action_parameters: { host_header: 'a' }, expression: 'true' },
        20016,
        '/action',
      ],
      // Regression: the rule was stored although the edge never used the score.
      [
        at,
        { action: 'score', expression: 'ssl', action_parameters: { increment: 5 } },
        20016,
        '/action',
      ],
      [rootAt, { action: 'block', expression: 'true' }, 20016, '/action'],
      [rootAt, skip({ ruleset: 'current' }), 20016, '/action'],
      [at, { action: 'log', expression: '' }, 20125, '/expression'],
      [at, { action: 'log', expression: '  ' }, 20125, '/expression'],
      [at, { action: 'log', expression: 'http.host eq' }, 20127, '/expression'],
      [at, { action: 'log', expression: 'http.response.code eq 200' }, 20127, '/expression'],
      [
        at,
        { action: 'log', expression: `http.host eq "${'a'.repeat(4100)}"` },
        20127,
        '/expression',
      ],
      [at, { action: 'log', expression: 'ip.src in $nothing' }, 20127, '/expression'],
      [
        at,
        { action: 'log', expression: 'true', action_parameters: { a: 1 } },
        21013,
        '/action_parameters',
      ],
      [at, { action: 'log', expression: 'true', enabled: 'yes' }, 11001, '/enabled'],
      [at, { action: 'log', expression: 'true', nothing: 1 }, 21001, '/nothing'],
      [at, { action: 'log', expression: 'true', ratelimit }, 21025, '/ratelimit'],
      [at, { action: 'skip', expression: 'true' }, 20113, '/action_parameters'],
      [at, { action: 'execute', expression: 'true' }, 20113, '/action_parameters'],
      [at, execute('0'.repeat(32)), 21015, '/action_parameters/id'],
      [at, execute('short'), 21014, '/action_parameters/id'],
      [at, skip({}), 21014, '/action_parameters'],
      [at, skip({ ruleset: 'other' }), 21014, '/action_parameters/ruleset'],
      [at, skip({ phases: [CUSTOM] }), 21022, '/action_parameters/phases/0'],
      [
        at,
        skip({ ruleset: 'current', rulesets: [CREDENTIALS] }),
        21021,
        '/action_parameters/ruleset',
      ],
      [at, skip({ products: ['WAF'] }), 21014, '/action_parameters/products/0'],
      [
        at,
        {
          ...log(),
          exposed_credential_check: {
            username_expression: 'http.host',
            password_expression: 'http.host',
          },
        },
        21027,
        '/exposed_credential_check',
      ],
      [
        at,
        {
          action: 'block',
          expression: 'true',
          action_parameters: {
            response: { status_code: 200, content: 'x', content_type: 'text/html' },
          },
        },
        21014,
        '/action_parameters/response/status_code',
      ],
      [limited.at, { action: 'block', expression: 'true' }, 21024, '/ratelimit'],
      [
        limited.at,
        { action: 'block', expression: 'true', ratelimit: { ...ratelimit, period: 7 } },
        11001,
        '/ratelimit/period',
      ],
      [
        limited.at,
        {
          action: 'block',
          expression: 'true',
          ratelimit: { ...ratelimit, characteristics: ['ip.src'] },
        },
        21026,
        '/ratelimit/characteristics',
      ],
      [
        limited.at,
        {
          action: 'block',
          expression: 'true',
          ratelimit: { ...ratelimit, characteristics: ['cf.colo.id', 'shoe'] },
        },
        21026,
        '/ratelimit/characteristics/1',
      ],
      [
        limited.at,
        {
          action: 'block',
          expression: 'true',
          ratelimit: { ...ratelimit, counting_expression: 'nope' },
        },
        20127,
        '/ratelimit/counting_expression',
      ],
      [
        rewriting.at,
        header({ operation: 'set', value: 'a\r\nb: c' }),
        21014,
        '/action_parameters/headers/X-A/value',
      ],
      [
        rewriting.at,
        header({ operation: 'set', value: 'a' }, 'bad name'),
        21014,
        '/action_parameters/headers/bad name',
      ],
      [
        rewriting.at,
        header({ operation: 'set', expression: 'http.nope' }),
        20083,
        '/action_parameters/headers/X-A/expression',
      ],
      [
        rewriting.at,
        header({ operation: 'set', expression: 'ssl' }),
        20083,
        '/action_parameters/headers/X-A/expression',
      ],
      [
        redirecting.at,
        redirect({ expression: 'concat("https://", http.nope)' }),
        20083,
        '/action_parameters/from_value/target_url/expression',
      ],
    ];
    const responding = await entryPoint([], 'http_response_headers_transform');
    const rewritingUri = await entryPoint([], 'http_request_transform');
    const uri = (value: object) => ({
      action: 'rewrite',
      expression: 'true',
      action_parameters: { uri: { path: value } },
    });
    const routing = await entryPoint([], 'http_request_origin');
    const route = (parameters: object) => ({
      action: 'route',
      expression: 'true',
      action_parameters: parameters,
    });
    const inPrivateNetwork = route({
      host_header: 'a.test:8080',
      origin: { host: '10.0.0.1', port: 8443 },
      sni: { value: 'a.test' },
    });
    assert.equal(
      (await api.call('POST', `${routing.at}/rules`, { body: inPrivateNetwork })).status,
      200,
    );
    const blocking = (content: string) => ({
      action: 'block',
      expression: 'true',
      action_parameters: { response: { status_code: 403, content, content_type: 'text/plain' } },
    });
    const parameters = '/action_parameters';
    const parameterCases: readonly [string, object, string][] = [
      [rewriting.at, uri({ value: '/x' }), `${parameters}/uri`],
      [responding.at, uri({ value: '/x' }), `${parameters}/uri`],
      [rewritingUri.at, header({ operation: 'set', value: 'a' }), `${parameters}/headers`],
      [rewritingUri.at, uri({}), `${parameters}/uri/path`],
      [rewritingUri.at, uri({ value: '/a', expression: 'http.host' }), `${parameters}/uri/path`],
      [rewriting.at, header({ operation: 'set' }), `${parameters}/headers/X-A`],
      [
        rewriting.at,
        header({ operation: 'add', value: 'a' }),
        `${parameters}/headers/X-A/operation`,
      ],
      [rewriting.at, header({ operation: 'remove', value: 'a' }), `${parameters}/headers/X-A`],
      // Answers could not be read any more, and origins answered requests with 400.
      ...['Content-Length', 'transfer-encoding', 'Connection', 'Upgrade'].flatMap((name) =>
        [rewriting.at, responding.at].map((where): [string, object, string] => [
          where,
          header({ operation: 'remove' }, name),
          `${parameters}/headers/${name}`,
        ]),
      ),
      [
        rewriting.at,
        header({ operation: 'set', value: 'a' }, 'HOST'),
        `${parameters}/headers/HOST`,
      ],
      [
        redirecting.at,
        redirect({ value: 'https://a.test/\r\nx: y' }),
        `${parameters}/from_value/target_url/value`,
      ],
      [
        redirecting.at,
        redirect({ value: 'javascript:alert(1)' }),
        `${parameters}/from_value/target_url/value`,
      ],
      [routing.at, route({ host_header: 'a.test\r\nx: y' }), `${parameters}/host_header`],
      [routing.at, route({ host_header: 'a.test:99999' }), `${parameters}/host_header`],
      [routing.at, route({ origin: {} }), `${parameters}/origin`],
      [routing.at, route({ origin: { host: 'http://a.test' } }), `${parameters}/origin/host`],
      [routing.at, route({ origin: { host: 'a.test:80' } }), `${parameters}/origin/host`],
      [routing.at, route({ origin: { host: 'fe80::1%eth0' } }), `${parameters}/origin/host`],
      [routing.at, route({ origin: { port: 0 } }), `${parameters}/origin/port`],
      [routing.at, route({ sni: { value: '192.0.2.1' } }), `${parameters}/sni/value`],
      [at, blocking('x'.repeat(2049)), `${parameters}/response/content`],
      [at, blocking('ü'.repeat(1025)), `${parameters}/response/content`],
    ];
    for (const [where, rule, pointer] of parameterCases) {
      refused(await api.call('POST', `${where}/rules`, { body: rule }), 21014, pointer);
    }
    for (const [ruleset, rule, code, pointer] of cases) {
      refused(await api.call('POST', `${ruleset}/rules`, { body: rule }), code, pointer);
    }
    for (const ruleset of [at, limited.at, rewriting.at]) {
      assert.equal(
        (await api.call('GET', ruleset)).body.result.version,
        '1',
        'nothing was written',
      );
    }
    const fine: readonly [string, object][] = [
      [at, { action: 'log', expression: 'true', action_parameters: {} }],
      [at, skip({ phases: [MANAGED], ruleset: 'current', products: ['waf'] })],
      [
        limited.at,
        {
          action: 'block',
          expression: 'true',
          ratelimit: { ...ratelimit, counting_expression: 'http.response.code eq 401' },
        },
      ],
      [rewriting.at, header({ operation: 'set', expression: 'concat("a", http.host)' })],
      [rewriting.at, header({ operation: 'remove' })],
      [
        redirecting.at,
        redirect({ expression: 'concat("https://new.test", http.request.uri.path)' }),
      ],
    ];
    for (const [ruleset, rule] of fine) {
      const answer = await api.call('POST', `${ruleset}/rules`, { body: rule });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
    }
  });

  it('enforces the quota of the plan and refuses the whole write', async () => {
    const base = await newZone('free');
    const at = `${base}/phases/${CUSTOM}/entrypoint`;
    const rules = Array.from({ length: 6 }, () => log());
    const answer = await api.call('PUT', at, { body: { rules } });
    refused(answer, 50001);
    assert.equal(
      answer.body.errors[0].message,
      `exceeded the maximum number of rules in the phase ${CUSTOM}: 6 out of 5`,
    );
    assert.equal((await api.call('GET', at)).status, 404);
    assert.equal((await api.call('PUT', at, { body: { rules: rules.slice(1) } })).status, 200);
  });

  it('loses no rule of writers that add at once: 50 rules, 50 versions, no gaps', async () => {
    const { at } = await entryPoint([]);
    // Each waits for all others. More writers at once would need longer than the time limit of the database on a busy machine.
    const writers = Array.from({ length: 10 }, async (_, writer) => {
      const own = [];
      for (let n = 0; n < 5; n += 1) {
        const body = log('true', { description: `${writer} ${n}` });
        own.push(await api.call('POST', `${at}/rules`, { body }));
      }
      return own;
    });
    const answers = (await Promise.all(writers)).flat();
    assert.ok(answers.every(({ status }) => status === 200));
    const seen = answers.map(({ body }) => Number(body.result.version));
    assert.deepEqual(
      seen.toSorted((a, b) => a - b),
      Array.from({ length: 50 }, (_, n) => n + 2),
    );
    const after = await api.call('GET', at);
    assert.equal(after.body.result.version, '51');
    assert.equal(new Set(descriptions(after)).size, 50);
    const versions = (await api.call('GET', `${at}/versions`)).body.result;
    assert.deepEqual(
      versions.map((each: { version: string }) => Number(each.version)),
      Array.from({ length: 51 }, (_, n) => n + 1),
    );
  });

  it('asks for the permission of the zone or account', async () => {
    const { at, base } = await entryPoint([log()]);
    const zoneId = base.split('/')[2] ?? '';
    const create = async (resources: object, ...groups: string[]) => {
      const policies = [
        { effect: 'allow', resources, permission_groups: groups.map((id) => ({ id })) },
      ];
      const { body } = await api.call('POST', '/user/tokens', { body: { name: 't', policies } });
      return body.result.value as string;
    };
    const zone = { [`palisade.account.zone.${zoneId}`]: '*' };
    const reader = await create(zone, 'dbc512b354774852af2b5a5f4ba3d470');
    assert.equal((await api.call('GET', at, { token: reader })).status, 200);
    const write = await api.call('POST', `${at}/rules`, { token: reader, body: log() });
    assert.equal(write.status, 403);
    assert.match(write.body.errors[0].message, /"Zone WAF Write"/);
    const account = `/accounts/${api.accountId}/rulesets`;
    assert.equal((await api.call('GET', account, { token: reader })).status, 403);
    const accountWide = await create(
      { [`palisade.account.${api.accountId}`]: '*' },
      '56907406c3d548ed902070ec4df0e328',
    );
    assert.equal((await api.call('GET', account, { token: accountWide })).status, 200);
    assert.equal(
      (await api.call('POST', `${at}/rules`, { token: accountWide, body: log() })).status,
      200,
      'rights on the account cover its zones',
    );
    const other = await newZone();
    assert.equal((await api.call('GET', other, { token: reader })).status, 403);
  });

  it('writes an audit entry with the rules that differ', async () => {
    const { at } = await entryPoint([log('true', { description: 'a' }), log('ssl')]);
    await api.call('POST', `${at}/rules`, { body: log('true', { description: 'c' }) });
    const { body } = await api.call('GET', `/accounts/${api.accountId}/audit_logs?per_page=1`);
    const [entry] = body.result;
    assert.equal(entry.resource.type, 'ruleset');
    assert.deepEqual([entry.oldValueJson.version, entry.newValueJson.version], ['1', '2']);
    assert.deepEqual(entry.oldValueJson.rules, []);
    assert.deepEqual(
      entry.newValueJson.rules.map((rule: { description: string }) => rule.description),
      ['c'],
    );
  });

  it('checks expressions for editors', async () => {
    const good = await api.call('POST', '/filters/validate-expr', {
      body: { expression: 'http.host eq "a"' },
    });
    assert.equal(good.status, 200);
    const query = encodeURIComponent('http.hosst eq "a"');
    const bad = await api.call('GET', `/filters/validate-expr?expression=${query}`);
    assert.equal(bad.status, 400);
    assert.match(bad.body.errors[0].message, /Filter parsing error \(1:1\)[\s\S]*did you mean/);
  });

  it('is read and written by tokens for its phase only', async () => {
    const zoneId = await api.newZone();
    const rulesets = `/zones/${zoneId}/rulesets`;
    const entryOf = (phase: string) => `${rulesets}/phases/${phase}/entrypoint`;
    const redirects = {
      rules: [
        {
          action: 'redirect',
          expression: 'true',
          action_parameters: { from_value: { target_url: { value: 'https://shop.test/' } } },
        },
      ],
    };
    const writeId = '74e1036f577a48528b78d2413b40538d';
    const token = await api.zoneToken(writeId, zoneId);
    const redirectPhase = 'http_request_dynamic_redirect';
    const made = await api.call('PUT', entryOf(redirectPhase), { token, body: redirects });
    assert.equal(made.status, 200);
    const firewall = entryOf('http_request_firewall_custom');
    const mine = await api.call('PUT', firewall, { body: { rules: [log()] } });

    for (const [method, path] of [
      ['GET', firewall],
      ['PUT', firewall],
      ['GET', `${firewall}/versions`],
      ['GET', `${rulesets}/${mine.body.result.id}`],
      ['GET', `${rulesets}/${mine.body.result.id}/versions/1`],
      ['DELETE', `${rulesets}/${mine.body.result.id}`],
      ['POST', `${rulesets}/${mine.body.result.id}/rules`],
    ] as const) {
      const body = method === 'POST' ? log() : { rules: [] };
      const refused = await api.call(method, path, {
        token,
        ...(method.startsWith('P') && { body }),
      });
      assert.equal(refused.status, 403, `${method} ${path}`);
      assert.match(refused.body.errors[0].message, /Zone WAF (Read|Write)/);
    }
    const create = { name: 'x', kind: 'zone', phase: 'http_ratelimit', rules: [] };
    assert.equal((await api.call('POST', rulesets, { token, body: create })).status, 403);

    const listed = await api.call('GET', rulesets, { token });
    assert.deepEqual(
      listed.body.result.map(({ id }: { id: string }) => id),
      [made.body.result.id],
    );
    const firewallToken = await api.zoneToken('fb6778dc191143babbfaa57993f1d275', zoneId);
    const foreign = await api.call('PUT', entryOf(redirectPhase), {
      token: firewallToken,
      body: redirects,
    });
    assert.equal(foreign.status, 403);
    assert.match(foreign.body.errors[0].message, /Dynamic URL Redirects Write/);
    const expression = { token, body: { expression: 'http.host eq "shop.test"' } };
    assert.equal((await api.call('POST', '/filters/validate-expr', expression)).status, 200);
    const readId = 'd8e12db741544d1586ec1d6f5d3c7786';
    const reader = await api.zoneToken(readId, zoneId);
    assert.equal((await api.call('GET', entryOf(redirectPhase), { token: reader })).status, 200);
    const refused = await api.call('PUT', entryOf(redirectPhase), {
      token: reader,
      body: redirects,
    });
    assert.equal(refused.status, 403);
    assert.match(refused.body.errors[0].message, /Dynamic URL Redirects Write/);
  });

  it('is deleted with its zone', async () => {
    const { base, at } = await entryPoint([log()]);
    await api.call('DELETE', base.replace('/rulesets', ''));
    assert.equal((await api.call('GET', at)).status, 404);
    const left = await api.core.database.read
      .selectFrom('rulesets')
      .select('id')
      .where('id', '=', at.split('/').at(-1) ?? '')
      .execute();
    assert.deepEqual(left, []);
  });
});
