/** Names that nearly every message has. Finding them in place saves a new text, its hash and its lower case each time. */
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

/** A name as it was written, and in lower case. */
export interface FieldName {
  readonly written: string;
  readonly lower: string;
}

const SLOTS = 512;
const slots: readonly FieldName[][] = Array.from({ length: SLOTS }, () => []);
for (const name of common) {
  const lower = name.toLowerCase();
  for (const written of [name, lower]) {
    slots[slotOf(written, 0, written.length)]?.push({ written, lower });
  }
}

/** The name that is in `text` from `at` to `end`. */
export function fieldNameAt(text: string, at: number, end: number): FieldName {
  for (const known of slots[slotOf(text, at, end)] ?? []) {
    if (known.written.length === end - at && text.startsWith(known.written, at)) return known;
  }
  const written = text.slice(at, end);
  return { written, lower: written.toLowerCase() };
}

/** Few of the common names share their length and both ends. */
function slotOf(text: string, at: number, end: number): number {
  const ends = text.charCodeAt(at) * 7 + text.charCodeAt(end - 1);
  return ((end - at) * 31 + ends) % SLOTS;
}
