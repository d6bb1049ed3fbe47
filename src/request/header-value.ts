import type { RequestRecord } from './request-record.ts';

/** All values of a request header, joined; empty if the header is absent. */
export function header(
  name: string,
  separator = ', ',
): (request: Pick<RequestRecord, 'headers'>) => string {
  return ({ headers }) => {
    let joined: string | undefined;
    for (const [each, value] of headers) {
      // Comparing lengths first avoids a lower-case copy of most names.
      if (each.length !== name.length || each.toLowerCase() !== name) continue;
      joined = joined === undefined ? value : joined + separator + value;
    }
    return joined ?? '';
  };
}

/** The stage `checkRequest` has refused requests with conflicting Content-Type fields. */
export function contentType({ headers }: RequestRecord): string {
  return headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
}

/** The media type without parameters, in lower case. */
export function mediaType(text: string): string {
  return /^\s*([^;,\s]*)/.exec(text)?.[1]?.toLowerCase() ?? '';
}
