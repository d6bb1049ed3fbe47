import type { RequestSample } from './managed-rule-base.ts';

/** Short constructors for sample requests. */
const BOUNDARY = 'palisade-sample';

type Fields = Readonly<Record<string, string>>;

export function get(target: string, headers: Fields = {}): RequestSample {
  return { method: 'GET', target, headers, body: '' };
}

/** A request with a body of a media type. */
export function send(
  method: string,
  target: string,
  type: string,
  body: string,
  headers: Fields = {},
): RequestSample {
  return { method, target, headers: { 'content-type': type, ...headers }, body };
}

export function formPost(target: string, fields: Fields): RequestSample {
  const body = new URLSearchParams(fields).toString();
  return send('POST', target, 'application/x-www-form-urlencoded', body);
}

export function multipartPost(target: string, fields: Fields): RequestSample {
  const parts = Object.entries(fields).map(([name, value]) => part(`name="${name}"`, value));
  return sendParts(target, parts);
}

/** A form with one file, whose name and content matter. */
export function filePost(target: string, fileName: string, content = 'sample'): RequestSample {
  return sendParts(target, [part(`name="file"; filename="${fileName}"`, content)]);
}

const part = (parameters: string, content: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${parameters}\r\n\r\n${content}\r\n`;

const sendParts = (target: string, parts: readonly string[]): RequestSample =>
  send(
    'POST',
    target,
    `multipart/form-data; boundary=${BOUNDARY}`,
    `${parts.join('')}--${BOUNDARY}--\r\n`,
  );

export function jsonPost(target: string, value: unknown, headers: Fields = {}): RequestSample {
  return send('POST', target, 'application/json', JSON.stringify(value), headers);
}

export function xmlPost(target: string, body: string, headers: Fields = {}): RequestSample {
  return send('POST', target, 'text/xml', body, headers);
}
