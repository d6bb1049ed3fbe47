import type { Kysely } from 'kysely';
import { describeError } from '../../kernel/palisade-error.ts';
import type { OpenSecrets } from '../../resources/document-store.ts';
import type { RuleSecrets } from './rule-secrets.ts';
import {
  entryPointKind,
  executedRulesets,
  type Rule,
  type Ruleset,
  type RulesetKind,
  type RulesetScope,
} from './ruleset-model.ts';
import type { RulesetsTables } from './rulesets-tables.ts';

type Db = Kysely<RulesetsTables>;

/** Bounds the work of one write if a ruleset has many versions above the limit. */
const TRIMMED_AT_ONCE = 100;

/** Rulesets joined with their versions; `mapRuleset` turns these rows into a `Ruleset`. */
export function selectVersions(db: Db) {
  return db
    .selectFrom('rulesets')
    .innerJoin('ruleset_versions', 'ruleset_versions.ruleset_id', 'rulesets.id')
    .select([
      'rulesets.id',
      'rulesets.account_id',
      'rulesets.zone_id',
      'rulesets.kind',
      'rulesets.phase',
      'ruleset_versions.version',
      'ruleset_versions.name',
      'ruleset_versions.description',
      'ruleset_versions.rules_json',
      'ruleset_versions.secrets',
      'ruleset_versions.updated_at',
    ]);
}

export function selectLatest(db: Db) {
  return selectVersions(db).whereRef('ruleset_versions.version', '=', 'rulesets.version');
}

/** The same rows without the rules, which can be long and which lists do not show. */
export function selectHeads(db: Db) {
  return selectVersions(db)
    .clearSelect()
    .select([
      'rulesets.id',
      'rulesets.account_id',
      'rulesets.zone_id',
      'rulesets.kind',
      'rulesets.phase',
      'ruleset_versions.version',
      'ruleset_versions.name',
      'ruleset_versions.description',
      'ruleset_versions.updated_at',
    ]);
}

/** Reads and writes single rulesets, with the secrets of rules sealed. */
export class RulesetStore {
  readonly #secrets: RuleSecrets;

  constructor(secrets: RuleSecrets) {
    this.#secrets = secrets;
  }

  async find(db: Db, id: string): Promise<Ruleset | undefined> {
    const row = await selectLatest(db).where('rulesets.id', '=', id).executeTakeFirst();
    return row && this.#rulesetOf(row);
  }

  async findEntryPoint(db: Db, scope: RulesetScope, phase: string): Promise<Ruleset | undefined> {
    const row = await selectLatest(db)
      .where('rulesets.entry_point_key', '=', entryPointKey(scope, phase))
      .executeTakeFirst();
    return row && this.#rulesetOf(row);
  }

  async findVersion(db: Db, id: string, version: number): Promise<Ruleset | undefined> {
    const row = await selectVersions(db)
      .where('rulesets.id', '=', id)
      .where('ruleset_versions.version', '=', version)
      .executeTakeFirst();
    return row && this.#rulesetOf(row);
  }

  /** Writes the first or the next version, depending on `ruleset.version`. */
  async save(db: Db, ruleset: Ruleset): Promise<void> {
    const { id, scope, kind, phase, version } = ruleset;
    if (version === 1) {
      const isEntryPoint = kind === entryPointKind(scope);
      await db
        .insertInto('rulesets')
        .values({
          id,
          account_id: scope.accountId,
          zone_id: scope.zoneId ?? null,
          kind,
          phase,
          version,
          entry_point_key: isEntryPoint ? entryPointKey(scope, phase) : null,
        })
        .execute();
    } else {
      await db.updateTable('rulesets').set({ version }).where('id', '=', id).execute();
    }
    const { hidden, secrets } = this.#secrets.seal(ruleset.rules, sealId(ruleset));
    const json = JSON.stringify(hidden);
    await db
      .insertInto('ruleset_versions')
      .values({
        ruleset_id: id,
        version,
        name: ruleset.name,
        description: ruleset.description,
        rules_json: json,
        secrets,
        updated_at: ruleset.updatedAt,
        bytes: Buffer.byteLength(json) + (secrets?.length ?? 0),
      })
      .execute();
    await saveReferences(db, ruleset);
  }

