import { useNavigate, useSearch } from '@tanstack/react-router';
import { type PageSearch, readSearch } from './page-search.ts';

export type ChangeSearch = (
  change: { readonly [name in keyof PageSearch]?: PageSearch[name] | undefined },
  options?: { readonly replace?: boolean },
) => void;

/** The state of the page in the address, and a function that changes members of it; undefined removes one. */
export function usePageSearch(): [PageSearch, ChangeSearch] {
  const search = readSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const navigate = useNavigate();
  const change: ChangeSearch = (members, { replace = false } = {}) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => readSearch({ ...before, ...members }),
      replace,
    });
  return [search, change];
}
