import { type PagingBounds, pagingQuery, toPageRequest } from '../../http/paging.ts';
import { offsetOf, type Page, pageOf } from '../../kernel/page.ts';
import { Type } from '../../kernel/schema.ts';

const bounds: PagingBounds = { default: 25, min: 5, max: 100 };

/** The query of a list of filters or firewall rules. */
export const commonQuery = {
  ...pagingQuery(bounds),
  id: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  paused: Type.Optional(Type.Boolean()),
};

/** The ids of a bulk deletion: `?id=…&id=…`. */
export const IdsQuery = Type.Object({
  id: Type.Array(Type.String(), {
    minItems: 1,
    maxItems: 1000,
    examples: [['0123456789abcdef0123456789abcdef']],
  }),
});

/** A page of items that are all in memory: their number is limited by quotas. */
export function pageIn<T>(
  items: readonly T[],
  query: { readonly page: number; readonly per_page: number },
): Page<T> {
  const request = toPageRequest(query);
  const first = offsetOf(request);
  return pageOf(items.slice(first, first + request.perPage), items.length, request);
}

/** Whether a text contains another, regardless of case. */
export function containsText(text: string | undefined, part: string | undefined): boolean {
  return part === undefined || (text ?? '').toLowerCase().includes(part.toLowerCase());
}

export function isValue<T>(value: T, wanted: T | undefined): boolean {
  return wanted === undefined || value === wanted;
}
