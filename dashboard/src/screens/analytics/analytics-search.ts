import { filterText, readFilters } from '../../parts/address/filter.ts';
import type { PageSearch } from '../../parts/address/page-search.ts';
import { type Dimension, dimensions } from './dimensions.ts';

export interface Shown {
  readonly dimension: Dimension;
  /** The values that the chart is limited to; all of them if it is empty. */
  readonly values: readonly string[];
}

const [first] = dimensions;

/** By what the chart counts. Figures are sums by one dimension each, so filters are about that one. */
export function shownIn(search: PageSearch): Shown {
  const filters = readFilters(search.filter).filter(({ isNegated }) => !isNegated);
  const filtered = dimensionOf(filters.at(-1)?.column);
  const dimension = filtered ?? dimensionOf(search.tab) ?? first;
  if (!dimension) throw new Error('there are no dimensions');
  const values = filters.filter(({ column }) => column === dimension.by).map(({ value }) => value);
  return { dimension, values };
}

function dimensionOf(by: string | undefined): Dimension | undefined {
  return dimensions.find((dimension) => dimension.by === by);
}

/** The page limited to one value, or to none if it is limited to this one. */
export function narrowed(search: PageSearch, by: Dimension['by'], value: string): PageSearch {
  const filter = filterText({ column: by, value, isNegated: false });
  const { filter: before, ...rest } = search;
  if (before?.includes(filter)) return { ...rest, tab: by };
  return { ...rest, tab: by, filter: [filter] };
}
