import { validateHeaderName, validateHeaderValue } from '../../kernel/node-http.ts';
import {
  badText,
  type DestinationOption,
  type DestinationText,
  shown,
} from './destination-text.ts';

/** The rule of a kind for one of its options. */
export interface OptionRule {
  readonly required?: true;
  /** Never shown. */
  readonly secret?: true;
  readonly pattern?: RegExp;
  /** Describes the pattern in error messages; required with it. */
  readonly expected?: string;
}

export interface OptionRules {
  readonly options: Readonly<Record<string, OptionRule>>;
  /** Whether `header_<Name>` options are request headers. */
  readonly headers?: boolean;
  /** Whether options that are not listed are part of the URL. */
  readonly others?: boolean;
}

export interface ReadOptions {
  /** The listed options by name. */
  readonly values: Readonly<Record<string, string>>;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The options for the URL, verbatim. */
  readonly others: readonly DestinationOption[];
  readonly secrets: readonly string[];
  /** All options with secrets replaced. */
  readonly masked: string;
}

export const BATCH_ID_HEADER = 'x-batch-id';

const HEADER_PREFIX = 'header_';
const HIDDEN = '***';

/** Headers that the client sets, or that change the message framing, and a name that is special in JavaScript objects. */
const reservedHeaders: ReadonlySet<string> = new Set([
  '__proto__',
  'connection',
  'content-encoding',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  BATCH_ID_HEADER,
]);

export const booleanOption: OptionRule = { pattern: /^(true|false)$/, expected: 'true or false' };

/** Checks options against the rules of a kind. Throws a `DestinationError` that names the option. */
export function readOptions({ scheme, options }: DestinationText, rules: OptionRules): ReadOptions {
  const values: Record<string, string> = {};
  const headers: Record<string, string> = {};
  const others: DestinationOption[] = [];
  const secrets: string[] = [];
  const masked: string[] = [];
  for (const written of options) {
    const { name } = written;
    const rule = Object.hasOwn(rules.options, name) ? rules.options[name] : undefined;
    const option = written === options.at(-1) ? withoutStraySlash(written, rule) : written;
    if (rule) {
      if (Object.hasOwn(values, option.name))
        throw badText(`has the option "${option.name}" twice`);
      if (option.value === '') throw badText(`has the option "${option.name}" without a value`);
      checkPattern(option, rule);
      values[option.name] = option.value;
    } else if (rules.headers && option.name.startsWith(HEADER_PREFIX)) {
      addHeader(headers, option);
    } else if (rules.others) {
      others.push(option);
    } else {
      throw unknownOption(scheme, option.name, rules);
    }
    const isSecret = !rule || rule.secret === true;
    if (isSecret) secrets.push(...secretsOf(option));
    masked.push(isSecret ? `${encodeURIComponent(option.name)}=${HIDDEN}` : option.raw);
  }
  const missing = Object.keys(rules.options).find(
    (name) => rules.options[name]?.required && !Object.hasOwn(values, name),
  );
  if (missing !== undefined) throw badText(`needs the option "${missing}"`);
  return { values, headers, others, secrets, masked: masked.join('&') };
}

/** Published examples end with a slash. Where the pattern allows none, it is dropped; a key may end with one. */
function withoutStraySlash(option: DestinationOption, rule: OptionRule | undefined) {
  const { value, raw } = option;
  if (!rule?.pattern || rule.pattern.test(value) || !raw.endsWith('/')) return option;
  return { ...option, value: value.slice(0, -1), raw: raw.slice(0, -1) };
}

function checkPattern({ name, value }: DestinationOption, rule: OptionRule): void {
  if (rule.pattern && !rule.pattern.test(value)) {
    throw badText(`has a wrong option "${name}"; expected ${rule.expected}`);
  }
}

function addHeader(headers: Record<string, string>, { name, value }: DestinationOption): void {
  const header = name.slice(HEADER_PREFIX.length).toLowerCase();
  if (reservedHeaders.has(header)) throw badText(`must not set the header "${header}"`);
  if (Object.hasOwn(headers, header)) throw badText(`sets the header "${header}" twice`);
  try {
    validateHeaderName(header);
    validateHeaderValue(header, value);
  } catch {
    throw badText(`has an option "${shown(name)}" that is not a valid header`);
  }
  headers[header] = value;
}

/** Servers may repeat a secret verbatim, or only the part after a scheme such as `Bearer`. */
function secretsOf({ value, raw }: DestinationOption): string[] {
  const written = raw.slice(raw.indexOf('=') + 1);
  return [value, written, ...value.split(/\s+/)];
}

function unknownOption(scheme: string, name: string, rules: OptionRules) {
  const known = [...Object.keys(rules.options), ...(rules.headers ? ['header_<Name>'] : [])];
  const takes = known.length > 0 ? `takes ${known.join(', ')}` : 'takes none';
  return badText(`has the unknown option "${shown(name)}"; ${scheme}:// ${takes}`);
}
