import {
  byKind,
  idOf,
  type SharedItem,
  type SharedKind,
  sharedKinds,
} from '../contracts/snapshot/snapshot-kinds.ts';
import type { SnapshotMessage } from '../contracts/snapshot/snapshot-message.ts';
import type { ZoneSnapshot } from '../contracts/snapshot/zone-snapshot.ts';
import { describeError } from '../kernel/palisade-error.ts';
import type { Steps } from '../kernel/time-slices.ts';
import type { RuleParts } from './rules/rule-parts.ts';
import { SharedRulesetMissing } from './rules/ruleset-links.ts';
import type { SharedRulesets } from './rules/shared-rulesets.ts';
import type { SharedStage } from './shared-table.ts';
import type { SharedTables } from './shared-tables.ts';
import { ZoneRuntime } from './zone-runtime.ts';

/** The number of zones of an update that stay compiled even if they are not used. Beyond that, only used zones do. */
const KEPT_COMPILED = 1_000;

/** The outcome of an update for one zone. */
export interface ZoneOutcome {
  /** Undefined if the new version cannot be used: the current version stays active. */
  readonly zone?: ZoneRuntime;
  readonly problem?: string;
  /** The JSON of the new version, if it cannot be used only because a ruleset of its account is missing. */
  readonly waiting?: string;
}

/** The current configuration, which stays in use while an update is compiled. */
export interface Serving {
  readonly zones: ReadonlyMap<string, ZoneRuntime>;
  readonly waiting: ReadonlyMap<string, string>;
  readonly shared: SharedTables;
}

type SharedStages = {
  readonly [Kind in SharedKind]: ReturnType<SharedTables[Kind]['stage']>;
};

/** An update that is being compiled. The current configuration stays in use until the update takes effect as a whole. */
export class UpdateStage {
  /** Outcomes of the zones in the update, and of waiting zones of earlier updates that become usable with it. */
  readonly outcomes = new Map<string, ZoneOutcome>();
  /** Zones that keep their current version but run shared rulesets that have changed. */
  readonly relinked: ZoneRuntime[] = [];
  readonly removedZoneIds = new Set<string>();
  readonly #serving: Serving;
  readonly #parts: RuleParts;
  readonly #stages: SharedStages;
  /** Ids of the shared items of the update. */
  readonly #sharedIds = byKind(sharedKinds, () => new Set<string>());

  constructor(serving: Serving, parts: RuleParts) {
    this.#serving = serving;
    this.#parts = parts;
    // `byKind` does not express that each kind has the stage type of its own table.
    this.#stages = byKind(sharedKinds, (kind) => serving.shared[kind].stage()) as SharedStages;
  }

  get #rulesets(): SharedRulesets {
    return this.#stages.rulesets.staged;
  }

  *add(part: SnapshotMessage): Steps<void> {
    for (const kind of sharedKinds) {
      yield* this.#changeShared(kind, part[kind], part.removed[kind]);
    }
    for (const text of part.zones) {
      yield* this.#compile(text);
      yield;
    }
    for (const id of part.removed.zones ?? []) this.removedZoneIds.add(id);
  }

  /** Called after the last part. Relinks zones to changed rulesets and compiles waiting zones. */
  *finish({ complete }: SnapshotMessage): Steps<void> {
    const { shared, zones } = this.#serving;
    if (complete) {
      for (const kind of sharedKinds) {
        const gone = new Set(shared[kind].ids).difference(this.#sharedIds[kind]);
        yield* this.#changeShared(kind, [], [...gone]);
      }
    }
    const rulesets = this.#rulesets;
    if (rulesets === shared.rulesets.current) return;
    for (const text of this.#waiting(complete)) yield* this.#compile(text);
    for (const [zoneId, { zone, ...rest }] of this.outcomes) {
      if (zone) this.outcomes.set(zoneId, { ...rest, zone: zone.relinked(rulesets) });
      yield;
    }
    for (const zone of zones.values()) {
      yield;
      if (!this.#keepsVersion(zone.id, complete)) continue;
      const relinked = zone.relinked(rulesets);
      if (relinked !== zone) this.relinked.push(relinked);
    }
  }

  /** Puts the changes of shared items into effect at once. */
  commitShared(): void {
    for (const kind of sharedKinds) this.#stages[kind].commit();
  }

  /** Whether a zone keeps its current version: the update does not contain it, or its new version cannot be used. */
  #keepsVersion(zoneId: string, complete: boolean): boolean {
    if (this.removedZoneIds.has(zoneId)) return false;
    const outcome = this.outcomes.get(zoneId);
    return outcome ? outcome.zone === undefined : !complete;
  }

  #isTouched(zoneId: string): boolean {
    return this.outcomes.has(zoneId) || this.removedZoneIds.has(zoneId);
  }

  *#changeShared(
    kind: SharedKind,
    texts: readonly string[],
    removedIds: readonly string[] = [],
  ): Steps<void> {
    const stage: SharedStage<SharedItem> = this.#stages[kind];
    const items: SharedItem[] = [];
    for (const text of texts) {
      const item: SharedItem = JSON.parse(text);
      items.push(item);
      this.#sharedIds[kind].add(idOf(kind, item));
      yield;
    }
    yield* stage.change(items, removedIds);
  }

  *#compile(text: string): Steps<void> {
    const snapshot: ZoneSnapshot = JSON.parse(text);
    const { zoneId } = snapshot;
    const sources = { parts: this.#parts, shared: this.#rulesets };
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

  /** Zones that wait for a missing ruleset: of this update and, unless it is complete, of earlier ones. */
  #waiting(complete: boolean): string[] {
    const ofThis = [...this.outcomes.values()].flatMap(({ waiting }) => waiting ?? []);
    if (complete) return ofThis;
    const earlier = [...this.#serving.waiting].filter(([zoneId]) => !this.#isTouched(zoneId));
    return [...ofThis, ...earlier.map(([, text]) => text)];
  }
}
