import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sharedSources } from '../../src/app/snapshots/node-snapshots.ts';
import { SnapshotBuilder } from '../../src/app/snapshots/snapshot-builder.ts';
import type { ChangeEvent } from '../../src/contracts/change.ts';
import type {
  RulesetSnapshot,
  SharedRulesetSnapshot,
} from '../../src/contracts/snapshot/rulesets-section.ts';
import type { SnapshotUpdate } from '../../src/contracts/snapshot/snapshot-update.ts';
import { ZoneTable } from '../../src/edge/zone-table.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { messageOf } from '../support/edge-snapshots.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const CUSTOM = 'http_request_firewall_custom';
const MANAGED = 'http_request_firewall_managed';
const RESPONSE = 'http_response_firewall_managed';
const SENSITIVE_DATA = 'e22d83c647c64a3eae91b71b499d988e';
const CREDENTIALS = 'c2e184081120413c86c3ab7e14069605';

/** Snapshots of rules that were written through the API. */
describeOnEachDatabase('ruleset snapshots', (kind) => {
  let api: TestApi;
  let zoneId: string;
  let account: string;

  before(async () => {
    api = await openTestApi(kind);
    account = `/accounts/${api.accountId}/rulesets`;
    zoneId = await api.newZone();
  });
  after(() => api.close());

  /** Callbacks before the builder reads the rulesets of zones, or shared rulesets. */
  interface Interruptions {
    zones?: (() => Promise<unknown>) | undefined;
    shared?: (() => Promise<unknown>) | undefined;
  }

  function newBuilder(interruptions: Interruptions = {}): SnapshotBuilder {
    const { modules } = api.core;
    const interrupt = async (read: keyof Interruptions) => {
      const happen = interruptions[read];
      interruptions[read] = undefined;
      await happen?.();
    };
    const sections = modules.flatMap((module) => module.sections);
    const rulesets = sharedSources(modules).rulesets ?? assert.fail();
    return new SnapshotBuilder({
      sections: sections.map((section) => ({
        ...section,
        async build(zoneIds) {
          if (section.name === 'rulesets') await interrupt('zones');
          return await section.build(zoneIds);
        },
      })),
      shared: {
        rulesets: {
          ...rulesets,
          async build(keys, known) {
            await interrupt('shared');
            return await rulesets.build(keys, known);
          },
        },
      },
    });
  }

  /** The zone's own rulesets by phase, and all shared rulesets. */
  async function built() {
    const builder = newBuilder();
    await builder.buildAll();
    const { zones, rulesets } = builder.current();
    const zone = zones.find((each) => each.zoneId === zoneId);
    return { phases: zone?.sections.rulesets?.phases ?? {}, shared: rulesets };
  }

  /** A builder that gets every further change, and the updates that it sends to the edge. */
  async function following() {
    const builder = newBuilder();
    await builder.buildAll();
    let seen = (await eventsAfter(0)).at(-1)?.seq ?? 0;
    const updates: SnapshotUpdate[] = [];
    builder.onUpdate((update) => updates.push(update));
    return {
      builder,
      /** The update after a change through the API. */
      async after(change: Promise<{ status: number; body: unknown }>): Promise<SnapshotUpdate> {
        const { status, body } = await change;
        assert.ok(status < 300, JSON.stringify(body));
        const events = await eventsAfter(seen);
        seen = events.at(-1)?.seq ?? seen;
        updates.length = 0;
        await builder.onChanges(events);
        const [update, ...more] = updates;
        assert.ok(update && more.length === 0);
        return update;
      },
    };
  }

  async function eventsAfter(seq: number): Promise<ChangeEvent[]> {
    const rows = await api.core.database.read
      .selectFrom('outbox')
      .selectAll()
      .where('seq', '>', seq)
      .orderBy('seq')
      .execute();
    return rows.map((row) => ({
      seq: Number(row.seq),
      action: row.action as ChangeEvent['action'],
      resource: row.resource,
      resourceId: row.resource_id,
      accountId: row.account_id,
      zoneId: row.zone_id,
    }));
  }

  async function newCustom(rules: readonly object[]): Promise<string> {
    const body = { name: 'shared', kind: 'custom', phase: CUSTOM, rules };
    return (await api.call('POST', account, { body })).body.result.id;
  }

  const put = (path: string, rules: readonly object[]) =>
    api.call('PUT', path, { body: { rules } });
  const putOwn = (zone: string, phase: string, rules: readonly object[]) =>
    put(`/zones/${zone}/rulesets/phases/${phase}/entrypoint`, rules);
  const putRoot = (rules: readonly object[]) =>
    put(`${account}/phases/${CUSTOM}/entrypoint`, rules);

  const log = (expression: string) => ({ action: 'log', expression });
  const execute = (id: string, parameters: object = {}) => ({
    action: 'execute',
    expression: 'true',
    action_parameters: { id, ...parameters },
  });

  const rulesIn = ({ ruleset }: SharedRulesetSnapshot): RulesetSnapshot['rules'] => {
    assert.ok('rules' in ruleset);
    return ruleset.rules;
  };

  it('are absent while nothing is configured', async () => {
    assert.deepEqual(await built(), { phases: {}, shared: [] });
  });

  it('contain enabled rules as text, and shared rulesets once', async () => {
    const id = await newCustom([{ ...log('ssl'), ref: 'shared-rule' }]);
    await putRoot([execute(id)]);
    const rules = [
      { action: 'block', expression: 'http.host eq "a"', ref: 'on' },
      { action: 'block', expression: 'true', ref: 'off', enabled: false },
      { ...execute(id), ref: 'own' },
    ];
    for (const zone of [zoneId, await api.newZone()]) await putOwn(zone, CUSTOM, rules);

    const { phases, shared } = await built();
    const [on, own, ...others] = phases[CUSTOM]?.rules ?? [];
    assert.deepEqual([on?.ref, on?.expression, others], ['on', 'http.host eq "a"', []]);
    assert.deepEqual(own?.executes, { kind: 'custom', rulesetKey: `${id} latest` });
    assert.deepEqual(
      shared.map(({ key, accountId, isEntryPoint }) => [key, accountId, isEntryPoint]).toSorted(),
      [
        [`${id} latest`, api.accountId, false],
        [shared.find((each) => each.isEntryPoint)?.key, api.accountId, true],
      ].toSorted(),
    );
    const custom = shared.find(({ key }) => key === `${id} latest`);
    assert.ok(custom);
    assert.deepEqual(
      rulesIn(custom).map(({ ref, expression }) => [ref, expression]),
      [['shared-rule', 'ssl']],
    );
    // The message to the edge is plain data.
    assert.deepEqual(structuredClone(phases), phases);
    assert.deepEqual(JSON.parse(JSON.stringify(shared)), shared);
  });

  it('contain the deployment of a managed ruleset verbatim, without its rules', async () => {
    const overrides = { action: 'block', rules: [{ id: '0'.repeat(32), enabled: false }] };
    const managed = (await api.call('GET', `/zones/${zoneId}/rulesets/${CREDENTIALS}`)).body.result;
    overrides.rules = [{ id: managed.rules[1].id, enabled: false }];
    assert.equal(
      (await putOwn(zoneId, MANAGED, [execute(CREDENTIALS, { overrides })])).status,
      200,
    );
    const { phases } = await built();
    assert.deepEqual(phases[MANAGED]?.rules[0]?.executes, {
      kind: 'managed',
      rulesetId: CREDENTIALS,
      overrides,
    });
  });

  it('contain the public key for matched data, except for sensitive data', async () => {
    const key = 'QxDul9iMwfCIpVdsd6sM9cOseX89lROcbIS1QpxZZio=';
    const keys: unknown[] = [];
    for (const [phase, id] of [
      [MANAGED, CREDENTIALS],
      [RESPONSE, SENSITIVE_DATA],
    ] as const) {
      const rule = execute(id, { matched_data: { public_key: key } });
      assert.equal((await putOwn(zoneId, phase, [rule])).status, 200);
      const executes = (await built()).phases[phase]?.rules[0]?.executes;
      assert.ok(executes?.kind === 'managed');
      keys.push(executes.publicKey);
    }
    assert.deepEqual(keys, [key, undefined]);
  });

  it('send a changed shared ruleset without the zones', async () => {
    const id = await newCustom([log('ssl')]);
    const feed = await following();
    const used = await feed.after(putRoot([execute(id)]));
    assert.ok(used.rulesets.some(({ key }) => key === `${id} latest`));

    const changed = await feed.after(put(`${account}/${id}`, [log('not ssl')]));
    assert.deepEqual(changed.zones, []);
    assert.deepEqual(
      changed.rulesets.map((each) => [each.key, rulesIn(each).map((rule) => rule.expression)]),
      [[`${id} latest`, ['not ssl']]],
    );
    assert.equal(feed.builder.revisionOf(zoneId), changed.revision);
    assert.ok(feed.builder.actsIn(zoneId, 'rulesets', `${id} latest`));

    const unused = await feed.after(putRoot([]));
    assert.deepEqual(unused.removed.rulesets, [`${id} latest`]);
    assert.deepEqual(unused.zones, []);
    assert.ok(!feed.builder.actsIn(zoneId, 'rulesets', `${id} latest`));
  });

  it('add a shared ruleset when the first zone executes it, and remove it with the last one', async () => {
    const id = await newCustom([log('ssl')]);
    await put(`${account}/${id}`, [log('not ssl')]);
    const feed = await following();
    const other = await api.newZone();
    const pinned = await feed.after(putOwn(other, CUSTOM, [execute(id, { version: '1' })]));
    assert.deepEqual(
      pinned.rulesets.map((each) => [each.key, rulesIn(each).map((rule) => rule.expression)]),
      [[`${id} 1`, ['ssl']]],
    );
    const both = await feed.after(
      putOwn(zoneId, CUSTOM, [execute(id), execute(id, { version: '1' })]),
    );
    assert.deepEqual(
      both.rulesets.map(({ key }) => key),
      [`${id} latest`],
    );
    const one = await feed.after(putOwn(zoneId, CUSTOM, [execute(id)]));
    assert.deepEqual([one.rulesets, one.removed.rulesets], [[], []]);
    const gone = await feed.after(api.call('DELETE', `/zones/${other}`));
    assert.deepEqual(gone.removed.rulesets, [`${id} 1`]);
  });

  it('report a ruleset that cannot be read, so that no zone silently runs without it', async () => {
    const id = await newCustom([log('ssl')]);
    await putRoot([execute(id)]);
    const feed = await following();
    const before = feed.builder.current().rulesets.find(({ key }) => key === `${id} latest`);
    await put(`${account}/${id}`, [log('not ssl')]);
    const damage = (json: string) =>
      api.core.database.transaction((tx) =>
        tx
          .updateTable('ruleset_versions')
          .set({ rules_json: json })
          .where('ruleset_id', '=', id)
          .where('version', '=', 2)
          .execute(),
      );
    await damage('[{');

    const builder = newBuilder();
    await builder.buildAll();
    const unreadable = builder.current().rulesets.find(({ key }) => key === `${id} latest`);
    assert.ok(unreadable && 'problem' in unreadable.ruleset);
    const [failure] = builder.failuresOf(zoneId);
    assert.deepEqual([failure?.section, failure?.id], ['rulesets', `${id} latest`]);

    await feed.builder.onChanges(await eventsAfter(0));
    const kept = feed.builder.current().rulesets.find(({ key }) => key === `${id} latest`);
    assert.equal(kept, before, 'the previous state is kept');
    assert.equal(feed.builder.failuresOf(zoneId).length, 1);
    await damage('[]');
    await feed.builder.retryFailed();
    assert.deepEqual(feed.builder.failuresOf(zoneId), []);
    assert.equal(feed.builder.failures.size, 0);
  });

  for (const [what, damage] of [
    ['cannot be read', { rules_json: '[{' }],
    ['are missing', { version: 1_000_000 }],
  ] as const) {
    it(`name a ruleset of a zone whose rules ${what}, and keep the previous state`, async () => {
      const zone = await api.newZone();
      const { body } = await putOwn(zone, CUSTOM, [log('ssl')]);
      const { id } = body.result;
      const rulesOf = ({ builder }: { builder: SnapshotBuilder }) =>
        builder.current().zones.find(({ zoneId: each }) => each === zone)?.sections.rulesets;
      const feed = await following();
      const before = rulesOf(feed);
      assert.ok(before);
      const change = (values: { rules_json?: string; version?: number }) =>
        api.core.database.transaction((tx) =>
          tx.updateTable('ruleset_versions').set(values).where('ruleset_id', '=', id).execute(),
        );
      await change(damage);
      const touched = (await eventsAfter(0)).filter((event) => event.zoneId === zone);
      await feed.builder.onChanges(touched);
      assert.equal(rulesOf(feed), before);
      const [failure] = feed.builder.failuresOf(zone);
      assert.equal(failure?.section, 'rulesets');
      assert.match(failure?.problem ?? '', new RegExp(`the rules of the ruleset ${id} .*${what}`));

      // A node without an earlier state does not serve the zone without its rules.
      const fresh = newBuilder();
      await fresh.buildAll();
      assert.ok(fresh.current().zones.length > 0);
      assert.ok(fresh.current().zones.every(({ zoneId: each }) => each !== zone));
      assert.equal(fresh.failuresOf(zone).length, 1);
      await change({ rules_json: '[]', version: 1 });
      await fresh.retryFailed();
      assert.ok(rulesOf({ builder: fresh }));
    });
  }

  describe('with a change between the reads of a build', () => {
    const changes: readonly [string, (zone: string, id: string) => Promise<unknown>][] = [
      [
        'that removes a shared ruleset',
        async (zone, id) => {
          await putOwn(zone, CUSTOM, [log('ssl')]);
          const { status } = await api.call('DELETE', `${account}/${id}`);
          assert.equal(status, 204);
        },
      ],
      [
        'that adds a shared ruleset',
        async (zone) => putOwn(zone, CUSTOM, [execute(await newCustom([log('ssl')]))]),
      ],
      [
        'of a shared ruleset and the zone',
        async (zone, id) => {
          await put(`${account}/${id}`, [log('not ssl')]);
          await putOwn(zone, CUSTOM, [log('ssl'), execute(id)]);
        },
      ],
    ];
    for (const read of ['zones', 'shared'] as const) {
      for (const [what, change] of changes) {
        it(`${what}, before the read of ${read}, are complete with the event of the change`, async () => {
          const zone = await api.newZone();
          const id = await newCustom([log('ssl')]);
          await putOwn(zone, CUSTOM, [execute(id)]);
          const interruptions: Interruptions = {};
          const builder = newBuilder(interruptions);
          const edge = new ZoneTable(() => assert.fail('there are no pools'));
          const rulesOf = () => edge.zoneOfId(zone)?.rules.phases.get(CUSTOM)?.at(-1)?.rules;
          let applied = Promise.resolve();
          builder.onUpdate((update) => {
            applied = edge.apply(messageOf(update));
          });
          await builder.buildAll();
          await applied;
          const first = (await eventsAfter(0)).at(-1)?.seq ?? 0;

          await putOwn(zone, CUSTOM, [log('not ssl'), execute(id)]);
          const events = await eventsAfter(first);
          interruptions[read] = () => change(zone, id);
          await builder.onChanges(events);
          await applied;
          assert.ok(rulesOf()?.length, 'the zone is served with rules of its own meanwhile');

          await builder.onChanges(await eventsAfter(events.at(-1)?.seq ?? 0));
          await applied;
          const fresh = newBuilder();
          await fresh.buildAll();
          const stateOf = ({ zones, rulesets }: SnapshotUpdate) => ({
            sections: zones.find((each) => each.zoneId === zone)?.sections,
            rulesets: rulesets.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
          });
          assert.deepEqual(stateOf(builder.current()), stateOf(fresh.current()));
          assert.deepEqual(edge.problems, []);
          assert.deepEqual(
            rulesOf()?.map((rule) => rule?.id),
            stateOf(fresh.current()).sections?.rulesets?.phases[CUSTOM]?.rules.map(
              (rule) => rule.id,
            ),
          );
        });
      }
    }
  });
});
