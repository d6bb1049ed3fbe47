import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ruleOf, rulesetOf } from '../../test/support/edge-rules.ts';
import { messageOf, updateOf as wholeOf, zoneOf } from '../../test/support/edge-snapshots.ts';
import type {
  RuleSnapshot,
  SharedRulesetSnapshot,
} from '../contracts/snapshot/rulesets-section.ts';
import type { SnapshotUpdate } from '../contracts/snapshot/snapshot-update.ts';
import type { ZoneSnapshot } from '../contracts/snapshot/zone-snapshot.ts';
import type { CompiledRuleset } from './rules/compiled-rule.ts';
import { ZoneTable } from './zone-table.ts';

const updateOf = (parts: Partial<SnapshotUpdate>) => messageOf(wholeOf(parts));

const CUSTOM = 'http_request_firewall_custom';

const noPools = () => {
  throw new Error('there are no pools here');
};

/** An entry point of an account. */
const rootOf = (accountId: string, ...rules: RuleSnapshot[]): SharedRulesetSnapshot => ({
  key: `root of ${accountId}`,
  accountId,
  phase: CUSTOM,
  isEntryPoint: true,
  ruleset: rulesetOf(`root of ${accountId}`, rules),
});

/** A ruleset that rules execute by its key. */
const customOf = (key: string, ...rules: RuleSnapshot[]): SharedRulesetSnapshot => ({
  key,
  accountId: 'account',
  phase: CUSTOM,
  isEntryPoint: false,
  ruleset: rulesetOf(key, rules),
});

const execute = (id: string, rulesetKey: string) =>
  ruleOf(id, 'execute', 'true', {}, { executes: { kind: 'custom', rulesetKey } });

function zone(name: string, rules: readonly RuleSnapshot[] = [], accountId = 'account') {
  const phases = rules.length > 0 ? { [CUSTOM]: rulesetOf(`own of ${name}`, rules) } : {};
  const { sections, ...rest } = zoneOf(name, { rulesets: { phases } });
  const own: ZoneSnapshot = {
    ...rest,
    sections: { ...sections, zone: { ...sections.zone, accountId } },
  };
  return own;
}

async function tableWith(parts: Partial<SnapshotUpdate>): Promise<ZoneTable> {
  const table = new ZoneTable(noPools);
  await table.apply(updateOf({ complete: true, ...parts }));
  return table;
}

/** Ids of all rules that run for a host, those of executed rulesets after the rule that executes them. */
function running(table: ZoneTable, host: string): string[] | undefined {
  const list = ({ rules }: CompiledRuleset): string[] =>
    rules.flatMap((rule) => (rule ? [rule.id, ...(rule.executes ? list(rule.executes) : [])] : []));
  return table.zoneOfHost(host)?.rules.phases.get(CUSTOM)?.flatMap(list);
}

const bad = ruleOf('bad', 'log', 'http.no_such_field');