  /** Deletes the oldest versions beyond the limits, but never the latest one or one that a rule executes. */
  async trimVersions(db: Db, id: string, most: { count: number; bytes: number }): Promise<void> {
    const [latest, ...older] = await db
      .selectFrom('ruleset_versions')
      .select(['version', 'bytes'])
      .where('ruleset_id', '=', id)
      .orderBy('version', 'desc')
      .execute();
    let bytes = latest?.bytes ?? 0;
    const excess = older.filter((row, index) => {
      bytes += row.bytes;
      return index + 1 >= most.count || bytes > most.bytes;
    });
    if (excess.length === 0) return;
    const used = await db
      .selectFrom('ruleset_references')
      .select('target_version')
      .where('target_id', '=', id)
      .execute();
    const inUse = new Set(used.map((row) => row.target_version));
    const removed = excess.map(({ version }) => version).filter((each) => !inUse.has(`${each}`));
    if (removed.length === 0) return;
    await db
      .deleteFrom('ruleset_versions')
      .where('ruleset_id', '=', id)
      .where('version', 'in', removed.slice(-TRIMMED_AT_ONCE))
      .execute();
  }

  async deleteVersion(db: Db, id: string, version: number): Promise<void> {
    await db
      .deleteFrom('ruleset_versions')
      .where('ruleset_id', '=', id)
      .where('version', '=', version)
      .execute();
  }

  async delete(db: Db, id: string): Promise<void> {
    await db.deleteFrom('rulesets').where('id', '=', id).execute();
  }

  /** The id of a ruleset that executes this one, or this version of it. */
  async findReference(db: Db, targetId: string, version?: string): Promise<string | undefined> {
    let query = db
      .selectFrom('ruleset_references')
      .select('ruleset_id')
      .where('target_id', '=', targetId);
    if (version !== undefined) query = query.where('target_version', '=', version);
    return (await query.executeTakeFirst())?.ruleset_id;
  }

  #rulesetOf(row: VersionRow): Ruleset {
    return mapRuleset(row, (sealed, id) => this.#secrets.read(sealed, id));
  }
}

async function saveReferences(db: Db, { id, rules }: Ruleset): Promise<void> {
  await db.deleteFrom('ruleset_references').where('ruleset_id', '=', id).execute();
  const targets = executedRulesets(rules);
  if (targets.length === 0) return;
  await db
    .insertInto('ruleset_references')
    .values(
      targets.map((target) => ({
        ruleset_id: id,
        target_id: target.id,
        target_version: target.version,
      })),
    )
    .execute();
}

function entryPointKey({ accountId, zoneId }: RulesetScope, phase: string): string {
  return `${zoneId ?? accountId} ${phase}`;
}

interface RulesetRow {
  readonly id: string;
  readonly account_id: string;
  readonly zone_id: string | null;
  readonly kind: string;
  readonly phase: string;
  readonly version: number;
  readonly name: string;
  readonly description: string;
  readonly updated_at: number;
}

interface VersionRow extends RulesetRow {
  readonly rules_json: string;
  readonly secrets: string | null;
}

export function mapRuleset(row: VersionRow, open: OpenSecrets<readonly Rule[]>): Ruleset {
  return { ...mapHead(row), rules: readRules(row, open) };
}

function readRules(row: VersionRow, open: OpenSecrets<readonly Rule[]>): Ruleset['rules'] {
  try {
    return open({ hidden: JSON.parse(row.rules_json), secrets: row.secrets }, sealId(row));
  } catch (error) {
    throw new Error(
      `the rules of the ruleset ${row.id} (${row.phase}, version ${row.version}) cannot be read: ${describeError(error)}`,
      { cause: error },
    );
  }
}

/** Each version has its own secrets. */
const sealId = ({ id, version }: Pick<Ruleset, 'id' | 'version'>) => `${id} ${version}`;

export function mapHead(row: RulesetRow): Omit<Ruleset, 'rules'> {
  return {
    id: row.id,
    scope: { accountId: row.account_id, zoneId: row.zone_id ?? undefined },
    kind: row.kind as RulesetKind,
    phase: row.phase,
    name: row.name,
    description: row.description,
    version: row.version,
    updatedAt: row.updated_at,
  };
}
