import { strengths } from '../../catalogs/attacks/strength.ts';
import type { AttackFinding } from './attack-finding.ts';

/** A value can show the same sign this often before further findings of the request are left out. */
const MAX_FINDINGS = 200;
const MAX_EXCERPT = 100;

/** The findings of a request: each sign once per value, with its greatest strength. */
export class FindingList {
  readonly #bySign = new Map<string, AttackFinding>();

  get all(): readonly AttackFinding[] {
    return [...this.#bySign.values()];
  }

  readonly add = (finding: AttackFinding): void => {
    const { sign, value } = finding;
    const key = `${sign} ${value.place} ${value.isName === true ? 'name' : ''} ${value.name}`;
    const known = this.#bySign.get(key);
    if (known ? !isStronger(finding, known) : this.#bySign.size >= MAX_FINDINGS) return;
    this.#bySign.set(key, { ...finding, excerpt: finding.excerpt.slice(0, MAX_EXCERPT) });
  };
}

const isStronger = (one: AttackFinding, other: AttackFinding): boolean =>
  strengths.indexOf(one.strength) > strengths.indexOf(other.strength);
