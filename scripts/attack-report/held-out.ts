import { hash } from 'node:crypto';
import { decodePercents } from '../../src/kernel/percent.ts';
import type { SampleRow } from './sample-row.ts';

/**
 * Whether a row belongs to the third that is set aside while rules are made. Rows whose payloads have the same shape are
 * on the same side, wherever the payload stands.
 */
export function isHeldOut(row: SampleRow): boolean {
  return Number.parseInt(hash('sha256', shapeOf(payloadOf(row)), 'hex').slice(0, 6), 16) % 3 === 0;
}

/** The longest decoded argument of the request line or `Referer`, or the body. */
function payloadOf({ value, request }: SampleRow): string {
  if (value !== undefined) return value;
  const text = Buffer.from(request ?? '', 'base64').toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  const head = end === -1 ? text : text.slice(0, end);
  const body = end === -1 ? '' : text.slice(end + 4);
  if (body.length > 0) return body;
  const target = head.split(' ', 2)[1] ?? '';
  const referer = /^referer:.*$/im.exec(head)?.[0] ?? '';
  const values = [target, referer].flatMap((each) => each.split(/[?&]/).slice(1));
  const decoded = values.map((each) => decodePercents(each.replaceAll('+', ' ')));
  return decoded.reduce(
    (longest, each) => (each.length > longest.length ? each : longest),
    target.split('?', 1)[0] ?? '',
  );
}

/** Letters and digits do not matter, only what stands between them. */
function shapeOf(text: string): string {
  return text
    .replace(/[A-Za-z]+/g, 'a')
    .replace(/\d+/g, '0')
    .slice(0, 200);
}
