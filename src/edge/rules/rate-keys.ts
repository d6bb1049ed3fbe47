import { hash } from 'node:crypto';
import { jsonLookupOf, jsonValues, type Value } from '../../expression/expression.ts';
import { addressBlock } from '../../kernel/ip.ts';
import { decodePercents } from '../../kernel/percent.ts';
import { liveReader, valueTree } from './expression-values.ts';
import type { LiveRequest } from './live-request.ts';

type Tree = ReturnType<typeof valueTree>;

/** The values of a characteristic of a request. */
type Characteristic = (request: LiveRequest) => readonly string[];

/** The keys that a request is counted by: more than one if it has several values for a characteristic. */
export type RateKeys = (ruleId: string, request: LiveRequest) => readonly string[];

/** An installation has one data centre, so this part of a key is the same for all requests. */
const constants = new Set(['cf.colo.id']);

/** Visitors are identified by their address only. */
const visitorNames = new Set(['ip.src', 'cf.unique_visitor_id']);

/** An IPv6 visitor can use any address of a /64; each address would otherwise have a limit of its own. */
const visitor: Characteristic = ({ clientAddress }) => [addressBlock(clientAddress)];

/** Visitors choose the values, and keys are kept in memory and sent to other processes, so longer values are hashed. */
const LONGEST_VALUES = 64;
/** Values of a characteristic at each end that are counted: servers use the first or the last value of a repeated name. */
const MAX_AT_EACH_END = 8;
/** Keys of one request and reading. */
const MAX_KEYS = 64;

const MISSING = [''];

export function rateKeys(characteristics: readonly string[]): RateKeys {
  const parts = characteristics.filter((name) => !constants.has(name)).map(characteristicOf);
  return (ruleId, request) => {
    let combined = [''];
    for (const part of parts) {
      const values = part(request);
      // Two ends of each list are enough for any server that uses one value of a name.
      const few = combined.length * values.length > MAX_KEYS ? endsOf(values, 1) : values;
      combined = few.flatMap((value) => combined.map((before) => `${before}\n${value}`));
    }
    return combined.slice(0, MAX_KEYS).map((values) => ruleId + shortened(values));
  };
}

/**
 * Values begin with a line end and a digest has none, so a visitor cannot send a value that equals the digest of another
 * visitor's values.
 */
function shortened(values: string): string {
  return values.length > LONGEST_VALUES ? hash('sha256', values, 'base64url') : values;
}

function characteristicOf(name: string): Characteristic {
  if (visitorNames.has(name)) return visitor;
  const tree = valueTree(name);
  const read = jsonReader(tree) ?? entryReader(tree) ?? plainReader(tree);
  return (request) => {
    const values = read(request);
    if (values.length < 2) return values.length === 0 ? MISSING : values;
    return endsOf([...new Set(values)], MAX_AT_EACH_END);
  };
}

function endsOf(values: readonly string[], count: number): readonly string[] {
  return values.length <= 2 * count ? values : [...values.slice(0, count), ...values.slice(-count)];
}

/** `lookup_json_string(http.request.body.raw, "user", "name")`. Servers convert numbers to texts, so both count as one. */
function jsonReader(tree: Tree): Characteristic | undefined {
  const lookup = jsonLookupOf(tree);
  if (!lookup) return undefined;
  const read = liveReader(lookup.text);
  return (request) => jsonValues(String(read(request) ?? ''), lookup.path).map(String);
}

/** The value that servers read from the text that a visitor sent, by the map that has it. */
const decoders: Readonly<Record<string, (sent: string, name: string) => string>> = {
  'http.request.uri.args': decodeFormValue,
  'http.request.body.form': decodeFormValue,
  'http.request.cookies': decodeCookie,
  'http.request.headers': (sent, name) =>
    name === 'authorization' ? decodeCredentials(sent) : decodePercents(sent),
};

function entryReader(tree: Tree): Characteristic | undefined {
  if (tree.kind !== 'field') return undefined;
  const decode = decoders[tree.name];
  const [index] = tree.indexes;
  if (!decode || index?.kind !== 'key') return undefined;
  const name = index.key.toLowerCase();
  const read = liveReader(tree);
  return (request) => textsOf(read(request)).map((sent) => decode(sent, name));
}

function plainReader(tree: Tree): Characteristic {
  const read = liveReader(tree);
  return (request) => textsOf(read(request));
}

function textsOf(value: Value | undefined): readonly string[] {
  if (Array.isArray(value)) return value.map(printed);
  return value === undefined ? [] : [printed(value)];
}

function printed(value: Value): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function decodeFormValue(sent: string): string {
  return decodePercents(sent.replaceAll('+', ' '));
}

/** Some servers remove quotes and decode octal escapes (`"\141lice"`), most decode percent escapes. */
function decodeCookie(sent: string): string {
  const quoted = /^"(.*)"$/s.exec(sent)?.[1];
  const plain = quoted
    ?.replace(/\\([0-3][0-7]{2})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 8)))
    .replace(/\\(.)/gs, '$1');
  return decodePercents(plain ?? sent);
}

/** RFC 9110, section 11.4: the scheme in any case, blanks, then the credentials. Base64 has several spellings of a text. */
function decodeCredentials(sent: string): string {
  const [scheme = '', credentials = ''] = /^(\S*)\s*(.*)$/s.exec(sent)?.slice(1) ?? [];
  const isBasic = scheme.toLowerCase() === 'basic';
  const plain = isBasic ? Buffer.from(credentials, 'base64').toString('latin1') : credentials;
  return `${scheme.toLowerCase()} ${plain}`;
}
