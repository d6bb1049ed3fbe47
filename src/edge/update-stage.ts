import type { PoolSnapshot } from '../contracts/snapshot/load-balancing-section.ts';
import type { SharedRulesetSnapshot } from '../contracts/snapshot/rulesets-section.ts';
import type { SnapshotMessage } from '../contracts/snapshot/snapshot-message.ts';
import type { ZoneSnapshot } from '../contracts/snapshot/zone-snapshot.ts';
import { describeError } from '../kernel/palisade-error.ts';
import type { Steps } from '../kernel/time-slices.ts';
import { ListTable, type PreparedList } from './lists/list-table.ts';
import type { RuleParts } from './rules/rule-parts.ts';
import { SharedRulesetMissing } from './rules/ruleset-links.ts';
import type { SharedRulesets } from './rules/shared-rulesets.ts';
import { ZoneRuntime } from './zone-runtime.ts';

/** So many zones of an update stay compiled whether they are used or not, and beyond that only those that are. */
const KEPT_COMPILED = 1_000;

/** What came of a zone in an update. */
export interface ZoneOutcome {
  /** Undefined when it cannot be used: what serves goes on. */
  readonly zone?: ZoneRuntime;
  readonly problem?: string;
  /** The text of the zone as it should be, when all it lacks is a ruleset of its account. */
  readonly waiting?: string;
}

/** What serves while an update is prepared. */
export interface Serving {
  readonly zones: ReadonlyMap<string, ZoneRuntime>;
  readonly waiting: ReadonlyMap<string, string>;
  readonly shared: SharedRulesets;
}

/** An update that is being compiled beside what serves, until it can take effect as a whole. */
export class UpdateStage {
  /** Of the zones in the update, and of others that it brings back. */
  readonly outcomes = new Map<string, ZoneOutcome>();
  /** Zones whose serving state stays, but that run rulesets which have changed. */
  readonly relinked: ZoneRuntime[] = [];
  readonly pools: PoolSnapshot[] = [];
  readonly removedZoneIds = new Set<string>();
  readonly removedPoolIds = new Set<string>();
  readonly lists: PreparedList[] = [];
  readonly removedListIds = new Set<string>();
  readonly #rulesetKeys = new Set<string>();
  readonly #serving: Serving;
  readonly #parts: RuleParts;
  #shared: SharedRulesets;

  constructor(serving: Serving, parts: RuleParts) {
    this.#serving = serving;
    this.#parts = parts;
    this.#shared = serving.shared;
  }

  get shared(): SharedRulesets {
    return this.#shared;
  }

  *add(part: SnapshotMessage): Steps<void> {
    for (const text of part.lists) this.lists.push(yield* ListTable.prepare(JSON.parse(text)));
    yield* this.#changeRulesets(part);
    for (const text of part.zones) {
      yield* this.#compile(text);
      yield;
    }
    for (const text of part.pools) {
      this.pools.push(JSON.parse(text));
      yield;
    }
    for (const id of part.removedZoneIds) this.removedZoneIds.add(id);
    for (const id of part.removedPoolIds) this.removedPoolIds.add(id);
    for (const id of part.removedListIds) this.removedListIds.add(id);
  }

  /** After the last part: brings what is not in the update in line with it. */
  *finish({ complete }: SnapshotMessage): Steps<void> {
    if (complete) {
      const removedRulesetKeys = this.#shared.keys.filter((key) => !this.#rulesetKeys.has(key));
      yield* this.#changeRulesets({ rulesets: [], removedRulesetKeys });
    }
    if (this.#shared === this.#serving.shared) return;
    for (const text of this.#waiting(complete)) yield* this.#compile(text);
    for (const [zoneId, { zone, ...rest }] of this.outcomes) {
      if (zone) this.outcomes.set(zoneId, { ...rest, zone: zone.relinked(this.#shared) });
      yield;
    }
    for (const zone of this.#serving.zones.values()) {
      yield;
      if (!this.#goesOn(zone.id, complete)) continue;
      const relinked = zone.relinked(this.#shared);
      if (relinked !== zone) this.relinked.push(relinked);
    }
  }

  /** Whether what serves a zone stays: the update does not have the zone, or its new state cannot be used. */
  #goesOn(zoneId: string, complete: boolean): boolean {
    if (this.removedZoneIds.has(zoneId)) return false;
    const outcome = this.outcomes.get(zoneId);
    return outcome ? outcome.zone === undefined : !complete;
  }

  #isTouched(zoneId: string): boolean {
    return this.outcomes.has(zoneId) || this.removedZoneIds.has(zoneId);
  }

  *#changeRulesets(change: Pick<SnapshotMessage, 'rulesets' | 'removedRulesetKeys'>): Steps<void> {
    const rulesets: SharedRulesetSnapshot[] = [];
    for (const text of change.rulesets) {
      const ruleset: SharedRulesetSnapshot = JSON.parse(text);
      rulesets.push(ruleset);
      this.#rulesetKeys.add(ruleset.key);
      yield;
    }
    const { removedRulesetKeys } = change;
    if (rulesets.length === 0 && removedRulesetKeys.length === 0) return;
    this.#shared = yield* this.#shared.changed({ rulesets, removedRulesetKeys }, this.#parts);
  }

  *#compile(text: string): Steps<void> {
    const snapshot: ZoneSnapshot = JSON.parse(text);
    const { zoneId } = snapshot;
    const sources = { parts: this.#parts, shared: this.#shared };
    try {
      const zone = yield* ZoneRuntime.compile({ text, snapshot }, sources);
      const isUsed = this.#serving.zones.get(zoneId)?.wasUsed ?? false;
      if (!isUsed && this.outcomes.size > KEPT_COMPILED) zone.discardCompiled();
      const problem = zone.problems.join('; ');
      this.outcomes.set(zoneId, problem === '' ? { zone } : { zone, problem });
    } catch (error) {
      const problem = describeError(error);
      const waiting = error instanceof SharedRulesetMissing && { waiting: text };
      this.outcomes.set(zoneId, { problem, ...waiting });
    }
  }

  /** Zones that lacked a ruleset: of this update and, unless it has all zones, of earlier ones. */
  #waiting(complete: boolean): string[] {
    const ofThis = [...this.outcomes.values()].flatMap(({ waiting }) => waiting ?? []);
    if (complete) return ofThis;
    const earlier = [...this.#serving.waiting].filter(([zoneId]) => !this.#isTouched(zoneId));
    return [...ofThis, ...earlier.map(([, text]) => text)];
  }
}
