import type { Transaction } from 'kysely';
import { limits } from '../../catalogs/limits.ts';
import { managedRulesetById } from '../../catalogs/managed-rulesets/managed-rulesets.ts';
import { groupNameFor } from '../../catalogs/permissions.ts';
import type { Phase } from '../../catalogs/phases.ts';
import type { Plan } from '../../catalogs/plans.ts';
import type { Actor } from '../../contracts/actor.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newHexId } from '../../kernel/hex-id.ts';
import { accountScope } from '../../resources/scope.ts';
import type { ChangeLog } from '../../storage/change-log.ts';
import type { ExpressionChecker } from './expressions/expression-checker.ts';
import { listLock } from './lists/list-kind.ts';
import {
  type KnownList,
  listReferenceStore,
  type RunningRule,
} from './lists/list-reference-store.ts';
import { checkRule } from './rule-check.ts';
import { addRule, changeRule, type Position, removeRule, replaceRules } from './rule-list.ts';
import { mayUseLists } from './rule-lists.ts';
import { rulesetChange, versionDeletion } from './ruleset-change.ts';
import { checkFixed, checkKind, knownPhase, requireExecutedOnce } from './ruleset-check.ts';
import {
  entryPointKind,
  executedRulesets,
  isOwn,
  isVisible,
  type KeptRule,
  type Rule,
  type RuleDraft,
  type Ruleset,
  type RulesetKind,
  type RulesetScope,
  VERSION_PATTERN,
} from './ruleset-model.ts';
import type { RulesetStore } from './ruleset-store.ts';
import type { RulesetsDatabase, RulesetsTables } from './rulesets-tables.ts';

export interface NewRuleset {
  readonly name: string;
  readonly description?: string | undefined;
  readonly kind: RulesetKind;
  readonly phase: string;
  readonly rules: readonly (RuleDraft | KeptRule)[];
}

/** Absent members keep their values. */
export interface RulesetUpdate {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly kind?: string | undefined;
  readonly phase?: string | undefined;
  readonly rules?: readonly (RuleDraft | KeptRule)[] | undefined;
}

export interface RulesetServiceOptions {
  readonly database: RulesetsDatabase;
  readonly changes: ChangeLog;
  readonly clock: Clock;
  readonly expressions: ExpressionChecker;
  readonly store: RulesetStore;
}

/** Actor and scope of a write, and whether it is a dry run. */
export interface WriteContext {
  readonly actor: Actor;
  readonly scope: RulesetScope;
  /** The column of the quota table that applies to the scope. */
  readonly tier: Plan['tier'];
  readonly dryRun: boolean;
  /** Throws an `ApiError` unless the actor may write rulesets of the phase. */
  requireWrite(phase: string): void;
  /** Called in the transaction, before a checked ruleset is stored. May throw an `ApiError`. */
  beforeSave?(
    tx: Transaction<RulesetsTables>,
    ruleset: Ruleset,
    sent: readonly RuleDraft[],
  ): Promise<void>;
}

type Tx = Transaction<RulesetsTables>;

/** Rules that were sent, each with its JSON pointer in the body. */
type Sent = readonly (readonly [rule: RuleDraft, pointer: string])[];

/** Lists that the rules of a ruleset can use. */
interface Lists {
  readonly byName: ReadonlyMap<string, KnownList>;
  readonly users: readonly RunningRule[];
}

/** Thrown at the end of a dry run, to roll its transaction back. */
class DryRunDone extends Error {
  readonly result: Ruleset | undefined;

  constructor(result: Ruleset | undefined) {
    super('a dry run is done');
    this.result = result;
  }
}

/** Every write creates one new version, in one transaction. Writes to the same ruleset are serialised. */
export class RulesetService {
  readonly #options: RulesetServiceOptions;

  constructor(options: RulesetServiceOptions) {
    this.#options = options;
  }

