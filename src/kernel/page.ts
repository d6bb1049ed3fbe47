/** A slice of a list with a stable total order. Pages are counted from 1. */
export interface PageRequest {
  readonly page: number;
  readonly perPage: number;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly page: number;
  readonly perPage: number;
  readonly totalCount: number;
}

export function pageOf<T>(items: readonly T[], totalCount: number, request: PageRequest): Page<T> {
  return { items, totalCount, page: request.page, perPage: request.perPage };
}

export function offsetOf(request: PageRequest): number {
  return (request.page - 1) * request.perPage;
}

export function mapPage<T, U>(page: Page<T>, map: (item: T) => U): Page<U> {
  return { ...page, items: page.items.map(map) };
}
