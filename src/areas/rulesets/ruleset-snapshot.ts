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
import type { RuleSecrets } from './rule-secrets.ts';
import type { Rule, Ruleset } from './ruleset-model.ts';
import { mapRuleset, selectLatest } from './ruleset-store.ts';
import type { RulesetsDatabase } from './rulesets-tables.ts';

/** Rulesets per query: their rules can be long. */
const PAGE = 500;

/** Compiles the entry points of zones for the edge. */
export function rulesetSnapshot(
  database: RulesetsDatabase,
  secrets: RuleSecrets,
): SnapshotSection<'rulesets'> {
  return {
    name: 'rulesets',
    resources: ['zone', 'ruleset'],
    isRequired: true,
    async build(zoneIds) {
      await refuseLostRules(database, zoneIds);
      const phases = new Map<string, Record<string, RulesetSnapshot>>();
      for await (const ruleset of entryPoints(database, secrets, zoneIds)) {
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
  secrets: RuleSecrets,
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
      if (wanted && !wanted.has(row.zone_id ?? '')) continue;
      yield mapRuleset(row, (sealed, id) => secrets.open(sealed, id));
    }
    after = rows.length === PAGE ? rows.at(-1)?.id : undefined;
  }
}

/** The zones, if a single query can name all of them. */
function fewOf(zoneIds: readonly string[] | 'all'): string[] | undefined {
  return zoneIds !== 'all' && zoneIds.length <= PAGE ? [...zoneIds] : undefined;
}

/** If the row with its rules is missing, a ruleset must not be treated as absent: the zone would be unprotected. */
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

/** Contains only enabled rules, so that the edge does not have to filter them. */
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
    // Usually they are equal, and sharing one string saves memory.
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

/** A managed ruleset with the rule's overrides, or a shared ruleset by its key. */
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