  async create(context: WriteContext, wanted: NewRuleset): Promise<Ruleset | undefined> {
    const { scope } = context;
    const phase = knownPhase(wanted.phase);
    context.requireWrite(phase.name);
    const { kind } = wanted;
    checkKind(kind, scope, phase);
    return await this.#transact(context, async (tx) => {
      if (kind === entryPointKind(scope)) {
        await this.#lockEntryPoint(tx, scope, phase.name);
        if (await this.#options.store.findEntryPoint(tx, scope, phase.name)) {
          const values = { kind, phase: phase.name };
          throw new ApiError('entryPointExists', values, { pointer: '/kind' });
        }
      }
      return await this.#saveNew(tx, context, wanted, phase);
    });
  }

  async update(
    context: WriteContext,
    id: string,
    wanted: RulesetUpdate,
  ): Promise<Ruleset | undefined> {
    return await this.#transact(context, async (tx) => {
      const before = await this.#lockRuleset(tx, context, id);
      checkFixed(before, wanted);
      return await this.#saveNext(tx, context, before, this.#applied(before, wanted), sent(wanted));
    });
  }

  /** Creates the entry point if there is none. */
  async updateEntryPoint(
    context: WriteContext,
    phaseName: string,
    wanted: RulesetUpdate,
  ): Promise<Ruleset | undefined> {
    const { scope } = context;
    const phase = knownPhase(phaseName);
    context.requireWrite(phaseName);
    return await this.#transact(context, async (tx) => {
      await this.#lockEntryPoint(tx, scope, phaseName);
      const known = await this.#options.store.findEntryPoint(tx, scope, phaseName);
      if (known) {
        const before = await this.#lockRuleset(tx, context, known.id);
        checkFixed(before, wanted);
        return await this.#saveNext(
          tx,
          context,
          before,
          this.#applied(before, wanted),
          sent(wanted),
        );
      }
      const kind = entryPointKind(scope);
      checkFixed({ kind, phase: phaseName }, wanted);
      const { name = 'default', description, rules = [] } = wanted;
      const created = { name, description, kind, phase: phaseName, rules };
      return await this.#saveNew(tx, context, created, phase);
    });
  }

  async addRule(
    context: WriteContext,
    id: string,
    draft: RuleDraft,
    position: Position | undefined,
  ): Promise<Ruleset | undefined> {
    return await this.#alterRules(context, id, [[draft, '']], (rules) =>
      addRule(rules, draft, position, this.#listContext()),
    );
  }

  async changeRule(
    context: WriteContext,
    id: string,
    ruleId: string,
    draft: RuleDraft | undefined,
    position: Position | undefined,
  ): Promise<Ruleset | undefined> {
    return await this.#alterRules(context, id, draft ? [[draft, '']] : [], (rules) =>
      changeRule(rules, ruleId, draft, position, this.#listContext()),
    );
  }

  async removeRule(
    context: WriteContext,
    id: string,
    ruleId: string,
  ): Promise<Ruleset | undefined> {
    return await this.#alterRules(context, id, [], (rules) => removeRule(rules, ruleId));
  }

  async delete(context: WriteContext, id: string): Promise<void> {
    await this.#transact(context, async (tx) => {
      // All writes to an entry point lock its phase before the ruleset, which avoids deadlocks.
      const found = await this.#options.store.find(tx, id);
      if (found) await this.#lockEntryPoint(tx, context.scope, found.phase);
      const before = await this.#lockRuleset(tx, context, id);
      const by = await this.#options.store.findReference(tx, id);
      if (by !== undefined) throw new ApiError('rulesetInUse', { by });
      await this.#options.store.delete(tx, id);
      await this.#options.changes.append(tx, rulesetChange(context.actor, before, undefined));
      return undefined;
    });
  }

  async deleteVersion(context: WriteContext, id: string, version: number): Promise<void> {
    await this.#transact(context, async (tx) => {
      const latest = await this.#lockRuleset(tx, context, id);
      const old = await this.#options.store.findVersion(tx, id, version);
      if (!old) throw new ApiError('rulesetVersionNotFound', { id, version });
      if (old.version === latest.version) {
        throw new ApiError('versionInUse', { version, why: 'the latest one' });
      }
      const by = await this.#options.store.findReference(tx, id, String(version));
      if (by !== undefined) {
        throw new ApiError('versionInUse', { version, why: `executed by ruleset ${by}` });
      }
      await this.#options.store.deleteVersion(tx, id, version);
      await this.#options.changes.append(tx, versionDeletion(context.actor, old));
      return undefined;
    });
  }

  async #alterRules(
    context: WriteContext,
    id: string,
    drafts: Sent,
    alter: (rules: readonly Rule[]) => Rule[],
  ): Promise<Ruleset | undefined> {
    return await this.#transact(context, async (tx) => {
      const before = await this.#lockRuleset(tx, context, id);
      const after = { ...before, rules: alter(before.rules) };
      return await this.#saveNext(tx, context, before, after, drafts);
    });
  }

  #applied(before: Ruleset, wanted: RulesetUpdate): Ruleset {
    const { name = before.name, description = before.description, rules } = wanted;
    return {
      ...before,
      name,
      description,
      rules: rules ? replaceRules(before.rules, rules, this.#listContext()) : before.rules,
    };
  }

  async #saveNew(tx: Tx, context: WriteContext, wanted: NewRuleset, phase: Phase) {
    const ruleset: Ruleset = {
      id: newHexId(),
      scope: context.scope,
      kind: wanted.kind,
      phase: phase.name,
      name: wanted.name,
      description: wanted.description ?? '',
      version: 1,
      updatedAt: this.#options.clock.now(),
      rules: replaceRules([], wanted.rules, this.#listContext()),
    };
    const lists = await this.#lockLists(tx, ruleset);
    const drafts = sent(wanted);
    await this.#check(tx, context, ruleset, drafts, lists);
    await context.beforeSave?.(tx, ruleset, rulesOf(drafts));
    return await this.#save(tx, context, undefined, ruleset, lists);
  }

  async #saveNext(tx: Tx, context: WriteContext, before: Ruleset, after: Ruleset, drafts: Sent) {
    const lists = await this.#lockLists(tx, after);
    await this.#check(tx, context, after, drafts, lists);
    await context.beforeSave?.(tx, after, rulesOf(drafts));
    const updatedAt = Math.max(this.#options.clock.now(), before.updatedAt);
    const next = { ...after, version: before.version + 1, updatedAt };
    return await this.#save(tx, context, before, next, lists);
  }

  async #save(
    tx: Tx,
    { actor }: WriteContext,
    before: Ruleset | undefined,
    after: Ruleset,
    lists: Lists,
  ) {
    await this.#options.store.save(tx, after);
    await listReferenceStore.save(tx, after.id, lists.users, lists.byName);
    const most = { count: limits.rulesetVersions, bytes: limits.rulesetVersionBytes };
    await this.#options.store.trimVersions(tx, after.id, most);
    await this.#options.changes.append(tx, rulesetChange(actor, before, after));
    return after;
  }

  /** Checks the rules that were sent, and the quotas and constraints of the whole list. */
  async #check(
    tx: Tx,
    { tier }: WriteContext,
    ruleset: Ruleset,
    drafts: Sent,
    { byName }: Lists,
  ): Promise<void> {
    const phase = knownPhase(ruleset.phase);
    const { scope, kind, rules } = ruleset;
    const executed = await this.#lockExecuted(
      tx,
      scope,
      drafts.map(([rule]) => rule),
    );
    const lists = new Map([...byName].map(([name, list]) => [name, list.kind]));
    const expressions = this.#options.expressions.withLists(lists);
    for (const [rule, pointer] of drafts) {
      checkRule(rule, { scope, kind, phase, expressions, known: executed, lists }, pointer);
    }
    const max = kind === 'custom' ? limits.rulesPerCustomRuleset : phase.quota[tier];
    if (rules.length > max) {
      throw new ApiError('ruleQuota', { phase: phase.name, count: rules.length, max });
    }
    // An account may deploy the same ruleset several times, for different groups of zones.
    if (kind === 'zone') requireExecutedOnce(rules);
  }

  /** The lists of the account, if a rule may use one. They are locked until the rules are stored. */
  async #lockLists(tx: Tx, { scope: { accountId }, rules }: Ruleset): Promise<Lists> {
    const users = await runningRules(tx, this.#options.store, rules);
    if (!users.some(({ runs }) => runs.some(mayUseLists))) return { byName: new Map(), users: [] };
    await this.#options.database.lock(tx, listLock(accountScope(accountId)));
    return { byName: await listReferenceStore.listsOf(tx, accountId), users };
  }

  /** Locks the executed rulesets, so that they cannot be deleted before the rules are stored. */
  async #lockExecuted(tx: Tx, scope: RulesetScope, rules: readonly RuleDraft[]) {
    const { store } = this.#options;
    const known = new Map<string, Ruleset>();
    for (const { id, version } of executedRulesets(rules)) {
      if (managedRulesetById(id)) continue;
      await this.#options.database.lock(tx, `ruleset ${id}`);
      const latest = await this.#options.store.find(tx, id);
      if (!latest || !isVisible(latest, scope)) continue;
      known.set(id, latest);
      const pinned = version === 'latest' ? latest : await findPinned(tx, store, id, version);
      if (pinned) known.set(`${id} ${version}`, pinned);
    }
    return known;
  }

  async #lockRuleset(tx: Tx, context: WriteContext, id: string): Promise<Ruleset> {
    if (managedRulesetById(id)) throw new ApiError('managedReadOnly');
    await this.#options.database.lock(tx, `ruleset ${id}`);
    const ruleset = await this.#options.store.find(tx, id);
    if (!ruleset || !isOwn(ruleset, context.scope)) throw new ApiError('rulesetNotFound', { id });
    context.requireWrite(ruleset.phase);
    return ruleset;
  }

  async #lockEntryPoint(tx: Tx, { accountId, zoneId }: RulesetScope, phase: string): Promise<void> {
    await this.#options.database.lock(tx, `entry point ${zoneId ?? accountId} ${phase}`);
  }

  #listContext() {
    return { now: this.#options.clock.now(), newId: newHexId };
  }

  /** A dry run does everything except commit, and returns the ruleset that it would have stored. */
  async #transact(
    { dryRun, scope }: WriteContext,
    work: (tx: Tx) => Promise<Ruleset | undefined>,
  ): Promise<Ruleset | undefined> {
    const { database } = this.#options;
    try {
      return await database.transaction(async (tx) => {
        const result = await work(tx);
        if (dryRun) throw new DryRunDone(result);
        return result;
      });
    } catch (error) {
      if (error instanceof DryRunDone) return error.result;
      if (!database.dialect.isForeignKeyViolation(error)) throw error;
      // The zone or account was deleted in the meantime.
      throw new ApiError(scope.zoneId === undefined ? 'invalidAccount' : 'invalidZone', {
        permission: groupNameFor(
          scope.zoneId === undefined ? 'account-ruleset:write' : 'ruleset:write',
        ),
      });
    }
  }
}

