import type { ManagedRuleset } from '../../catalogs/managed-rulesets/managed-ruleset.ts';
import {
  managedRulesetById,
  managedRulesets,
} from '../../catalogs/managed-rulesets/managed-rulesets.ts';
import { phases } from '../../catalogs/phases.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Principal } from '../../http/principal.ts';
import { withHiddenSecrets } from './rule-secrets.ts';
import { executedRulesets, isVisible, type Ruleset, type RulesetScope } from './ruleset-model.ts';
import { rulesetRights } from './ruleset-rights.ts';
import { rulesetResponse } from './ruleset-schema.ts';
import { mapHead, type RulesetStore, selectHeads } from './ruleset-store.ts';
import type { RulesetsDatabase } from './rulesets-tables.ts';

/** A managed or a stored ruleset. */
export type AnyRuleset =
  | { readonly managed: ManagedRuleset; readonly stored?: undefined }
  | { readonly stored: Ruleset; readonly managed?: undefined };

/** A ruleset without its rules, for lists. */
export type RulesetHead =
  | { readonly managed: ManagedRuleset; readonly stored?: undefined }
  | { readonly stored: Omit<Ruleset, 'rules'>; readonly managed?: undefined };

export interface RulesetPage {
  readonly items: readonly RulesetHead[];
  readonly totalCount: number;
  /** Id of the last item; undefined on the last page. */
  readonly after: string | undefined;
}

/** A rule of an entry point. */
export interface ShownRule {
  /** As the API shows it. */
  readonly shown: object;
  readonly isEnabled: boolean;
  /** The id of the ruleset that it executes, if it does. */
  readonly executes: string | undefined;
}

/** What other areas ask about entry points. */
export interface EntryPoints {
  shownRules(
    scope: RulesetScope,
    phase: string,
    principal: Principal,
  ): Promise<readonly ShownRule[]>;
}

/** The rulesets that are visible in a zone or an account: its own, custom ones of its account, and managed ones. */
export class RulesetReadModel implements EntryPoints {
  readonly #database: RulesetsDatabase;
  readonly #store: RulesetStore;

  constructor(database: RulesetsDatabase, store: RulesetStore) {
    this.#database = database;
    this.#store = store;
  }

