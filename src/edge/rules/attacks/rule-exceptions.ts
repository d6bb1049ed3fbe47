import type {
  RuleExceptionSnapshot,
  RuleExceptionsSection,
} from '../../../contracts/snapshot/rule-exceptions-section.ts';
import type { AttackFinding } from '../../../detectors/attacks/attack-finding.ts';

/** The exceptions of a zone: which values which rules do not see. */
export class RuleExceptions {
  readonly #byRule: ReadonlyMap<string, readonly RuleExceptionSnapshot[]>;

  constructor({ exceptions }: RuleExceptionsSection) {
    this.#byRule = Map.groupBy(exceptions, ({ ruleId }) => ruleId);
  }

  /** The findings that a rule sees on a path. `now` is in milliseconds since the epoch. */
  visible(
    ruleId: string,
    path: string,
    now: number,
    findings: readonly AttackFinding[],
  ): readonly AttackFinding[] {
    const active = this.#byRule
      .get(ruleId)
      ?.filter(
        (each) => (each.endAt ?? Number.POSITIVE_INFINITY) > now && isOnPath(each.path, path),
      );
    if (!active || active.length === 0) return findings;
    return findings.filter(({ value }) => !active.some((each) => isAbout(each, value)));
  }
}

const isOnPath = (wanted: string, path: string): boolean =>
  wanted.endsWith('*') ? path.startsWith(wanted.slice(0, -1)) : path === wanted;

/** Also values within the value: an exception for the field `filter` covers `filter.name` of the JSON in it. */
const isAbout = ({ place, field }: RuleExceptionSnapshot, value: AttackFinding['value']): boolean =>
  place === value.place &&
  (field === value.name || ((value.depth ?? 0) > 0 && value.name.startsWith(`${field}.`)));
