import type { RequestRecord } from './request-record.ts';

/** All values of a request header as one; empty when it is absent. */
export function header(name: string, separator = ', '): (request: RequestRecord) => string {
  return ({ headers }) => {
    let joined: string | undefined;
    for (const [each, value] of headers) {
      // Names of another length are most of them, and told apart without a copy.
      if (each.length !== name.length || each.toLowerCase() !== name) continue;
      joined = joined === undefined ? value : joined + separator + value;
    }
    return joined ?? '';
  };
}

/** Requests with several that differ are refused before. */
export function contentType({ headers }: RequestRecord): string {
  return headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
}

/** What servers compare: up to the parameters, or whatever else is there. */
export function mediaType(text: string): string {
  return /^\s*([^;,\s]*)/.exec(text)?.[1]?.toLowerCase() ?? '';
}
