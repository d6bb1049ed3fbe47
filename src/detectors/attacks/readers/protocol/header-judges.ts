import type { AttackSign } from '../../../../catalogs/attacks/attack-signs.ts';
import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import {
  addressClaims,
  endToEndHeaders,
  internalHeaders,
  pathOverrides,
  rareAddressClaims,
} from '../../../../catalogs/attacks/words/header-names.ts';
import { methodStrength } from './method-strength.ts';

export interface Judgement {
  readonly sign: AttackSign;
  readonly strength: Strength;
}

export type HeaderJudge = (value: string) => Judgement | undefined;

const CHARSET =
  /charset\s{0,9}=\s{0,9}["']?(?:utf-?7|ibm-?\d|cp0?37|cp500|cp875|cp1\d{3}|ebcdic|utf-?32)/i;
const MANY_RANGES = 10;
const LARGE_NUMBER = /\d{18}/;
const LOOPBACK = /^\s*(?:127\.\d|localhost|::1|0\.0\.0\.0|0:0:0:0:0:0:0:1)/i;
const CODINGS =
  /^\s*(?:(?:gzip|x-gzip|deflate|br|compress)\s*,\s*)?(?:chunked|gzip|deflate|identity)\s*$/i;

const always =
  (sign: AttackSign, strength: Strength): HeaderJudge =>
  () => ({ sign, strength });

const endToEnd: ReadonlySet<string> = new Set(endToEndHeaders);

function contentType(value: string): Judgement | undefined {
  if (CHARSET.test(value)) return { sign: 'protocol-charset', strength: 'likely' };
  const boundaries = value.toLowerCase().split('boundary=').length - 1;
  if (boundaries > 1) return { sign: 'protocol-multipart', strength: 'likely' };
  const lacksBoundary = boundaries === 0 && /^\s*multipart\/form-data/i.test(value);
  return lacksBoundary ? { sign: 'protocol-multipart', strength: 'weak' } : undefined;
}

function range(value: string): Judgement | undefined {
  if (LARGE_NUMBER.test(value)) return { sign: 'protocol-range', strength: 'clear' };
  const ranges = value.split(',', MANY_RANGES + 1).length;
  return ranges > MANY_RANGES ? { sign: 'protocol-range', strength: 'likely' } : undefined;
}

function connection(value: string): Judgement | undefined {
  const names = value.toLowerCase().split(',');
  const isAbuse = names.some((name) => endToEnd.has(name.trim()));
  return isAbuse ? { sign: 'protocol-hop-by-hop', strength: 'likely' } : undefined;
}

function transferEncoding(value: string): Judgement | undefined {
  return CODINGS.test(value) ? undefined : { sign: 'protocol-framing', strength: 'likely' };
}

function overridingMethod(value: string): Judgement | undefined {
  const strength = methodStrength(value.trim());
  return strength === undefined ? undefined : { sign: 'protocol-method', strength };
}

const claimed =
  (strength: Strength): HeaderJudge =>
  (value) =>
    LOOPBACK.test(value) ? { sign: 'protocol-address-claim', strength } : undefined;

/** By name of the header. */
export const headerJudges: ReadonlyMap<string, HeaderJudge> = new Map<string, HeaderJudge>([
  ['content-type', contentType],
  ['range', range],
  ['request-range', range],
  ['connection', connection],
  ['transfer-encoding', transferEncoding],
  ['proxy', always('protocol-proxy', 'likely')],
  ['x-http-method-override', overridingMethod],
  ['x-http-method', overridingMethod],
  ['x-method-override', overridingMethod],
  ...pathOverrides.map((name) => [name, always('protocol-path-override', 'likely')] as const),
  ...internalHeaders.map((name) => [name, always('protocol-internal-header', 'likely')] as const),
  ...rareAddressClaims.map((name) => [name, claimed('likely')] as const),
  ...addressClaims.map((name) => [name, claimed('weak')] as const),
]);