describe('zones of an account', () => {
  it('run its rulesets before their own, and share them', async () => {
    const table = await tableWith({
      zones: [
        zone('a.test', [ruleOf('own', 'log'), execute('e', 'c')]),
        zone('b.test'),
        zone('c.test', [ruleOf('own', 'log')], 'other'),
      ],
      rulesets: [rootOf('account', execute('r', 'c')), customOf('c', ruleOf('inner', 'log'))],
    });
    assert.deepEqual(running(table, 'a.test'), ['r', 'inner', 'own', 'e', 'inner']);
    assert.deepEqual(running(table, 'b.test'), ['r', 'inner']);
    assert.deepEqual(running(table, 'c.test'), ['own']);
    const rootIn = (host: string) => table.zoneOfHost(host)?.rules.phases.get(CUSTOM)?.[0];
    assert.equal(rootIn('a.test'), rootIn('b.test'));
    assert.deepEqual(table.problems, []);
  });

  it('are relinked to a ruleset that changes in an update without them', async () => {
    const table = await tableWith({
      zones: [zone('a.test', [execute('e', 'c')]), zone('b.test'), zone('c.test', [], 'other')],
      rulesets: [
        rootOf('account', execute('r', 'c')),
        rootOf('other', ruleOf('o', 'log')),
        customOf('c', ruleOf('inner', 'log')),
      ],
    });
    const before = ['a.test', 'b.test', 'c.test'].map((host) => table.zoneOfHost(host));
    await table.apply(updateOf({ rulesets: [customOf('c', ruleOf('newer', 'log'))] }));
    assert.deepEqual(running(table, 'a.test'), ['r', 'newer', 'e', 'newer']);
    assert.deepEqual(running(table, 'b.test'), ['r', 'newer']);
    const after = ['a.test', 'b.test', 'c.test'].map((host) => table.zoneOfHost(host));
    assert.deepEqual(
      after.map((each, n) => each === before[n]),
      [false, false, true],
      'a request in flight keeps its version of the zone; other zones need not change',
    );
    assert.deepEqual(
      before[1]?.rules.phases.get(CUSTOM)?.[0]?.rules[0]?.executes?.rules.map((rule) => rule?.id),
      ['inner'],
    );
    await table.apply(updateOf({ removed: { rulesets: ['root of account'] } }));
    assert.deepEqual(running(table, 'a.test'), ['e', 'newer']);
    assert.equal(running(table, 'b.test'), undefined);
  });

  it('lose rulesets that are not in a complete update', async () => {
    const table = await tableWith({
      zones: [zone('a.test')],
      rulesets: [rootOf('account', ruleOf('r', 'log'))],
    });
    await table.apply(
      updateOf({ complete: true, zones: [zone('a.test', [ruleOf('own', 'log')])] }),
    );
    assert.deepEqual(running(table, 'a.test'), ['own']);
  });

  it('keep a ruleset whose new version cannot be used, which is reported once', async () => {
    const table = await tableWith({
      zones: [zone('a.test'), zone('b.test')],
      rulesets: [rootOf('account', ruleOf('good', 'log'))],
    });
    await table.apply(updateOf({ rulesets: [rootOf('account', bad)] }));
    await table.apply(updateOf({ zones: [zone('c.test')] }));
    for (const host of ['a.test', 'b.test', 'c.test']) {
      assert.deepEqual(running(table, host), ['good']);
    }
    const [problem, ...more] = table.problems;
    assert.deepEqual([problem?.kind, problem?.id, more], ['rulesets', 'root of account', []]);
    assert.match(problem?.problem ?? '', /^rule bad: .*http\.no_such_field/s);
    await table.apply(updateOf({ rulesets: [rootOf('account', ruleOf('better', 'log'))] }));
    assert.deepEqual([running(table, 'a.test'), table.problems], [['better'], []]);
  });

  it('are not served while a ruleset has no usable version, and are served once it has', async () => {
    const table = await tableWith({
      zones: [zone('a.test', [execute('e', 'c')]), zone('b.test', [], 'other')],
      rulesets: [rootOf('account', execute('r', 'c')), customOf('c', bad)],
    });
    assert.equal(table.zoneOfHost('a.test'), undefined);
    assert.ok(table.zoneOfHost('b.test'));
    assert.deepEqual(table.problems.map(({ kind, id }) => `${kind} ${id}`).toSorted(), [
      'rulesets c',
      'rulesets root of account',
      'zones a.test',
    ]);
    await table.apply(updateOf({ rulesets: [customOf('c', ruleOf('inner', 'log'))] }));
    assert.deepEqual(running(table, 'a.test'), ['r', 'inner', 'e', 'inner']);
    assert.deepEqual(table.problems, []);
  });

  it('are not served without a ruleset that could not be read', async () => {
    const unreadable = { ...rootOf('account'), ruleset: { problem: 'it cannot be read' } };
    const table = await tableWith({ zones: [zone('a.test')], rulesets: [unreadable] });
    assert.equal(table.zoneOfHost('a.test'), undefined);
    assert.match(table.problems.map(({ problem }) => problem).join(), /it cannot be read/);
    await table.apply(updateOf({ rulesets: [rootOf('account', ruleOf('r', 'log'))] }));
    assert.deepEqual(running(table, 'a.test'), ['r']);
  });

  it('that are already served keep their current version while a ruleset is missing', async () => {
    const table = await tableWith({ zones: [zone('a.test', [ruleOf('own', 'log')])] });
    await table.apply(updateOf({ zones: [zone('a.test', [execute('e', 'none')])] }));
    assert.deepEqual(running(table, 'a.test'), ['own']);
    assert.match(table.problems[0]?.problem ?? '', /ruleset none cannot be used/);
    await table.apply(updateOf({ rulesets: [rootOf('account', bad)] }));
    assert.deepEqual(running(table, 'a.test'), ['own']);
    const rulesets = [rootOf('account', ruleOf('r', 'log')), customOf('none', ruleOf('n', 'log'))];
    await table.apply(updateOf({ rulesets }));
    assert.deepEqual([running(table, 'a.test'), table.problems], [['r', 'e', 'n'], []]);
  });

  for (const complete of [false, true]) {
    it(`run changed rulesets even if their own version in the same ${complete ? 'complete ' : ''}update cannot be used (they ran the old rulesets)`, async () => {
      const own = [ruleOf('own', 'log'), execute('e', 'c')];
      const table = await tableWith({
        zones: [zone('a.test', own), zone('b.test', own)],
        rulesets: [rootOf('account', ruleOf('r', 'log')), customOf('c', ruleOf('inner', 'log'))],
      });
      await table.apply(
        updateOf({
          complete,
          zones: [zone('a.test', [bad]), zone('b.test', [execute('e', 'none')])],
          rulesets: [rootOf('account', ruleOf('s', 'log')), customOf('c', ruleOf('newer', 'log'))],
        }),
      );
      for (const host of ['a.test', 'b.test']) {
        assert.deepEqual(running(table, host), ['s', 'own', 'e', 'newer']);
      }
      assert.equal(table.problems.length, 2);
      await table.apply(updateOf({ rulesets: [rootOf('account')] }));
      for (const host of ['a.test', 'b.test']) {
        assert.deepEqual(running(table, host), ['own', 'e', 'newer']);
      }
    });
  }

  it('keep a removed ruleset in its last version, and use the current versions of others', async () => {
    const table = await tableWith({
      zones: [zone('a.test', [execute('e', 'c')])],
      rulesets: [rootOf('account', ruleOf('r', 'log')), customOf('c', ruleOf('inner', 'log'))],
    });
    await table.apply(
      updateOf({
        zones: [zone('a.test', [bad])],
        rulesets: [rootOf('account', ruleOf('s', 'log'))],
        removed: { rulesets: ['c'] },
      }),
    );
    assert.deepEqual(running(table, 'a.test'), ['s', 'e', 'inner']);
  });

  it('use changed rulesets while another one has no usable version', async () => {
    const other = { ...rootOf('account', bad), key: 'other root', phase: 'http_ratelimit' };
    const table = await tableWith({
      zones: [zone('a.test')],
      rulesets: [rootOf('account', ruleOf('r', 'log'))],
    });
    await table.apply(updateOf({ rulesets: [other] }));
    await table.apply(updateOf({ rulesets: [rootOf('account', ruleOf('s', 'log'))] }));
    assert.deepEqual(running(table, 'a.test'), ['s']);
    assert.deepEqual(
      table.problems.map(({ id }) => id),
      ['other root'],
    );
  });

  it('do not take back a name when a ruleset changes (the zone that had the name first got it back)', async () => {
    const heir = (name: string) => ({ ...zone(name), zoneId: 'heir' });
    const table = await tableWith({
      zones: [heir('b.test'), zone('a.test')],
      rulesets: [rootOf('account', ruleOf('r', 'log'))],
    });
    const renamed = { ...zone('new.test', [bad]), zoneId: 'a.test' };
    await table.apply(updateOf({ zones: [renamed, heir('a.test')] }));
    assert.equal(table.zoneOfHost('a.test')?.id, 'heir');
    await table.apply(updateOf({ rulesets: [rootOf('account', ruleOf('s', 'log'))] }));
    assert.equal(table.zoneOfHost('a.test')?.id, 'heir');
    assert.deepEqual(running(table, 'a.test'), ['s']);
  });

  it('that are removed do not come back with a ruleset that changes in the same update', async () => {
    const rulesets = [rootOf('account', ruleOf('r', 'log'))];
    const table = await tableWith({ zones: [zone('a.test')], rulesets });
    await table.apply(updateOf({ removed: { zones: ['a.test'] }, rulesets: [rootOf('account')] }));
    await table.apply(updateOf({ rulesets }));
    assert.equal(table.size, 0);
  });

  it('that were removed do not come back when their missing ruleset arrives', async () => {
    const table = await tableWith({ zones: [zone('a.test', [execute('e', 'c')])] });
    await table.apply(updateOf({ removed: { zones: ['a.test'] } }));
    await table.apply(updateOf({ rulesets: [customOf('c', ruleOf('inner', 'log'))] }));
    assert.deepEqual([table.size, table.problems], [0, []]);
  });
});

