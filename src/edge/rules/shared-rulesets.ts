import type { SharedRulesetSnapshot } from '../../contracts/snapshot/rulesets-section.ts';
import { describeError } from '../../kernel/palisade-error.ts';
import type { Steps } from '../../kernel/time-slices.ts';
import { compileRuleset } from './compile-rules.ts';
import type { CompiledRuleset, EntryPoint } from './compiled-rule.ts';
import type { RuleParts } from './rule-parts.ts';
import { relinkRuleset, type SharedRulesetFinder, SharedRulesetMissing } from './ruleset-links.ts';

interface Entry {
  readonly key: string;
  readonly accountId: string;
  readonly phase: string;
  readonly isEntryPoint: boolean;
  /** Undefined if no version of it could be used. */
  readonly ruleset: CompiledRuleset | undefined;
  /** Why its latest version cannot be used. An earlier version stays in use, if there is one. */
  readonly problem?: string;
  /** The latest version, if it cannot be used only because another ruleset is missing. */
  readonly waiting?: SharedRulesetSnapshot;
}

type Entries = ReadonlyMap<string, Entry>;
/** By account. */
type EntryPoints = ReadonlyMap<string, readonly Entry[]>;

/** The compiled rulesets that zones share. Immutable: a change creates a new instance. */
export class SharedRulesets implements SharedRulesetFinder {
  static readonly none = new SharedRulesets(new Map(), new Map());

  readonly #entries: Entries;
  readonly #entryPoints: EntryPoints;

  private constructor(entries: Entries, entryPoints: EntryPoints) {
    this.#entries = entries;
    this.#entryPoints = entryPoints;
  }

  get keys(): string[] {
    return [...this.#entries.keys()];
  }

  /** By key, why the latest version of a ruleset cannot be used. */
  get problems(): (readonly [key: string, problem: string])[] {
    return [...this.#entries.values()].flatMap(({ key, problem }) =>
      problem === undefined ? [] : [[key, problem] as const],
    );
  }

  find(key: string): CompiledRuleset {
    return usable(this.#entries.get(key), key);
  }

  current(key: string): CompiledRuleset | undefined {
    return this.#entries.get(key)?.ruleset;
  }

  /**
   * The entry points of an account: the same list object until one of them changes. Throws a `SharedRulesetMissing` if
   * one of them is not usable in any version.
   */
  entryPointsOf(accountId: string): readonly EntryPoint[] {
    const found = this.#entryPoints.get(accountId) ?? NONE;
    for (const entry of found) usable(entry, entry.key);
    return found as readonly EntryPoint[];
  }

  /** The usable entry points of an account, for zones that are already served. */
  usableEntryPointsOf(accountId: string): readonly EntryPoint[] {
    const found = this.#entryPoints.get(accountId) ?? NONE;
    return found.every(isUsable) ? found : found.filter(isUsable);
  }

  *changed(
    rulesets: readonly SharedRulesetSnapshot[],
    removedKeys: readonly string[],
    parts: RuleParts,
  ): Steps<SharedRulesets> {
    const entries = new Map(this.#entries);
    for (const key of removedKeys) entries.delete(key);
    const shared = {
      find: (key: string) => usable(entries.get(key), key),
      current: (key: string) => entries.get(key)?.ruleset,
    };
    const snapshots = [...waitingIn(entries), ...rulesets];
    // Custom rulesets come first, because entry points execute them.
    for (const isEntryPoint of [false, true]) {
      for (const snapshot of snapshots) {
        if (snapshot.isEntryPoint !== isEntryPoint) continue;
        const before = this.#entries.get(snapshot.key)?.ruleset;
        entries.set(snapshot.key, yield* compileEntry(snapshot, before, { parts, shared }));
      }
    }
    for (const entry of entries.values()) {
      if (entry.isEntryPoint) entries.set(entry.key, relinkEntry(entry, shared));
      yield;
    }
    return new SharedRulesets(entries, this.#groupEntryPoints(entries));
  }

  /** Unchanged lists stay the same objects, so that their zones need not be relinked. */
  #groupEntryPoints(entries: Entries): EntryPoints {
    const entryPoints = [...entries.values()].filter(({ isEntryPoint }) => isEntryPoint);
    const groups = Map.groupBy(entryPoints, ({ accountId }) => accountId);
    return new Map(
      groups.entries().map(([accountId, group]) => {
        const before = this.#entryPoints.get(accountId) ?? NONE;
        return [accountId, isSameList(group, before) ? before : group];
      }),
    );
  }
}

const NONE: readonly Entry[] = [];

function isSameList(one: readonly Entry[], other: readonly Entry[]): boolean {
  return one.length === other.length && one.every((entry, n) => entry === other[n]);
}

const waitingIn = (entries: Entries): SharedRulesetSnapshot[] =>
  [...entries.values()].flatMap(({ waiting }) => waiting ?? []);

const isUsable = (entry: Entry): entry is Entry & EntryPoint => entry.ruleset !== undefined;

function usable(entry: Entry | undefined, key: string): CompiledRuleset {
  if (entry?.ruleset) return entry.ruleset;
  throw new SharedRulesetMissing(key, entry?.problem ?? 'it does not exist');
}

function* compileEntry(
  snapshot: SharedRulesetSnapshot,
  before: CompiledRuleset | undefined,
  { parts, shared }: { readonly parts: RuleParts; readonly shared: SharedRulesetFinder },
): Steps<Entry> {
  const { ruleset, ...head } = snapshot;
  if ('problem' in ruleset) return { ...head, ruleset: before, problem: ruleset.problem };
  const { key: sharedKey, phase, accountId } = head;
  const sources = { parts, shared, accountId };
  try {
    return { ...head, ruleset: yield* compileRuleset(ruleset, { phase, sharedKey }, sources) };
  } catch (error) {
    const problem = describeError(error);
    const waiting = error instanceof SharedRulesetMissing && { waiting: snapshot };
    return { ...head, ruleset: before, problem, ...waiting };
  }
}

function relinkEntry(entry: Entry, shared: SharedRulesetFinder): Entry {
  const ruleset = entry.ruleset && relinkRuleset(entry.ruleset, shared);
  return ruleset === entry.ruleset ? entry : { ...entry, ruleset };
}
