import type { ZonePackages } from '../../../catalogs/previous-firewall/rule-states.ts';
import type { RuleSnapshot } from '../../../contracts/snapshot/rulesets-section.ts';
import { packageRules } from '../packages/package-rules.ts';
import { urlPatternExpression } from '../url-pattern/url-pattern.ts';
import { byStrength, completeOverride, type UriOverride } from './override-model.ts';

/** The condition that the URL of a request matches one of the patterns. */
export function overrideExpression(urls: readonly string[]): string {
  const [first = 'false', ...others] = urls.map(urlPatternExpression);
  return others.length === 0 ? first : [first, ...others].map((each) => `(${each})`).join(' or ');
}

/** Rules that run the packages with the modes of the matching override, and then end the ruleset. */
export function overrideRules(
  overrides: readonly UriOverride[],
  zone: ZonePackages,
): RuleSnapshot[] {
  const active = byStrength(overrides.filter(({ document }) => !document.paused));
  return active.flatMap(({ id, document }) => {
    const override = completeOverride(document);
    const expression = overrideExpression(override.urls);
    return [
      ...packageRules(zone, override, { id, expression }),
      {
        id,
        ref: id,
        description: override.description ?? '',
        action: 'skip',
        expression,
        parameters: { ruleset: 'current' },
        logged: false,
      },
    ];
  });
}
