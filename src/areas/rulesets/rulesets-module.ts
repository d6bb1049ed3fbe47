import type { Clock } from '../../kernel/clock.ts';
import { ChangeLog } from '../../storage/change-log.ts';
import type { AreaModule } from '../area-module.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import { expressionRoutes } from './expression-routes.ts';
import type { LacksValue } from './rule-gaps.ts';
import { createRuleLanguage, type RuleLanguageLimits } from './rule-language.ts';
import { RulesetReadModel } from './ruleset-read-model.ts';
import { rulesetRoutes } from './ruleset-routes.ts';
import { RulesetService } from './ruleset-service.ts';
import { rulesetSnapshot } from './ruleset-snapshot.ts';
import type { RulesetsDatabase } from './rulesets-tables.ts';
import { sharedRulesetSource } from './shared-ruleset-snapshot.ts';

export interface RulesetsOptions {
  readonly database: RulesetsDatabase;
  readonly clock: Clock;
  readonly zones: ZoneDirectory;
  readonly expressionLimits: RuleLanguageLimits;
  /** Whether a field has no value in any request. */
  readonly lacksValue: LacksValue;
}

/** Rulesets, their rules and versions, entry points of phases, and managed rulesets to deploy. */
export function rulesetsModule(options: RulesetsOptions): AreaModule {
  const { database, clock, zones, lacksValue } = options;
  const expressions = createRuleLanguage(options.expressionLimits);
  const rulesets = new RulesetService({
    database,
    changes: new ChangeLog(database, clock),
    clock,
    expressions,
  });
  const lists = new RulesetReadModel(database);
  return {
    name: 'rulesets',
    routes: [
      ...rulesetRoutes({ rulesets, lists, zones, lacksValue }),
      ...expressionRoutes(expressions, lacksValue),
    ],
    jobs: [],
    queues: [],
    bootstrap: {},
    sections: [rulesetSnapshot(database)],
    rulesets: sharedRulesetSource(database),
  };
}
