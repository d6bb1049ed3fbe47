import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { SnapshotBuilder } from '../../src/app/snapshots/snapshot-builder.ts';
import { type LogicNode, printExpression } from '../../src/expression/expression.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const CUSTOM = 'http_request_firewall_custom';
const MANAGED = 'http_request_firewall_managed';
const RESPONSE = 'http_response_firewall_managed';
const SENSITIVE_DATA = 'e22d83c647c64a3eae91b71b499d988e';
const CREDENTIALS = 'c2e184081120413c86c3ab7e14069605';

/** What the edge is given for rules that were written through the API. */
describeOnEachDatabase('ruleset snapshots', (kind) => {
  let api: TestApi;
  let zoneId: string;

  before(async () => {
    api = await openTestApi(kind);
    const body = { name: 'snap.test', account: { id: api.accountId } };
    zoneId = (await api.call('POST', '/zones', { body })).body.result.id;
  });
  after(() => api.close());

  /** The rulesets of the zone by phase; nothing while none are configured. */
  async function section(): Promise<Record<string, unknown[]>> {
    const builder = new SnapshotBuilder({
      sections: api.core.modules.flatMap((module) => module.sections),
    });
    await builder.buildAll();
    const zone = builder.current().zones.find((each) => each.zoneId === zoneId);
    return (zone?.sections.rulesets?.phases ?? {}) as Record<string, unknown[]>;
  }

  it('are absent while nothing is configured', async () => {
    assert.deepEqual(await section(), {});
  });

  it('hold the account before the zone, only what is enabled, with overrides worked out', async () => {
    const account = `/accounts/${api.accountId}/rulesets`;
    const custom = await api.call('POST', account, {
      body: {
        name: 'shared',
        kind: 'custom',
        phase: CUSTOM,
        rules: [{ action: 'log', expression: 'ssl', ref: 'shared-rule' }],
      },
    });
    const customId = custom.body.result.id;
    await api.call('PUT', `${account}/phases/${CUSTOM}/entrypoint`, {
      body: {
        rules: [
          {
            action: 'execute',
            expression: 'true',
            action_parameters: { id: customId },
            ref: 'root',
          },
        ],
      },
    });
    await api.call('PUT', `/zones/${zoneId}/rulesets/phases/${CUSTOM}/entrypoint`, {
      body: {
        rules: [
          { action: 'block', expression: 'http.host eq "a"', ref: 'on' },
          { action: 'block', expression: 'true', ref: 'off', enabled: false },
        ],
      },
    });
    const managed = (await api.call('GET', `/zones/${zoneId}/rulesets/${CREDENTIALS}`)).body.result;
    await api.call('PUT', `/zones/${zoneId}/rulesets/phases/${MANAGED}/entrypoint`, {
      body: {
        rules: [
          {
            action: 'execute',
            expression: 'true',
            action_parameters: {
              id: CREDENTIALS,
              overrides: { action: 'block', rules: [{ id: managed.rules[1].id, enabled: false }] },
            },
          },
        ],
      },
    });

    const phases = await section();
    const [root, own] = phases[CUSTOM] as {
      kind: string;
      rules: {
        ref: string;
        condition: unknown;
        executes?: { ruleset: { rules: { ref: string }[] } };
      }[];
    }[];
    assert.deepEqual([root?.kind, own?.kind], ['root', 'zone']);
    assert.deepEqual(
      root?.rules[0]?.executes?.ruleset.rules.map(({ ref }) => ref),
      ['shared-rule'],
    );
    assert.deepEqual(
      own?.rules.map(({ ref }) => ref),
      ['on'],
    );
    const condition = own?.rules[0]?.condition as { tree: LogicNode };
    assert.equal(printExpression(condition.tree), 'http.host eq "a"');
    // What crosses to the edge is plain data.
    assert.deepEqual(structuredClone(condition), condition);
    const [deployment] = phases[MANAGED] as {
      rules: { executes: { rules: { id: string; action: string }[] } }[];
    }[];
    const rules = deployment?.rules[0]?.executes.rules ?? [];
    assert.equal(rules.length, managed.rules.length - 1);
    assert.ok(rules.every(({ action }) => action === 'block'));
    assert.ok(!rules.some(({ id }) => id === managed.rules[1].id));
  });

  it('hold the key for what is matched, but none for sensitive data', async () => {
    const key = 'QxDul9iMwfCIpVdsd6sM9cOseX89lROcbIS1QpxZZio=';
    const keys: unknown[] = [];
    for (const [phase, id] of [
      [MANAGED, CREDENTIALS],
      [RESPONSE, SENSITIVE_DATA],
    ] as const) {
      const parameters = { id, matched_data: { public_key: key } };
      const rule = { action: 'execute', expression: 'true', action_parameters: parameters };
      const path = `/zones/${zoneId}/rulesets/phases/${phase}/entrypoint`;
      assert.equal((await api.call('PUT', path, { body: { rules: [rule] } })).status, 200);
      const [own] = (await section())[phase] as {
        rules: { executes: { publicKey?: string } }[];
      }[];
      keys.push(own?.rules[0]?.executes.publicKey);
    }
    assert.deepEqual(keys, [key, undefined]);
  });

  it('follow a change of a ruleset that the account shares', async () => {
    const account = `/accounts/${api.accountId}/rulesets`;
    const list = (await api.call('GET', account)).body.result as { id: string; name: string }[];
    const shared = list.find(({ name }) => name === 'shared');
    await api.call('PUT', `${account}/${shared?.id}`, { body: { rules: [] } });
    const [root] = (await section())[CUSTOM] as {
      rules: { executes: { ruleset: { rules: unknown[]; version: string } } }[];
    }[];
    assert.deepEqual(root?.rules[0]?.executes.ruleset, {
      ...root?.rules[0]?.executes.ruleset,
      rules: [],
      version: '2',
    });
  });
});
