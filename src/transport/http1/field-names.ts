import { WordTable } from './word-table.ts';

/** Common names. Matching their bytes saves allocating, hashing and lower-casing a string for each field. */
const common = [
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Accept-Ranges',
  'Access-Control-Allow-Origin',
  'Age',
  'Authorization',
  'Cache-Control',
  'Connection',
  'Content-Encoding',
  'Content-Length',
  'Content-Security-Policy',
  'Content-Type',
  'Cookie',
  'DNT',
  'Date',
  'ETag',
  'Expect',
  'Expires',
  'Host',
  'If-Modified-Since',
  'If-None-Match',
  'Keep-Alive',
  'Last-Modified',
  'Link',
  'Location',
  'Origin',
  'Pragma',
  'Priority',
  'Range',
  'Referer',
  'Sec-CH-UA',
  'Sec-CH-UA-Mobile',
  'Sec-CH-UA-Platform',
  'Sec-Fetch-Dest',
  'Sec-Fetch-Mode',
  'Sec-Fetch-Site',
  'Sec-Fetch-User',
  'Server',
  'Set-Cookie',
  'Strict-Transport-Security',
  'TE',
  'Trailer',
  'Transfer-Encoding',
  'Upgrade',
  'Upgrade-Insecure-Requests',
  'User-Agent',
  'Vary',
  'Via',
  'X-Forwarded-For',
  'X-Forwarded-Proto',
  'X-Powered-By',
  'X-Request-Id',
  'X-Requested-With',
];

/** A name as received, and in lower case. */
export interface FieldName {
  readonly written: string;
  readonly lower: string;
}

const known: ReadonlyMap<string, FieldName> = new Map(
  common
    .flatMap((name) => [name, name.toLowerCase()])
    .map((written) => [written, { written, lower: written.toLowerCase() }]),
);

export const commonNames = new WordTable(known);

export function fieldName(written: string): FieldName {
  return known.get(written) ?? { written, lower: written.toLowerCase() };
}
