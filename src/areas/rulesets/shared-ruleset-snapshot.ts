import { managedRulesetById } from '../../catalogs/managed-rulesets/managed-rulesets.ts';
import {
  type RulesetSnapshot,
  type SharedRulesetSnapshot,
  sharedRulesetKey,
} from '../../contracts/snapshot/rulesets-section.ts';
import { describeError } from '../../kernel/palisade-error.ts';
import type { SharedSource } from '../area-module.ts';
import type { RuleSecrets } from './rule-secrets.ts';
import { entryPointKind } from './ruleset-model.ts';
import { snapshotOf } from './ruleset-snapshot.ts';
import { mapHead, mapRuleset, selectLatest, selectVersions } from './ruleset-store.ts';
import type { RulesetsDatabase } from './rulesets-tables.ts';

type Built = ReadonlyMap<string, SharedRulesetSnapshot>;
type StoredVersion = Parameters<typeof mapRuleset>[0];

/** Rulesets per query: their rules can be long. */
const PAGE = 500;

/**
 * Compiles the rulesets that several zones share for the edge: entry points of accounts, and rulesets that a rule
 * executes.
 */
export function sharedRulesetSource(
  database: RulesetsDatabase,
  secrets: RuleSecrets,
): SharedSource<SharedRulesetSnapshot> {
  return {
    async touchedBy({ action, resource, resourceId, accountId }, built) {
      const isGone = action === 'delete';
      // Rulesets are deleted with their account or zone, without an event for each of them.
      if (resource === 'account') return isGone ? keysOf(built, resourceId) : [];
      if (resource === 'zone') return isGone ? keysOf(built, accountId) : [];
      if (resource !== 'ruleset') return [];
      const key = sharedRulesetKey(resourceId, 'latest');
      const executed = await keysExecutedBy(database, resourceId);
      // The previous version may have executed any other ruleset of the account, which may be unused now.
      return [...new Set([key, ...executed, ...keysOf(built, accountId)])];
    },

    async build(keys, built) {
      const isAll = keys === 'all';
      const inUse = await keysInUse(database, isAll ? keys : new Set(keys));
      // In the first build, `built` was read from the disk and may come from another version or database.
      return await readShared(database, secrets, inUse, isAll ? new Map() : built);
    },

    problemOf: ({ ruleset }) => ('problem' in ruleset ? ruleset.problem : undefined),

    /** As an entry point of the account, or because a rule executes it. */
    actsIn({ zone, rulesets }, key, built) {
      const entryPoints = [...built].filter(
        ({ accountId, isEntryPoint }) => isEntryPoint && accountId === zone.accountId,
      );
      return (
        entryPoints.some((each) => each.key === key) ||
        entryPoints.some(({ ruleset }) => 'rules' in ruleset && executes(ruleset, key)) ||
        Object.values(rulesets?.phases ?? {}).some((ruleset) => executes(ruleset, key))
      );
    },
  };
}

function executes({ rules }: RulesetSnapshot, key: string): boolean {
  return rules.some((rule) => rule.executes?.kind === 'custom' && rule.executes.rulesetKey === key);
}

function keysOf(built: Iterable<SharedRulesetSnapshot>, accountId: string | null): string[] {
  return [...built].filter((each) => each.accountId === accountId).map(({ key }) => key);
}

async function keysExecutedBy({ read }: RulesetsDatabase, rulesetId: string): Promise<string[]> {
  const targets = await read
    .selectFrom('ruleset_references')
    .select(['target_id', 'target_version'])
    .where('ruleset_id', '=', rulesetId)
    .execute();
  return sharedKeys(targets);
}

/** Without managed rulesets, which are part of the edge and not stored. */
function sharedKeys(
  targets: readonly { readonly target_id: string; readonly target_version: string }[],
): string[] {
  return targets
    .filter(({ target_id: id }) => !managedRulesetById(id))
    .map(({ target_id: id, target_version: version }) => sharedRulesetKey(id, version));
}

