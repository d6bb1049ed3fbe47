import type { RequestRecord } from './request-record.ts';

/** All values of a request header as one; empty when it is absent. */
export function header(name: string, separator = ', '): (request: RequestRecord) => string {
  return ({ headers }) => {
    const values = headers.filter(([each]) => each.toLowerCase() === name);
    return values.map(([, value]) => value).join(separator);
  };
}

export const contentType = header('content-type');

export function mediaType(text: string): string {
  return text.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
