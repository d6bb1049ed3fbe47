import type { Random } from '../../detection/random.ts';

/** A request of the generated set. All text is byte strings. */
export interface Message {
  readonly method: string;
  readonly target: string;
  /** Besides those that every request has. */
  readonly headers: readonly Header[];
  readonly body: string;
}

export type Header = readonly [name: string, value: string];

const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
];

export const byteString = (text: string): string => Buffer.from(text).toString('latin1');

export function getMessage(target: string, ...headers: readonly Header[]): Message {
  return { method: 'GET', target, headers, body: '' };
}

/** With a body of the type. */
export function postMessage(
  target: string,
  type: string,
  body: string,
  ...headers: readonly Header[]
): Message {
  return { method: 'POST', target, headers: [['Content-Type', type], ...headers], body };
}

/** A request whose body is the value as JSON. */
export function jsonMessage(
  target: string,
  value: unknown,
  ...headers: readonly Header[]
): Message {
  return postMessage(target, 'application/json', byteString(JSON.stringify(value)), ...headers);
}

export type Fields = Readonly<Record<string, string>>;

export function formMessage(
  target: string,
  fields: Fields,
  ...headers: readonly Header[]
): Message {
  return postMessage(target, 'application/x-www-form-urlencoded', queryOf(fields), ...headers);
}

/** Names and values encoded as browsers do. */
export const queryOf = (fields: Fields): string => new URLSearchParams(fields).toString();

const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW';
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

export interface Part {
  readonly name: string;
  readonly content: string;
  readonly fileName?: string;
  readonly type?: string;
  readonly headers?: readonly string[];
}

export function multipartMessage(
  target: string,
  parts: readonly Part[],
  ...headers: readonly Header[]
): Message {
  const body = `${parts.map(partText).join('')}--${BOUNDARY}--\r\n`;
  return postMessage(target, MULTIPART, body, ...headers);
}

function partText({ name, content, fileName, type, headers = [] }: Part): string {
  const file = fileName === undefined ? '' : `; filename="${fileName}"`;
  const lines = [
    `Content-Disposition: form-data; name="${name}"${file}`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    ...headers,
  ];
  return `--${BOUNDARY}\r\n${lines.join('\r\n')}\r\n\r\n${content}\r\n`;
}

/** The message with the headers that browsers send. Headers of the message replace them. */
export function bytesOf(message: Message, random: Random): Buffer {
  const { method, target, headers, body } = message;
  const own = new Set(headers.map(([name]) => name.toLowerCase()));
  const usual: Header[] = [
    ['Host', 'www.shop.test'],
    ['User-Agent', random.pick(agents)],
    [
      'Accept',
      random.pick(['*/*', 'text/html,application/xhtml+xml,*/*;q=0.8', 'application/json']),
    ],
    [
      'Accept-Language',
      random.pick(['en-US,en;q=0.9', 'de-DE,de;q=0.9,en;q=0.6', 'fr', 'ja,en;q=0.5']),
    ],
    ['Accept-Encoding', 'gzip, deflate, br, zstd'],
    ...(body === '' && method === 'GET' ? [] : [['Content-Length', String(body.length)] as const]),
  ];
  const lines = [...usual.filter(([name]) => !own.has(name.toLowerCase())), ...headers]
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`, 'latin1');
}