/** Selects the keys of entry points of accounts and of executed rulesets. */
async function keysInUse(
  database: RulesetsDatabase,
  wanted: ReadonlySet<string> | 'all',
): Promise<ReadonlySet<string>> {
  const ids = wanted === 'all' ? [undefined] : pagesOf([...wanted].map((key) => partsOf(key).id));
  const keys = new Set<string>();
  for (const page of ids) {
    const entryPoints = await database.read
      .selectFrom('rulesets')
      .select('id')
      .where('entry_point_key', 'is not', null)
      .where('zone_id', 'is', null)
      .$if(page !== undefined, (query) => query.where('id', 'in', page ?? []))
      .execute();
    for (const { id } of entryPoints) keys.add(sharedRulesetKey(id, 'latest'));
    const targets = await database.read
      .selectFrom('ruleset_references')
      .select(['target_id', 'target_version'])
      .distinct()
      .$if(page !== undefined, (query) => query.where('target_id', 'in', page ?? []))
      .execute();
    for (const key of sharedKeys(targets)) keys.add(key);
  }
  return wanted === 'all' ? keys : keys.intersection(wanted);
}

/** Versions are immutable, so a version that was built is not read again. */
async function readShared(
  database: RulesetsDatabase,
  secrets: RuleSecrets,
  keys: ReadonlySet<string>,
  built: Built,
): Promise<Built> {
  const found = new Map<string, SharedRulesetSnapshot>();
  const latest: string[] = [];
  const versions = await latestVersions(database, keys);
  for (const key of keys) {
    const { id, version } = partsOf(key);
    const before = built.get(key);
    const current = version === 'latest' ? versions.get(id) : version;
    if (before && current !== undefined && versionOf(before) === current) found.set(key, before);
    else if (version === 'latest') latest.push(id);
    else {
      const row = await selectVersions(database.read)
        .where('rulesets.id', '=', id)
        .where('ruleset_versions.version', '=', Number(version))
        .executeTakeFirst();
      if (row) found.set(key, sharedOf(key, row, secrets));
    }
  }
  for (const page of pagesOf(latest)) {
    const rows = await selectLatest(database.read).where('rulesets.id', 'in', page).execute();
    for (const row of rows) {
      const key = sharedRulesetKey(row.id, 'latest');
      found.set(key, sharedOf(key, row, secrets));
    }
  }
  return found;
}

async function latestVersions(
  { read }: RulesetsDatabase,
  keys: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const versions = new Map<string, string>();
  for (const page of pagesOf([...keys].map((key) => partsOf(key).id))) {
    const rows = await read
      .selectFrom('rulesets')
      .select(['id', 'version'])
      .where('id', 'in', page)
      .execute();
    for (const { id, version } of rows) versions.set(id, String(version));
  }
  return versions;
}

function sharedOf(key: string, row: StoredVersion, secrets: RuleSecrets): SharedRulesetSnapshot {
  const { scope, kind, phase } = mapHead(row);
  return {
    key,
    accountId: scope.accountId,
    phase,
    isEntryPoint: scope.zoneId === undefined && kind === entryPointKind(scope),
    ruleset: readRules(row, secrets),
  };
}

function readRules(row: StoredVersion, secrets: RuleSecrets): SharedRulesetSnapshot['ruleset'] {
  try {
    return snapshotOf(mapRuleset(row, (sealed, id) => secrets.open(sealed, id)));
  } catch (error) {
    return { problem: `it cannot be read: ${describeError(error)}` };
  }
}

function versionOf({ ruleset }: SharedRulesetSnapshot): string | undefined {
  return 'problem' in ruleset ? undefined : ruleset.version;
}

function partsOf(key: string): { readonly id: string; readonly version: string } {
  const [id = '', version = ''] = key.split(' ');
  return { id, version };
}

function pagesOf(ids: readonly string[]): string[][] {
  const different = [...new Set(ids)];
  const pages: string[][] = [];
  for (let from = 0; from < different.length; from += PAGE) {
    pages.push(different.slice(from, from + PAGE));
  }
  return pages;
}
