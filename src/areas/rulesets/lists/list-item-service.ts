import type { Transaction } from 'kysely';
import { limits } from '../../../catalogs/limits.ts';
import type { Actor } from '../../../contracts/actor.ts';
import type { ListKind } from '../../../expression/expression.ts';
import { ApiError } from '../../../http/api-error.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { newHexId } from '../../../kernel/hex-id.ts';
import { TimeSlices } from '../../../kernel/time-slices.ts';
import { type AccountScope, changeOwner } from '../../../resources/scope.ts';
import { scopedTransaction } from '../../../resources/scoped-transaction.ts';
import type { ChangeLog } from '../../../storage/change-log.ts';
import type { RulesetsDatabase, RulesetsTables } from '../rulesets-tables.ts';
import { checkItems, describe } from './list-item-check.ts';
import { type ItemQuery, type KnownItem, listItemStore } from './list-item-store.ts';
import { listKind } from './list-kind.ts';
import type { CheckedItem, ItemValue, ListItem, ListRecord } from './list-model.ts';
import { listOperationStore } from './list-operation-store.ts';
import { listResponse } from './list-schema.ts';
import { listStore } from './list-store.ts';

/** Items that an audit entry lists; it also has their total number. */
const MOST_AUDITED = 100;
/** Milliseconds of checks between yields to the event loop. */
const CHECK_MS = 10;

export interface ListItemServiceOptions {
  readonly database: RulesetsDatabase;
  readonly changes: ChangeLog;
  readonly clock: Clock;
}

type Tx = Transaction<RulesetsTables>;

/** Items that a write removes, and items that it adds or replaces. */
interface ItemChanges {
  readonly removed: readonly KnownItem[];
  readonly put: readonly { readonly item: CheckedItem; readonly before: KnownItem | undefined }[];
}

/**
 * Changes the items of a list. Every write is one transaction and returns the id of an operation that is already
 * complete.
 */
export class ListItemService {
  readonly #options: ListItemServiceOptions;
  readonly #rest: () => Promise<void>;

  constructor(options: ListItemServiceOptions) {
    this.#options = options;
    this.#rest = () => options.database.rest();
  }

  async get(scope: AccountScope, listId: string, id: string): Promise<ListItem> {
    const { read } = this.#options.database;
    const list = existing(await listStore.find(read, scope, listId), listId);
    const item = await listItemStore.find(read, list.id, id);
    if (!item) throw new ApiError('listItemNotFound', { id });
    return item;
  }

  async page(
    scope: AccountScope,
    listId: string,
    query: Omit<ItemQuery, 'kind'>,
  ): Promise<ListItem[]> {
    const { read } = this.#options.database;
    const list = existing(await listStore.find(read, scope, listId), listId);
    return await listItemStore.page(read, list.id, { ...query, kind: list.document.kind });
  }