  /** In the order of ids, only phases for which `mayRead` is true; `after` is the last id of the previous page. */
  async list(
    scope: RulesetScope,
    after: string,
    perPage: number,
    mayRead: (phase: string) => boolean,
  ): Promise<RulesetPage> {
    const readable = phases.map(({ name }) => name).filter(mayRead);
    const visible = this.#visible(scope).where('rulesets.phase', 'in', readable);
    const managed = managedRulesets.filter(({ phase }) => mayRead(phase));
    const rows = await visible
      .where('rulesets.id', '>', after)
      .orderBy('rulesets.id')
      .limit(perPage + 1)
      .execute();
    const { stored } = await visible
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('stored'))
      .executeTakeFirstOrThrow();
    const items: RulesetHead[] = [
      ...rows.map((row) => ({ stored: mapHead(row) })),
      ...managed.filter(({ id }) => id > after).map((each) => ({ managed: each })),
    ];
    items.sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
    const page = items.slice(0, perPage);
    const last = page.at(-1);
    return {
      items: page,
      totalCount: stored + managed.length,
      after: items.length > perPage && last ? idOf(last) : undefined,
    };
  }

  async get(scope: RulesetScope, id: string): Promise<AnyRuleset> {
    const managed = managedRulesetById(id);
    if (managed) return { managed };
    return { stored: await this.#find(scope, id) };
  }

  async entryPoint(scope: RulesetScope, phase: string): Promise<Ruleset> {
    const found = await this.#store.findEntryPoint(this.#database.read, scope, phase);
    if (!found) throw new ApiError('entryPointNotFound', { phase });
    return found;
  }

  /** The rules of a zone's entry point; with secrets if the caller may write them, because it sends the rules back. */
  async shownRules(
    scope: RulesetScope,
    phase: string,
    principal: Principal,
  ): Promise<readonly ShownRule[]> {
    const found = await this.#store.findEntryPoint(this.#database.read, scope, phase);
    if (!found) return [];
    const { mayWrite } = rulesetRights(principal, scope);
    const { rules } = rulesetResponse(mayWrite(phase) ? found : withHiddenSecrets(found));
    return found.rules.map((rule, n) => ({
      shown: rules[n] ?? {},
      isEnabled: rule.enabled,
      executes: executedRulesets([rule])[0]?.id,
    }));
  }

  /** The stored rulesets that rules execute, by `id version`. */
  async executedBy(rules: Ruleset['rules']): Promise<ReadonlyMap<string, Ruleset>> {
    const executed = new Map<string, Ruleset>();
    for (const { id, version } of executedRulesets(rules)) {
      if (managedRulesetById(id)) continue;
      const { read } = this.#database;
      const found =
        version === 'latest'
          ? await this.#store.find(read, id)
          : await this.#store.findVersion(read, id, Number(version));
      if (found) executed.set(`${id} ${version}`, found);
    }
    return executed;
  }

  /** Of managed rulesets only the latest version can be read. */
  async version(scope: RulesetScope, id: string, version: string): Promise<AnyRuleset> {
    const latest = await this.get(scope, id);
    if (latest.managed) {
      if (version === latest.managed.version) return latest;
      throw new ApiError('rulesetVersionNotFound', { id, version });
    }
    return { stored: await this.#findVersion(latest.stored, version) };
  }

  async entryPointVersion(scope: RulesetScope, phase: string, version: string): Promise<Ruleset> {
    return await this.#findVersion(await this.entryPoint(scope, phase), version);
  }

  async versions(scope: RulesetScope, id: string): Promise<readonly RulesetHead[]> {
    const latest = await this.get(scope, id);
    return latest.managed ? [latest] : await this.#versionsOf(latest.stored.id);
  }

  /** Empty when there is no entry point. */
  async entryPointVersions(scope: RulesetScope, phase: string): Promise<readonly RulesetHead[]> {
    const found = await this.#store.findEntryPoint(this.#database.read, scope, phase);
    return found ? await this.#versionsOf(found.id) : [];
  }

  async #versionsOf(id: string): Promise<readonly RulesetHead[]> {
    const rows = await selectHeads(this.#database.read)
      .where('rulesets.id', '=', id)
      .orderBy('ruleset_versions.version')
      .execute();
    return rows.map((row) => ({ stored: mapHead(row) }));
  }

  async #find(scope: RulesetScope, id: string): Promise<Ruleset> {
    const found = await this.#store.find(this.#database.read, id);
    if (!found || !isVisible(found, scope)) throw new ApiError('rulesetNotFound', { id });
    return found;
  }

  async #findVersion({ id }: Ruleset, version: string): Promise<Ruleset> {
    const found = await this.#store.findVersion(this.#database.read, id, Number(version));
    if (!found) throw new ApiError('rulesetVersionNotFound', { id, version });
    return found;
  }

  #visible({ accountId, zoneId }: RulesetScope) {
    const latest = selectHeads(this.#database.read).whereRef(
      'ruleset_versions.version',
      '=',
      'rulesets.version',
    );
    return latest.where((eb) => {
      const ofAccount = eb.and([
        eb('rulesets.account_id', '=', accountId),
        eb('rulesets.zone_id', 'is', null),
      ]);
      if (zoneId === undefined) return ofAccount;
      const shared = eb.and([ofAccount, eb('rulesets.kind', '=', 'custom')]);
      return eb.or([eb('rulesets.zone_id', '=', zoneId), shared]);
    });
  }
}

function idOf(ruleset: RulesetHead): string {
  return (ruleset.managed ?? ruleset.stored).id;
}
