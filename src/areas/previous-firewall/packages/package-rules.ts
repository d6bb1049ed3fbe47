import {
  type PreviousDeployment,
  previousDeployments,
} from '../../../catalogs/previous-firewall/previous-deployments.ts';
import type {
  OverrideActions,
  ZonePackages,
} from '../../../catalogs/previous-firewall/rule-states.ts';
import type { RuleSnapshot } from '../../../contracts/snapshot/rulesets-section.ts';

const inspected = 'http.request.method in {"GET" "POST"}';
const isScript = 'any(lower(http.request.headers["x-requested-with"][*])[*] eq "xmlhttprequest")';

const conditions: Readonly<Record<PreviousDeployment['requests'], string>> = {
  all: inspected,
  pages: `${inspected} and not ${isScript}`,
  scripts: `${inspected} and ${isScript}`,
};

interface Place {
  readonly id: string;
  /** Undefined if the packages run for all requests. */
  readonly expression?: string;
}

/** Rules that run the packages, with the modes that the override replaces. */
export function packageRules(
  zone: ZonePackages,
  override: OverrideActions,
  { id, expression }: Place,
): RuleSnapshot[] {
  return previousDeployments(zone, override).map(({ requests, executes }, place) => ({
    id: `${id}-${place}`,
    ref: `${id}-${place}`,
    description: '',
    action: 'execute',
    expression:
      expression === undefined
        ? conditions[requests]
        : `(${expression}) and ${conditions[requests]}`,
    logged: false,
    executes,
  }));
}
