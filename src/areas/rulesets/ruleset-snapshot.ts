import { managedRulesetById } from '../../catalogs/managed-rulesets/managed-rulesets.ts';
import {
  type ExecutedSnapshot,
  type RuleSnapshot,
  type RulesetSnapshot,
  type RulesetsSection,
  sharedRulesetKey,
} from '../../contracts/snapshot/rulesets-section.ts';
import type { SnapshotSection } from '../area-module.ts';
import { type ExecuteParameters, keepsMatchedData } from './execute-check.ts';
import type { Rule, Ruleset } from './ruleset-model.ts';
import { mapRuleset, selectLatest } from './ruleset-store.ts';
import type { RulesetsDatabase } from './rulesets-tables.ts';

/** Rulesets that are read at a time: their rules can be long. */
const PAGE = 500;

/** Stored entry points of zones → what runs at the edge for each of them. */
export function rulesetSnapshot(database: RulesetsDatabase): SnapshotSection<'rulesets'> {
  return {
    name: 'rulesets',
    resources: ['zone', 'ruleset'],
    isRequired: true,
    async build(zoneIds) {
      await refuseLostRules(database, zoneIds);
      const phases = new Map<string, Record<string, RulesetSnapshot>>();
      for await (const ruleset of entryPoints(database, zoneIds)) {
        const { zoneId = '' } = ruleset.scope;
        const ofZone = phases.get(zoneId) ?? {};
        ofZone[ruleset.phase] = snapshotOf(ruleset);
        phases.set(zoneId, ofZone);
      }
      const sections = phases.entries().map(([zoneId, ofZone]) => {
        const section: RulesetsSection = { phases: ofZone };
        return [zoneId, section] as const;
      });
      return new Map(sections);
    },
  };
}

async function* entryPoints(
  database: RulesetsDatabase,
  zoneIds: readonly string[] | 'all',
): AsyncGenerator<Ruleset> {
  const few = fewOf(zoneIds);
  const wanted = zoneIds === 'all' ? undefined : new Set(zoneIds);
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows = await selectLatest(database.read)
      .where('rulesets.entry_point_key', 'is not', null)
      .where('rulesets.zone_id', 'is not', null)
      .where('rulesets.id', '>', after)
      .$if(few !== undefined, (query) => query.where('rulesets.zone_id', 'in', few ?? []))
      .orderBy('rulesets.id')
      .limit(PAGE)
      .execute();
    for (const row of rows) {
      if (!wanted || wanted.has(row.zone_id ?? '')) yield mapRuleset(row);
    }
    after = rows.length === PAGE ? rows.at(-1)?.id : undefined;
  }
}

/** The zones if they are so few that a query can name them. */
function fewOf(zoneIds: readonly string[] | 'all'): string[] | undefined {
  return zoneIds !== 'all' && zoneIds.length <= PAGE ? [...zoneIds] : undefined;
}

/** A ruleset must not count as absent because the row with its rules is lost. */
async function refuseLostRules(
  database: RulesetsDatabase,
  zoneIds: readonly string[] | 'all',
): Promise<void> {
  const few = fewOf(zoneIds);
  const lost = await database.read
    .selectFrom('rulesets')
    .leftJoin('ruleset_versions', (join) =>
      join
        .onRef('ruleset_versions.ruleset_id', '=', 'rulesets.id')
        .onRef('ruleset_versions.version', '=', 'rulesets.version'),
    )
    .select(['rulesets.id', 'rulesets.zone_id', 'rulesets.phase'])
    .where('rulesets.entry_point_key', 'is not', null)
    .where('rulesets.zone_id', 'is not', null)
    .where('ruleset_versions.version', 'is', null)
    .$if(few !== undefined, (query) => query.where('rulesets.zone_id', 'in', few ?? []))
    .execute();
  const found = lost.find((row) => zoneIds === 'all' || zoneIds.includes(row.zone_id ?? ''));
  if (found) throw new Error(`the rules of the ruleset ${found.id} (${found.phase}) are missing`);
}

/** Only what is enabled, so that the edge decides nothing about configuration. */
export function snapshotOf(ruleset: Ruleset): RulesetSnapshot {
  return {
    id: ruleset.id,
    version: String(ruleset.version),
    rules: ruleset.rules.filter((rule) => rule.enabled).map(ruleSnapshot),
  };
}

function ruleSnapshot(rule: Rule): RuleSnapshot {
  const executes = rule.action === 'execute' && { executes: executedBy(rule) };
  return {
    id: rule.id,
    // Mostly they are equal; one text is enough then.
    ref: rule.ref === rule.id ? rule.id : rule.ref,
    description: rule.description ?? '',
    action: rule.action,
    expression: rule.expression,
    ...(rule.parameters && !executes && { parameters: rule.parameters }),
    logged: rule.logging?.enabled ?? true,
    ...(rule.ratelimit && { ratelimit: { ...rule.ratelimit } }),
    ...(rule.credentialCheck && { credentialCheck: rule.credentialCheck }),
    ...executes,
  };
}

/** A managed ruleset with what the rule changes about it, or a shared one by its key. */
function executedBy({ parameters }: Rule): ExecutedSnapshot {
  const executed = parameters as unknown as ExecuteParameters;
  const { id, version = 'latest', overrides, matched_data: matchedData } = executed;
  const managed = managedRulesetById(id);
  if (!managed) return { kind: 'custom', rulesetKey: sharedRulesetKey(id, version) };
  return {
    kind: 'managed',
    rulesetId: id,
    ...(overrides && { overrides }),
    ...(matchedData && keepsMatchedData(managed) && { publicKey: matchedData.public_key }),
  };
}
