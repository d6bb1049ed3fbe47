/**
 * The state of a page in the query of its address. All values are text, written as they are, so that people can read and change
 * addresses. Every page understands the same words.
 */
export interface PageSearch {
  /** The time range: a time ago such as `-1h`, or RFC 3339. */
  readonly since?: string;
  readonly until?: string;
  /** The column that a table is sorted by; with `-` in front, descending. */
  readonly sort?: string;
  /** Filters such as `status:active` or, with `-` in front, for all other values. */
  readonly filter?: readonly string[];
  /** The id of the item in the side panel. */
  readonly panel?: string;
  /** The text in the search field of a table. */
  readonly search?: string;
  /** The tab that is open in the panel or on the page. */
  readonly tab?: string;
}

const lists = new Set<keyof PageSearch>(['filter']);
const texts = new Set<keyof PageSearch>(['since', 'until', 'sort', 'panel', 'search', 'tab']);

export function parseSearch(text: string): Record<string, string | readonly string[]> {
  const values: Record<string, string | readonly string[]> = {};
  const search = new URLSearchParams(text);
  for (const name of new Set(search.keys())) {
    const all = search.getAll(name).filter((value) => value !== '');
    const [first] = all;
    if (first === undefined) continue;
    values[name] = lists.has(name as keyof PageSearch) ? all : first;
  }
  return values;
}

export function searchText(values: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const each of [value ?? []].flat()) search.append(name, String(each));
  }
  const text = search.toString().replaceAll('%3A', ':').replaceAll('%2F', '/');
  return text === '' ? '' : `?${text}`;
}

/** The known members of an address; anything else is dropped. */
export function readSearch(values: Readonly<Record<string, unknown>>): PageSearch {
  const known = Object.entries(values).filter(([name, value]) =>
    lists.has(name as keyof PageSearch)
      ? Array.isArray(value)
      : texts.has(name as keyof PageSearch) && typeof value === 'string',
  );
  return Object.fromEntries(known) as PageSearch;
}
