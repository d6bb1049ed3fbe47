import type { Steps } from '../kernel/time-slices.ts';
import type { UpdateStage, ZoneOutcome } from './update-stage.ts';
import type { ZoneRuntime } from './zone-runtime.ts';

/** Zones by id and by name, and their problems. */
export class ZoneIndex {
  readonly byId = new Map<string, ZoneRuntime>();
  readonly byName = new Map<string, ZoneRuntime>();
  /** Ids of the zones that allow only TLS 1.2. */
  readonly withoutTls13 = new Set<string>();
  readonly problems = new Map<string, string>();
  /** JSON of zones whose latest version cannot be used because a ruleset of their account is missing, by id. */
  readonly waiting = new Map<string, string>();

  /** A new index with the changes of an update. */
  *changed(stage: UpdateStage): Steps<ZoneIndex> {
    const next = new ZoneIndex();
    for (const [id, zone] of this.byId) {
      next.byId.set(id, zone);
      yield;
    }
    for (const [name, zone] of this.byName) {
      next.byName.set(name, zone);
      yield;
    }
    for (const id of this.withoutTls13) next.withoutTls13.add(id);
    for (const [id, problem] of this.problems) next.problems.set(id, problem);
    for (const [id, text] of this.waiting) next.waiting.set(id, text);
    yield* next.change(stage);
    return next;
  }

  /** A new index of the zones of a complete update. Zones that cannot be used keep their current version. */
  *replaced(stage: UpdateStage): Steps<ZoneIndex> {
    const next = new ZoneIndex();
    yield* next.#take(stage);
    for (const [zoneId, { zone }] of stage.outcomes) {
      const kept = zone ? undefined : this.byId.get(zoneId);
      if (kept) next.#keep(kept);
      yield;
    }
    yield* next.#relink(stage);
    return next;
  }

  /** Applies the changes of an update to this index. */
  *change(stage: UpdateStage): Steps<void> {
    for (const zoneId of stage.removedZoneIds) {
      this.#remove(zoneId);
      this.#note(zoneId, {});
      yield;
    }
    yield* this.#take(stage);
    yield* this.#relink(stage);
  }

  *#take({ outcomes }: UpdateStage): Steps<void> {
    for (const [zoneId, outcome] of outcomes) {
      this.#note(zoneId, outcome);
      if (outcome.zone) this.#put(outcome.zone);
      yield;
    }
  }

  *#relink({ relinked }: UpdateStage): Steps<void> {
    for (const zone of relinked) {
      this.#replace(zone);
      yield;
    }
  }

  #note(zoneId: string, { problem, waiting }: ZoneOutcome): void {
    if (problem === undefined) this.problems.delete(zoneId);
    else this.problems.set(zoneId, problem);
    if (waiting === undefined) this.waiting.delete(zoneId);
    else this.waiting.set(zoneId, waiting);
  }

  #put(zone: ZoneRuntime): void {
    const known = this.byId.get(zone.id);
    if (known && known.name !== zone.name) this.#removeName(known);
    this.#setById(zone);
    this.byName.set(zone.name, zone);
  }

  /** Adds a zone by id, and by name unless another zone has the name. */
  #keep(zone: ZoneRuntime): void {
    this.#setById(zone);
    if (!this.byName.has(zone.name)) this.byName.set(zone.name, zone);
  }

  /** Replaces the previous version of a zone by id, and by name unless another zone has the name. */
  #replace(zone: ZoneRuntime): void {
    const known = this.byId.get(zone.id);
    this.byId.set(zone.id, zone);
    if (this.byName.get(zone.name) === known) this.byName.set(zone.name, zone);
  }

  #remove(zoneId: string): void {
    const known = this.byId.get(zoneId);
    if (!known) return;
    this.byId.delete(zoneId);
    this.withoutTls13.delete(zoneId);
    this.#removeName(known);
  }

  #setById(zone: ZoneRuntime): void {
    this.byId.set(zone.id, zone);
    if (zone.traffic?.tls?.version === 'TLSv1.2') this.withoutTls13.add(zone.id);
    else this.withoutTls13.delete(zone.id);
  }

  #removeName(zone: ZoneRuntime): void {
    // Another zone may have taken the name in the meantime.
    if (this.byName.get(zone.name) === zone) this.byName.delete(zone.name);
  }
}