describe('zones beyond the first thousand, which are compiled when they are first used', () => {
  const rest = Array.from({ length: 1_001 }, (_, n) => zone(`z${n}.test`));
  const tableOf = (last: ZoneSnapshot, rulesets: SharedRulesetSnapshot[]) =>
    tableWith({ zones: [...rest, last], rulesets });
  const inner = customOf('c', ruleOf('inner', 'log'));

  it('run their rules with the current rulesets of their account', async () => {
    const last = zone('last.test', [ruleOf('own', 'log'), execute('e', 'c')]);
    const table = await tableOf(last, [rootOf('account', ruleOf('root', 'log')), inner]);
    await table.apply(updateOf({ rulesets: [customOf('c', ruleOf('newer', 'log'))] }));
    assert.deepEqual(running(table, 'last.test'), ['root', 'own', 'e', 'newer']);
    await table.apply(updateOf({ rulesets: [rootOf('account', ruleOf('changed', 'log'))] }));
    assert.deepEqual(running(table, 'last.test'), ['changed', 'own', 'e', 'newer']);
  });

  it('keep a ruleset that was removed before their first request', async () => {
    const table = await tableOf(zone('last.test', [execute('e', 'c')]), [inner]);
    await table.apply(updateOf({ removed: { rulesets: ['c'] } }));
    await table.apply(updateOf({ rulesets: [rootOf('account', ruleOf('root', 'log'))] }));
    assert.deepEqual(running(table, 'last.test'), ['root', 'e', 'inner']);
  });

  it('are reported if their new version cannot be used, and keep the previous one', async () => {
    const table = await tableOf(zone('last.test', [ruleOf('own', 'log')]), []);
    await table.apply(
      updateOf({ complete: true, zones: [...rest, zone('last.test', [bad])], rulesets: [] }),
    );
    assert.deepEqual(
      table.problems.map(({ id }) => id),
      ['last.test'],
    );
    assert.deepEqual(running(table, 'last.test'), ['own']);
  });
});

