import type { RequestSample } from '../managed-rule-base.ts';
import type { LoginSample } from './credential-rule.ts';

/** Short constructors for sample requests. */
const BOUNDARY = 'palisade-sample';

type Fields = Readonly<Record<string, string>>;

export function formPost(target: string, fields: Fields): RequestSample {
  return {
    method: 'POST',
    target,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  };
}

export function multipartPost(target: string, fields: Fields): RequestSample {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    method: 'POST',
    target,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: `${parts.join('')}--${BOUNDARY}--\r\n`,
  };
}

export function jsonPost(target: string, value: unknown): RequestSample {
  return {
    method: 'POST',
    target,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  };
}

export function get(target: string): RequestSample {
  return { method: 'GET', target, headers: {}, body: '' };
}

/** The request is a login with this pair. */
export function login(request: RequestSample, username: string, password: string): LoginSample {
  return { ...request, username, password };
}
