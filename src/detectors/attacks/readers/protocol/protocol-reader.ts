import type { AttackSign } from '../../../../catalogs/attacks/attack-signs.ts';
import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import type { AttackFinding } from '../../attack-finding.ts';
import type { RequestReader } from '../../attack-reader.ts';
import type { InspectedValue } from '../../inspected-request.ts';
import { findingIn } from '../report-finding.ts';
import { headerJudges } from './header-judges.ts';
import { methodStrength } from './method-strength.ts';

/** Headers that matter by being there, or by being there twice. */
const tracked = [
  'host',
  'user-agent',
  'accept',
  'content-length',
  'transfer-encoding',
  'content-type',
  'content_length',
  'transfer_encoding',
] as const;

type Tracked = (typeof tracked)[number];

const bits = new Map<string, number>(tracked.map((name, position) => [name, 1 << position]));
const bit = (name: Tracked): number => bits.get(name) ?? 0;
const once: readonly Tracked[] = ['content-length', 'transfer-encoding', 'content-type', 'host'];
const odd: readonly Tracked[] = ['content_length', 'transfer_encoding'];
const FRAMED_TWICE = bit('content-length') | bit('transfer-encoding');

/** Judges the method and the header fields. */
export const protocolReader: RequestReader = {
  read({ method, values }, report) {
    const strength = methodStrength(method);
    if (strength) report(findingIn(textOf(method), 'protocol-method', strength));
    let seen = 0;
    let repeated = 0;
    for (const value of values) {
      if (value.place !== 'header' || value.isName === true) continue;
      const mask = bits.get(value.name) ?? 0;
      repeated |= seen & mask;
      seen |= mask;
      const judged = headerJudges.get(value.name)?.(value.text);
      if (judged) report(findingIn(value, judged.sign, judged.strength));
    }
    // Without a host it is a value alone, and no head of a request.
    if ((seen & bit('host')) !== 0) judgeHead(seen, repeated, report);
  },
};

const textOf = (text: string, name = ''): InspectedValue => ({
  place: 'header',
  name,
  text,
  encoding: 'none',
});

/** Framing headers that servers read in different ways, and headers that browsers never leave out. */
function judgeHead(seen: number, repeated: number, report: (finding: AttackFinding) => void): void {
  const add = (sign: AttackSign, strength: Strength, header: Tracked): void =>
    report(findingIn(textOf('', header), sign, strength));
  if ((seen & FRAMED_TWICE) === FRAMED_TWICE) add('protocol-framing', 'likely', 'content-length');
  for (const name of odd) if ((seen & bit(name)) !== 0) add('protocol-framing', 'likely', name);
  for (const name of once) {
    if ((repeated & bit(name)) !== 0) add('protocol-repeated-header', 'likely', name);
  }
  if ((seen & bit('user-agent')) === 0) add('protocol-missing-agent', 'weak', 'user-agent');
  if ((seen & bit('accept')) === 0) add('protocol-missing-accept', 'weak', 'accept');
}