  /** Adds items. An existing item gets the comment and the parameters that were sent. */
  async append(actor: Actor, scope: AccountScope, listId: string, sent: readonly ItemValue[]) {
    const items = await this.#checked(scope, listId, sent);
    return await this.#write(actor, scope, listId, async (tx, list) => {
      const keys = items.map(({ key }) => key);
      const known = await listItemStore.knownBy(tx, list.id, 'item_key', keys, this.#rest);
      return replacing(items, known);
    });
  }

  /** Replaces the items of the list. Items that it already has keep their ids. */
  async replace(actor: Actor, scope: AccountScope, listId: string, sent: readonly ItemValue[]) {
    const items = await this.#checked(scope, listId, sent);
    return await this.#write(actor, scope, listId, async (tx, list) => {
      const known = await listItemStore.known(tx, list.id, this.#rest);
      const keys = new Set(items.map(({ key }) => key));
      const { put } = replacing(items, known);
      return { put, removed: known.filter((item) => !keys.has(item.item_key)) };
    });
  }

  async remove(actor: Actor, scope: AccountScope, listId: string, ids: readonly string[]) {
    return await this.#write(actor, scope, listId, async (tx, list) => {
      const wanted = [...new Set(ids)];
      const removed = await listItemStore.knownBy(tx, list.id, 'id', wanted, this.#rest);
      const known = new Set(removed.map(({ id }) => id));
      const missing = ids.findIndex((id) => !known.has(id));
      if (missing === -1) return { removed, put: [] };
      const pointer = `/items/${missing}/id`;
      throw new ApiError('listItemNotFound', { id: ids[missing] ?? '' }, { pointer });
    });
  }

  async completedAt(scope: AccountScope, operationId: string): Promise<number> {
    const { read } = this.#options.database;
    const found = await listOperationStore.find(read, scope.accountId, operationId);
    if (found === undefined) throw new ApiError('listOperationNotFound', { id: operationId });
    return found;
  }

  /** Checks outside of the transaction, so that it stays short: the kind of a list never changes. */
  async #checked(scope: AccountScope, listId: string, sent: readonly ItemValue[]) {
    const { read } = this.#options.database;
    const { document } = existing(await listStore.find(read, scope, listId), listId);
    return await new TimeSlices({ workMs: CHECK_MS }).run(checkItems(document.kind, sent));
  }

  /** Returns the id of the operation. */
  async #write(
    actor: Actor,
    scope: AccountScope,
    listId: string,
    plan: (tx: Tx, list: ListRecord) => Promise<ItemChanges>,
  ): Promise<string> {
    const { database, changes, clock } = this.#options;
    const write = { scope, lock: listKind.lock(scope), capability: listKind.write };
    return await scopedTransaction(database, write, async (tx) => {
      const before = existing(await listStore.find(tx, scope, listId), listId);
      const planned = await plan(tx, before);
      const now = Math.max(clock.now(), before.modifiedAt);
      const id = newHexId();
      await listOperationStore.add(tx, { id, accountId: scope.accountId, completedAt: now });
      if (planned.put.length + planned.removed.length === 0) return id;
      const after = changedList(before, planned, now);
      await checkQuota(tx, scope, before, after);
      await this.#save(tx, before, planned, now);
      if (before.document.kind === 'redirect' && planned.put.length > 0) {
        await checkRedirectQuota(tx, scope);
      }
      await listStore.update(tx, after);
      await changes.append(tx, {
        actor,
        action: 'update',
        resource: listKind.resource,
        resourceId: listId,
        ...changeOwner(scope),
        before: { ...listResponse(before), ...removedItems(before, planned) },
        after: { ...listResponse(after), ...putItems(before, planned) },
      });
      return id;
    });
  }

  async #save(tx: Tx, list: ListRecord, { put, removed }: ItemChanges, now: number): Promise<void> {
    const replaced = put.flatMap(({ before }) => before?.seq ?? []);
    const seqs = [...removed.map(({ seq }) => seq), ...replaced];
    await listItemStore.remove(tx, list.id, seqs, this.#rest);
    let { lastSeq } = list;
    const rows = put.map(({ item, before }) => ({
      list_id: list.id,
      seq: before?.seq ?? ++lastSeq,
      id: before?.id ?? newHexId(),
      item_key: item.key,
      search_text: item.searchText,
      item_json: item.json,
      created_at: before?.created_at ?? now,
      modified_at: now,
    }));
    await listItemStore.insert(tx, rows, this.#rest);
  }
}

/** Unchanged items are not written. */
function replacing(items: readonly CheckedItem[], known: readonly KnownItem[]): ItemChanges {
  const byKey = new Map(known.map((item) => [item.item_key, item]));
  const put = items
    .map((item) => ({ item, before: byKey.get(item.key) }))
    .filter(({ item, before }) => before?.item_json !== item.json);
  return { put, removed: [] };
}

function changedList(list: ListRecord, { put, removed }: ItemChanges, now: number): ListRecord {
  const added = put.filter(({ before }) => !before).length;
  return {
    ...list,
    itemCount: list.itemCount + added - removed.length,
    lastSeq: list.lastSeq + added,
    modifiedAt: now,
  };
}

async function checkQuota(tx: Tx, scope: AccountScope, before: ListRecord, after: ListRecord) {
  const limit = limits.listItemsPerAccount;
  const total = (await listStore.itemsOfAccount(tx, scope)) - before.itemCount + after.itemCount;
  if (after.itemCount > before.itemCount && total > limit) {
    throw new ApiError('listItemQuota', { limit, count: total });
  }
}

/** Limits characters as well as items, since the lengths of redirects vary by a factor of a thousand. */
async function checkRedirectQuota(tx: Tx, scope: AccountScope) {
  const limit = limits.redirectCharactersPerAccount;
  const count = await listStore.redirectCharacters(tx, scope);
  if (count > limit) throw new ApiError('redirectQuota', { limit, count });
}

function removedItems({ document }: ListRecord, { removed, put }: ItemChanges) {
  const replaced = put.flatMap(({ before }) => before ?? []);
  const items = [...removed, ...replaced];
  return audited('items_removed', document.kind, items, ({ item_json: json }) => JSON.parse(json));
}

function putItems({ document }: ListRecord, { put }: ItemChanges) {
  return audited('items_added', document.kind, put, ({ item }) => item.value);
}

function audited<Item>(
  member: string,
  kind: ListKind,
  items: readonly Item[],
  read: (item: Item) => ItemValue,
) {
  const named = items.slice(0, MOST_AUDITED).map((item) => describe(kind, read(item)));
  return { [member]: { count: items.length, items: named } };
}

function existing(list: ListRecord | undefined, id: string): ListRecord {
  if (!list) throw new ApiError('listNotFound', { id });
  return list;
}
