import type { Route } from '../../http/route.ts';
import { entryPointRoutes } from './routes/entry-point-routes.ts';
import { ruleRoutes } from './routes/rule-routes.ts';
import { type Family, type RulesetRoutesOptions, rulesetCalls } from './routes/ruleset-calls.ts';
import { versionRoutes } from './routes/version-routes.ts';
import { wholeRulesetRoutes } from './routes/whole-ruleset-routes.ts';
import { rulesetExamples } from './ruleset-schema.ts';

const families: readonly Family[] = [
  {
    base: '/zones/:zone_id/rulesets',
    prefix: 'zone-rulesets',
    tag: 'Zone rulesets',
    examples: rulesetExamples.zone,
    owner: 'zone',
  },
  {
    base: '/accounts/:account_id/rulesets',
    prefix: 'account-rulesets',
    tag: 'Account rulesets',
    examples: rulesetExamples.account,
    owner: 'account',
  },
];

export function rulesetRoutes(options: RulesetRoutesOptions): Route[] {
  return families.flatMap((family) => {
    const calls = rulesetCalls(family, options);
    return [
      ...wholeRulesetRoutes(calls),
      ...versionRoutes(calls),
      ...ruleRoutes(calls),
      ...entryPointRoutes(calls),
    ];
  });
}
