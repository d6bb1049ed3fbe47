import type { SnapshotUpdate } from '../contracts/snapshot/snapshot-update.ts';
import type { ZoneSnapshot } from '../contracts/snapshot/zone-snapshot.ts';

/** The zones this edge serves at the moment. An update is applied as a whole between two requests. */
export class SnapshotHolder {
  #byId = new Map<string, ZoneSnapshot>();
  #byName = new Map<string, ZoneSnapshot>();
  #revision = 0;

  get revision(): number {
    return this.#revision;
  }

  get size(): number {
    return this.#byId.size;
  }

  apply(update: SnapshotUpdate): void {
    if (update.complete) {
      this.#byId = new Map();
      this.#byName = new Map();
    }
    for (const zoneId of update.removedZoneIds) this.#remove(zoneId);
    for (const zone of update.zones) {
      this.#remove(zone.zoneId);
      this.#byId.set(zone.zoneId, zone);
      this.#byName.set(zone.sections.zone.name, zone);
    }
    this.#revision = update.revision;
  }

  /** The zone that a host belongs to: the one with its name, or else with the nearest parent's. */
  zoneOfHost(host: string): ZoneSnapshot | undefined {
    for (let name = host; ; ) {
      const zone = this.#byName.get(name);
      if (zone) return zone;
      const dot = name.indexOf('.');
      if (dot === -1) return undefined;
      name = name.slice(dot + 1);
    }
  }

  #remove(zoneId: string): void {
    const known = this.#byId.get(zoneId);
    if (!known) return;
    this.#byId.delete(zoneId);
    const { name } = known.sections.zone;
    // Another zone may have taken the name in the meantime.
    if (this.#byName.get(name) === known) this.#byName.delete(name);
  }
}
