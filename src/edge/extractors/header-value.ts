import type { RequestRecord } from './request-record.ts';

/** All values of a request header, joined; empty if the header is absent. */
export function header(name: string, separator = ', '): (request: RequestRecord) => string {
  return ({ headers }) => {
    let joined: string | undefined;
    for (const [each, value] of headers) {
      // Most names have another length. Comparing lengths first saves a copy in lower case.
      if (each.length !== name.length || each.toLowerCase() !== name) continue;
      joined = joined === undefined ? value : joined + separator + value;
    }
    return joined ?? '';
  };
}

/** Requests with several different types were refused before. */
export function contentType({ headers }: RequestRecord): string {
  return headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
}

/** The media type without parameters, as servers compare it. */
export function mediaType(text: string): string {
  return /^\s*([^;,\s]*)/.exec(text)?.[1]?.toLowerCase() ?? '';
}
