import type { Fields } from '../http-stream.ts';
import { fieldName } from '../http1/field-names.ts';
import { checkField } from '../http1/head-text.ts';

/** Connection-specific fields: RFC 9113, section 8.2.2, and `HTTP2-Settings`. */
const connectionFields = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]);

/** Node's library rejects higher values. */
const MAX_STATUS = 599;

export class BadStatusError extends Error {
  readonly code = 'BAD_STATUS';

  constructor(status: number) {
    super(`a response with the status ${status} cannot be sent over HTTP/2`);
  }
}

/** Fields in HTTP/2 form: names in lower case, without connection-specific fields. */
export function responseFields(status: number, fields: Fields): string[] {
  if (status > MAX_STATUS) throw new BadStatusError(status);
  return [':status', String(status), ...sentFields(fields, hasNoLength(status))];
}

/** The same for interim responses and trailers, as an object: names with all their values. */
export function fieldsByName(fields: Fields): Record<string, string[]> {
  const sent = sentFields(fields, false);
  const byName: Record<string, string[]> = Object.create(null);
  for (let at = 0; at < sent.length; at += 2) {
    const name = sent[at] as string; // pairs
    byName[name] = [...(byName[name] ?? []), sent[at + 1] as string];
  }
  return byName;
}

export function hasField(fields: Fields, name: string): boolean {
  for (let at = 0; at < fields.length; at += 2) {
    if (fields[at] === name) return true;
  }
  return false;
}

/** Bytes of these fields before compression, including the frame header. */
export function fieldBytes(fields: Fields): number {
  let bytes = 9;
  for (let at = 0; at < fields.length; at += 2) {
    bytes += (fields[at]?.length ?? 0) + (fields[at + 1]?.length ?? 0) + 2;
  }
  return bytes;
}

function sentFields(fields: Fields, leavesOutLength: boolean): string[] {
  const sent: string[] = [];
  for (let at = 0; at < fields.length; at += 2) {
    const written = fields[at] as string; // pairs
    const { lower: name } = fieldName(written);
    const value = fields[at + 1] as string;
    checkField(name, value);
    if (connectionFields.has(name) || (leavesOutLength && name === 'content-length')) continue;
    sent.push(name, value);
  }
  return sent;
}

/** RFC 9110, section 8.6; Node's library sends no content with 205 either. */
function hasNoLength(status: number): boolean {
  return status === 204 || status === 205;
}
