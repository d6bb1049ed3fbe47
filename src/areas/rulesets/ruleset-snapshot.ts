import { managedRulesetById } from '../../catalogs/managed-rulesets/managed-rulesets.ts';
import { phaseByName } from '../../catalogs/phases.ts';
import type {
  CompiledCondition,
  ExecutedSnapshot,
  RuleSnapshot,
  RulesetSnapshot,
  RulesetsSection,
} from '../../contracts/snapshot/rulesets-section.ts';
import type { SnapshotSection } from '../area-module.ts';
import { type ExecuteParameters, keepsMatchedData } from './execute-check.ts';
import type { ExpressionChecker } from './expression-checker.ts';
import { resolveOverrides } from './override-resolution.ts';
import type { Rule, Ruleset } from './ruleset-model.ts';
import { mapRuleset, rulesetStore, selectLatest } from './ruleset-store.ts';
import type { RulesetsDatabase } from './rulesets-tables.ts';

export interface RulesetSnapshotOptions {
  readonly database: RulesetsDatabase;
  readonly expressions: ExpressionChecker;
  /** The zones to build for, with their accounts. */
  readonly zones: (
    zoneIds: readonly string[] | 'all',
  ) => Promise<readonly { readonly id: string; readonly accountId: string }[]>;
}

/** Stored entry points → what runs at the edge for each zone. */
export function rulesetSnapshot(options: RulesetSnapshotOptions): SnapshotSection<'rulesets'> {
  return {
    name: 'rulesets',
    resources: ['zone', 'ruleset', 'ruleset_version'],
    async build(zoneIds) {
      const zones = await options.zones(zoneIds);
      const rulesets = await readRulesets(options.database, zones);
      const executed = await readExecuted(options.database, rulesets);
      const compile = conditionCompiler(options.expressions);
      const byScope = Map.groupBy(rulesets, ({ scope }) => scope.zoneId ?? scope.accountId);
      const sections = new Map<string, RulesetsSection>();
      for (const { id, accountId } of zones) {
        const entryPoints = [...(byScope.get(accountId) ?? []), ...(byScope.get(id) ?? [])];
        if (entryPoints.length > 0) sections.set(id, sectionOf(entryPoints, { executed, compile }));
      }
      return sections;
    },
  };
}

/** Pinned and shared rulesets by id and version. */
type Executed = ReadonlyMap<string, Ruleset>;

/** What the rulesets of one build share. */
interface BuildContext {
  readonly executed: Executed;
  readonly compile: (expression: string, phase: string) => CompiledCondition;
}

/** Many zones have the same rules, those of their account at least: each text is read once per build. */
function conditionCompiler(expressions: ExpressionChecker): BuildContext['compile'] {
  const known = new Map<string, CompiledCondition>();
  return (expression, phase) => {
    const key = `${phase} ${expression}`;
    const row = phaseByName(phase);
    const compiled =
      known.get(key) ??
      (row ? expressions.prepare(expression, row) : { problem: `there is no phase ${phase}` });
    known.set(key, compiled);
    return compiled;
  };
}

/** Entry points of the zones and of their accounts. */
async function readRulesets(
  database: RulesetsDatabase,
  zones: readonly { readonly id: string; readonly accountId: string }[],
): Promise<Ruleset[]> {
  if (zones.length === 0) return [];
  const accountIds = [...new Set(zones.map(({ accountId }) => accountId))];
  const few = zones.length <= 500 ? zones.map(({ id }) => id) : undefined;
  const rows = await selectLatest(database.read)
    .where('rulesets.entry_point_key', 'is not', null)
    .where('rulesets.account_id', 'in', accountIds)
    .$if(few !== undefined, (query) =>
      query.where((eb) =>
        eb.or([eb('rulesets.zone_id', 'is', null), eb('rulesets.zone_id', 'in', few ?? [])]),
      ),
    )
    .execute();
  return rows.map(mapRuleset);
}

async function readExecuted(
  database: RulesetsDatabase,
  rulesets: readonly Ruleset[],
): Promise<Executed> {
  const found = new Map<string, Ruleset>();
  for (const rule of rulesets.flatMap((ruleset) => ruleset.rules)) {
    if (rule.action !== 'execute') continue;
    const { id, version = 'latest' } = rule.parameters as unknown as ExecuteParameters;
    const key = `${id} ${version}`;
    if (managedRulesetById(id) || found.has(key)) continue;
    const ruleset =
      version === 'latest'
        ? await rulesetStore.find(database.read, id)
        : await rulesetStore.findVersion(database.read, id, Number(version));
    if (ruleset) found.set(key, ruleset);
  }
  return found;
}

/** The account's entry point of a phase runs before the zone's. */
function sectionOf(entryPoints: readonly Ruleset[], context: BuildContext): RulesetsSection {
  const phases: Record<string, RulesetSnapshot[]> = {};
  for (const ruleset of entryPoints) {
    const snapshots = phases[ruleset.phase] ?? [];
    phases[ruleset.phase] = [...snapshots, snapshotOf(ruleset, context)];
  }
  return { phases };
}

function snapshotOf(ruleset: Ruleset, context: BuildContext): RulesetSnapshot {
  return {
    id: ruleset.id,
    version: String(ruleset.version),
    kind: ruleset.kind,
    rules: ruleset.rules
      .filter((rule) => rule.enabled)
      .map((rule) => ruleSnapshot(rule, ruleset.phase, context))
      .filter((rule) => rule !== undefined),
  };
}

function ruleSnapshot(rule: Rule, phase: string, context: BuildContext): RuleSnapshot | undefined {
  const executes = rule.action === 'execute' ? executedBy(rule, context) : undefined;
  // What it runs was deleted as a version: there is nothing left to run.
  if (rule.action === 'execute' && !executes) return undefined;
  return {
    id: rule.id,
    ref: rule.ref,
    description: rule.description ?? '',
    action: rule.action,
    expression: rule.expression,
    condition: context.compile(rule.expression, phase),
    parameters: rule.parameters ?? {},
    logged: rule.logging?.enabled ?? true,
    ...(rule.ratelimit && { ratelimit: { ...rule.ratelimit } }),
    ...(rule.credentialCheck && { credentialCheck: rule.credentialCheck }),
    ...(executes && { executes }),
  };
}

function executedBy(rule: Rule, context: BuildContext): ExecutedSnapshot | undefined {
  const parameters = rule.parameters as unknown as ExecuteParameters;
  const { id, version = 'latest', overrides, matched_data: matchedData } = parameters;
  const managed = managedRulesetById(id);
  if (managed) {
    return {
      kind: 'managed',
      rulesetId: id,
      version: managed.version,
      rules: resolveOverrides(managed, overrides),
      ...(matchedData && keepsMatchedData(managed) && { publicKey: matchedData.public_key }),
    };
  }
  const ruleset = context.executed.get(`${id} ${version}`);
  return ruleset && { kind: 'custom', ruleset: snapshotOf(ruleset, context) };
}
