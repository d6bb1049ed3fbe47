import type { AttackSign } from '../../../../catalogs/attacks/attack-signs.ts';
import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import type { RequestReader } from '../../attack-reader.ts';
import type { InspectedRequest, InspectedValue } from '../../inspected-request.ts';
import { findingIn } from '../report-finding.ts';
import { headerJudges } from './header-judges.ts';
import { methodStrength } from './method-strength.ts';

/** Judges the method, the version and the header fields. */
export const protocolReader: RequestReader = {
  read(request, report) {
    const strength = methodStrength(request.method);
    if (strength) report(findingIn(textOf(request.method), 'protocol-method', strength));
    const names = new Map<string, number>();
    for (const value of request.values) {
      if (value.place !== 'header') continue;
      if (value.isName === true) {
        names.set(value.name, (names.get(value.name) ?? 0) + 1);
        continue;
      }
      const judged = headerJudges.get(value.name)?.(value.text);
      if (judged) report(findingIn(value, judged.sign, judged.strength));
    }
    for (const [sign, of, name] of headOf(request, names)) {
      report(findingIn(textOf('', name), sign, of));
    }
  },
};

const textOf = (text: string, name = ''): InspectedValue => ({
  place: 'header',
  name,
  text,
  encoding: 'none',
});

type HeadFinding = readonly [sign: AttackSign, strength: Strength, header: string];

/** Framing headers that servers read in different ways, and headers that browsers never leave out. */
function headOf(
  { values }: InspectedRequest,
  names: ReadonlyMap<string, number>,
): readonly HeadFinding[] {
  // A value alone, without the head of a request.
  if (!names.has('host')) return [];
  const found: HeadFinding[] = [];
  if (names.has('transfer-encoding') && names.has('content-length')) {
    found.push(['protocol-framing', 'likely', 'content-length']);
  }
  for (const name of ['content-length', 'transfer-encoding', 'content-type', 'host']) {
    if ((names.get(name) ?? 0) > 1) found.push(['protocol-repeated-header', 'likely', name]);
    const odd = name.replace('-', '_');
    if (odd !== name && names.has(odd)) found.push(['protocol-framing', 'likely', odd]);
  }
  if (!names.has('user-agent')) found.push(['protocol-missing-agent', 'weak', 'user-agent']);
  if (!names.has('accept') && values.length > 0)
    found.push(['protocol-missing-accept', 'weak', 'accept']);
  return found;
}
