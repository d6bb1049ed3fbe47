import { DirectionQuery } from '../../../http/common-schema.ts';
import { pagingQuery } from '../../../http/paging.ts';
import type { Page } from '../../../kernel/page.ts';
import { Type } from '../../../kernel/schema.ts';
import { containsText, pageIn } from '../list-query.ts';

/** Query parameters of every list. */
export const listQuery = {
  ...pagingQuery({ default: 50, min: 5, max: 100 }),
  direction: DirectionQuery('asc'),
  match: Type.Enum(['all', 'any'], { default: 'all' }),
};

interface ListQuery {
  readonly page: number;
  readonly per_page: number;
  readonly direction: 'asc' | 'desc';
  readonly match: 'all' | 'any';
}

export interface ListedBy<Item> {
  /** One per query parameter; undefined for parameters that were not sent. */
  readonly filters: readonly (((item: Item) => boolean) | undefined)[];
  /** The sort key; undefined for the order of the catalog. */
  readonly order: ((item: Item) => string | number) | undefined;
}

/** A page of items of the catalog, which are all in memory. */
export function listed<Item>(
  items: readonly Item[],
  query: ListQuery,
  { filters, order }: ListedBy<Item>,
): Page<Item> {
  const given = filters.filter((filter) => filter !== undefined);
  const isWanted = (item: Item) =>
    given.length === 0 ||
    (query.match === 'all'
      ? given.every((filter) => filter(item))
      : given.some((filter) => filter(item)));
  const found = items.filter(isWanted);
  const sorted = order ? found.toSorted((one, other) => compare(order(one), order(other))) : found;
  const ordered = query.direction === 'asc' ? sorted : sorted.toReversed();
  return pageIn(ordered, query);
}

function compare(one: string | number, other: string | number): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Matches texts that contain another one, regardless of case. */
export function contains<Item>(wanted: string | undefined, textOf: (item: Item) => string) {
  return wanted === undefined ? undefined : (item: Item) => containsText(textOf(item), wanted);
}

/** Matches equal values. */
export function equals<Item, Value>(wanted: Value | undefined, read: (item: Item) => Value) {
  return wanted === undefined ? undefined : (item: Item) => read(item) === wanted;
}