function sent({ rules }: { readonly rules?: readonly (RuleDraft | KeptRule)[] | undefined }): Sent {
  return (rules ?? []).flatMap((entry, n) =>
    'keep' in entry ? [] : [[entry, `/rules/${n}`] as const],
  );
}

const rulesOf = (drafts: Sent) => drafts.map(([rule]) => rule);

/** Undefined without a query if the text is not a version number; the check of the rule refuses it. */
async function findPinned(
  tx: Tx,
  store: RulesetStore,
  id: string,
  version: string,
): Promise<Ruleset | undefined> {
  const isVersion = new RegExp(VERSION_PATTERN).test(version);
  return isVersion ? await store.findVersion(tx, id, Number(version)) : undefined;
}

/** Resolves pinned versions only: the latest version of an executed ruleset has references of its own. */
async function runningRules(
  tx: Tx,
  store: RulesetStore,
  rules: readonly Rule[],
): Promise<RunningRule[]> {
  const pinned = new Map<string, readonly Rule[]>();
  for (const { id, version } of executedRulesets(rules)) {
    pinned.set(`${id} ${version}`, (await findPinned(tx, store, id, version))?.rules ?? []);
  }
  return rules.map((rule) => {
    const executed = executedRulesets([rule]).map(({ id, version }) => `${id} ${version}`);
    return { id: rule.id, runs: [rule, ...executed.flatMap((key) => pinned.get(key) ?? [])] };
  });
}
