import { decodePercents } from '../../kernel/percent.ts';
import { transcode } from '../body/charset.ts';
import type { Parameters } from './header-parameters.ts';

/** `UTF-8'en'na%6De` (RFC 8187): charset, language, value. RFC 7578 forbids it in forms, but some servers read it. */
const EXTENDED = /^([\w.:+-]*)'[^']*'(.*)$/s;

/** The values of a parameter of a part's header, once for each way in which servers read it. */
export function parameterValues(parameters: Parameters, wanted: string): string[] {
  const values = parameters.flatMap(([name, value]) => {
    if (name === `${wanted}*`) return extended(value);
    return name === wanted ? [value] : [];
  });
  return [...new Set(values)];
}

/**
 * The readings of the name: each value of `parameterValues` as it is, without backslashes, and percent-decoded. Browsers
 * write quotes as `%22`.
 */
export function nameValues(parameters: Parameters): string[] {
  const values = parameterValues(parameters, 'name').flatMap((value) =>
    /[\\%]/.test(value) ? [value, value.replace(/\\(.)/gs, '$1'), decodePercents(value)] : [value],
  );
  return [...new Set(values)];
}

/** Escapes other than `%22`, `%0A` and `%0D`, which browsers write, and `%25`. */
const ODD_ESCAPE = /%(?!22|0[ad]|25)[0-9a-f]{2}/i;

/** Whether all servers read the same name: `\"`, `\\` and the escapes of browsers are unambiguous, others are not. */
export function hasPlainName(parameters: Parameters): boolean {
  if (parameterValues(parameters, 'name').length !== 1) return false;
  return parameters.every(
    ([name, , written]) => name !== 'name' || !isOddlyWritten(written.replace(/\\["\\]/g, '')),
  );
}

const isOddlyWritten = (name: string): boolean => name.includes('\\') || ODD_ESCAPE.test(name);

function extended(value: string): string[] {
  const [, charset = '', text] = EXTENDED.exec(value) ?? [];
  if (text === undefined) return [value];
  const bytes = decodePercents(text);
  return [value, transcode(bytes, charset || 'utf-8') ?? bytes];
}
