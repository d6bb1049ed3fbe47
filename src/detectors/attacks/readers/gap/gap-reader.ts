import type { AttackSign } from '../../../../catalogs/attacks/attack-signs.ts';
import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import type { RequestReader } from '../../attack-reader.ts';
import type { GapReason } from '../../inspected-request.ts';
import { findingIn } from '../report-finding.ts';

const signs: Readonly<Record<GapReason, { sign: AttackSign; strength: Strength }>> = {
  'text-cut': { sign: 'evasion-text-cut', strength: 'likely' },
  // Photos and recordings are longer than what is inspected.
  'file-cut': { sign: 'evasion-file-cut', strength: 'weak' },
  'many-fields': { sign: 'evasion-many-fields', strength: 'likely' },
  depth: { sign: 'evasion-depth', strength: 'likely' },
  steps: { sign: 'evasion-steps', strength: 'likely' },
  encoding: { sign: 'evasion-encoding', strength: 'likely' },
};

/** Reports what could not be inspected. */
export const gapReader: RequestReader = {
  read({ gaps }, report) {
    for (const { reason, place, name } of gaps) {
      const { sign, strength } = signs[reason];
      report(findingIn({ place, name, text: '', encoding: 'none' }, sign, strength));
    }
  },
};
