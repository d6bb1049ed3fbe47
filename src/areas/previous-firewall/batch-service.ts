import type { Transaction } from 'kysely';
import type { Actor } from '../../contracts/actor.ts';
import { ApiError } from '../../http/api-error.ts';
import type { ResourceRecord } from '../../resources/resource-model.ts';
import { ResourceService } from '../../resources/resource-service.ts';
import type { ZoneScope } from '../../resources/scope.ts';
import { inItem } from './body-items.ts';
import type { PreviousFirewallTables } from './previous-firewall-tables.ts';

/** The change of one resource in a batch. */
export interface ItemChange<Document> {
  /** JSON pointer to the item in the body. */
  readonly pointer: string;
  readonly id: string;
  /** Returns the new document. */
  alter(document: Document): Document;
}

/** Serialises writes to the filters, firewall rules, page rules and other parts of the previous firewall of a zone. */
export function previousFirewallLock({ id }: ZoneScope): string {
  return `previous firewall ${id}`;
}

/** Writes several resources of a zone in one transaction: all of them or none. */
export class BatchService<R extends ResourceRecord> extends ResourceService<
  R,
  ZoneScope,
  PreviousFirewallTables
> {
  async changeAll(
    actor: Actor,
    zone: ZoneScope,
    changes: readonly ItemChange<R['document']>[],
  ): Promise<R[]> {
    checkDistinct(changes);
    return await this.transact(zone, async (tx) => {
      const written: { readonly before: R; readonly after: R }[] = [];
      for (const { pointer, id, alter } of changes) {
        const before = await inItem(pointer, () => this.#existing(tx, zone, id));
        const save = () => this.save(tx, zone, before, alter(before.document));
        written.push({ before, after: await inItem(pointer, save) });
      }
      for (const { before, after } of written) {
        if (after !== before) await this.announce(tx, actor, zone, before, after);
      }
      return written.map(({ after }) => after);
    });
  }

  /** Ignores unknown ids, and returns the ids of the deleted resources. */
  async deleteAll(actor: Actor, zone: ZoneScope, ids: readonly string[]): Promise<string[]> {
    return await this.transact(zone, async (tx) => {
      const deleted: R[] = [];
      for (const id of new Set(ids)) {
        const before = await this.kind.store.find(tx, zone, id);
        if (!before) continue;
        await this.checkUnused(tx, id);
        await this.kind.store.delete(tx, id);
        deleted.push(before);
      }
      for (const before of deleted) await this.announce(tx, actor, zone, before, undefined);
      return deleted.map(({ id }) => id);
    });
  }

  async #existing(tx: Transaction<PreviousFirewallTables>, zone: ZoneScope, id: string) {
    const found = await this.kind.store.find(tx, zone, id);
    if (!found) throw this.kind.errors.notFound(id);
    return found;
  }
}

function checkDistinct(changes: readonly Pick<ItemChange<object>, 'pointer' | 'id'>[]): void {
  const ids = new Set<string>();
  for (const { pointer, id } of changes) {
    if (ids.has(id)) {
      const problem = `an item before "${pointer}" has the same id`;
      throw new ApiError('invalidBody', { problem }, { pointer: `${pointer}/id` });
    }
    ids.add(id);
  }
}
