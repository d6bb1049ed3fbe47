import type { PageRequest } from '../kernel/page.ts';
import { Type } from '../kernel/schema.ts';

export interface PagingBounds {
  readonly default: number;
  readonly min: number;
  readonly max: number;
}

/** Page sizes of the lists of zones, accounts and tokens. */
export const coreBounds: PagingBounds = { default: 20, min: 5, max: 50 };

/** Query members of a paged list. The highest page keeps offsets far below 2^53. */
export function pagingQuery(bounds: PagingBounds) {
  return {
    page: Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 }),
    per_page: Type.Integer({
      minimum: bounds.min,
      maximum: bounds.max,
      default: bounds.default,
    }),
  };
}

export function toPageRequest(query: { page: number; per_page: number }): PageRequest {
  return { page: query.page, perPage: query.per_page };
}
