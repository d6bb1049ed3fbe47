import type { ListContent, ListSnapshot } from '../../contracts/snapshot/list-snapshot.ts';
import { compileList } from '../../expression/expression.ts';
import type { Steps } from '../../kernel/time-slices.ts';
import { WeakTable } from '../../kernel/weak-table.ts';
import { type SharedStage, type SharedTable, stageOf } from '../shared-table.ts';
import { RedirectIndex } from './redirect-index.ts';

/** A list in the form that rules evaluate. */
interface CompiledList {
  readonly kind: ListContent['kind'] | 'none';
  readonly size: number;
  readonly matches: ReturnType<typeof compileList> extends Steps<infer Test> ? Test : never;
  /** Undefined unless it is a list of redirects. */
  readonly redirects: RedirectIndex | undefined;
}

/** A missing list counts as empty, so that zones that refer to it keep serving. */
const NOTHING: CompiledList = {
  kind: 'none',
  size: 0,
  matches: () => false,
  redirects: undefined,
};

/** The reference through which all rules use a list. An update replaces its content only. */
export interface ListSlot {
  current: CompiledList;
}

/** A list that was compiled and waits for its update to take effect. */
interface PreparedList extends Pick<ListSnapshot, 'id' | 'accountId' | 'name'> {
  readonly compiled: CompiledList;
}

/** Redirects that are added between two yields. */
const REDIRECTS_AT_ONCE = 100;

/** The lists of all accounts, each once in a process. */
export class ListTable implements SharedTable<ListSnapshot> {
  readonly #slots = new WeakTable<ListSlot>();
  /** By id. Prevents the garbage collection of lists that no rule uses yet. */
  readonly #lists = new Map<string, ListSlot>();
  readonly problems = [];

  /** The same slot for every rule of the account, even if the list does not exist. */
  slotOf(accountId: string, name: string): ListSlot {
    return this.#slots.getOrMake(`${accountId} ${name}`, () => ({ current: NOTHING }));
  }

  /** The number of items, by kind of list. */
  get itemCounts(): Readonly<Record<ListContent['kind'], number>> {
    const counts = { ip: 0, asn: 0, hostname: 0, redirect: 0 };
    for (const { current } of this.#lists.values()) {
      if (current.kind !== 'none') counts[current.kind] += current.size;
    }
    return counts;
  }

  get ids(): string[] {
    return [...this.#lists.keys()];
  }

  stage(): SharedStage<ListSnapshot> {
    return stageOf({
      prepare,
      put: (list) => this.#put(list),
      remove: (id) => this.#remove(id),
    });
  }

  #put({ id, accountId, name, compiled }: PreparedList): void {
    const slot = this.slotOf(accountId, name);
    slot.current = compiled;
    this.#lists.set(id, slot);
  }

  #remove(id: string): void {
    const slot = this.#lists.get(id);
    if (slot) slot.current = NOTHING;
    this.#lists.delete(id);
  }
}

function* prepare({ content, ...head }: ListSnapshot): Steps<PreparedList> {
  const { kind, items } = content;
  if (kind === 'redirect') {
    const redirects = yield* indexOf(items);
    // A URL is in the list if one of the redirects matches it.
    const matches: CompiledList['matches'] = (value) =>
      typeof value === 'string' && redirects.find(value) !== undefined;
    return { ...head, compiled: { kind, size: items.length, matches, redirects } };
  }
  const matches = yield* compileList(kind, items);
  return { ...head, compiled: { kind, size: items.length, matches, redirects: undefined } };
}

function* indexOf(redirects: Extract<ListContent, { kind: 'redirect' }>['items']) {
  const index = new RedirectIndex();
  for (const [n, redirect] of redirects.entries()) {
    index.add(redirect);
    if (n % REDIRECTS_AT_ONCE === 0) yield;
  }
  return index;
}