describe('an update in parts', () => {
  it('takes effect as a whole, with its last part', async () => {
    const table = await tableWith({ zones: [zone('old.test')] });
    const whole = wholeOf({ complete: true });
    const { revision } = whole;
    const part = (hasMore: boolean, parts: Partial<SnapshotUpdate>) =>
      table.apply({ ...messageOf({ ...whole, ...parts }), hasMore });
    const zones = [zone('a.test', [execute('e', 'c')]), zone('b.test')];
    await part(true, { zones: zones.slice(0, 1) });
    await part(true, { rulesets: [customOf('c', ruleOf('inner', 'log'))] });
    assert.ok(table.zoneOfHost('old.test') && !table.zoneOfHost('a.test'));
    assert.notEqual(table.revision, revision);
    await part(false, { zones: zones.slice(1) });
    assert.equal(table.zoneOfHost('old.test'), undefined);
    assert.deepEqual(running(table, 'a.test'), ['e', 'inner'], 'whatever the order of its parts');
    assert.ok(table.zoneOfHost('b.test'));
    assert.deepEqual([table.revision, table.problems], [revision, []]);
  });

  it('has no effect when one of its parts cannot be read', async () => {
    const table = await tableWith({ zones: [zone('old.test')] });
    const whole = wholeOf({ complete: true });
    const { zones } = updateOf({ zones: [zone('a.test')] });
    const broken = { ...messageOf(whole), hasMore: true, zones: [...zones, '{'] };
    await assert.rejects(table.apply(broken), SyntaxError);
    await table.apply(messageOf({ ...whole, zones: [zone('b.test')] }));
    assert.ok(table.zoneOfHost('old.test'));
    assert.equal(table.size, 1);
    await table.apply(updateOf({ zones: [zone('c.test')] }));
    assert.equal(table.size, 2);
  });
});

describe('compiling', () => {
  const patterns = Array.from({ length: 1_000 }, (_, n) =>
    ruleOf(`r${n}`, 'block', `http.request.uri.path matches "^/(a|b)+/${n}/[0-9]{1,20}$"`),
  );
  const long: readonly [string, Partial<SnapshotUpdate>][] = [
    ['one zone with a thousand rules', { zones: [zone('a.test', patterns)] }],
    ['a ruleset with a thousand rules', { rulesets: [rootOf('account', ...patterns)] }],
  ];
  for (const [what, parts] of long) {
    it(`${what} yields to traffic in between`, async () => {
      const table = await tableWith({});
      let turns = 0;
      let isDone = false;
      const turn = () => {
        turns += 1;
        if (!isDone) setImmediate(turn);
      };
      setImmediate(turn);
      await table.apply(updateOf(parts));
      isDone = true;
      // It takes a hundred milliseconds and more, in slices of five.
      assert.ok(turns >= 8, `${turns} turns of the event loop`);
      assert.deepEqual(table.problems, []);
    });
  }
});
