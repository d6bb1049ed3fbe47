import type { Clock } from '../../kernel/clock.ts';
import { ResourceService } from '../../resources/resource-service.ts';
import { ChangeLog } from '../../storage/change-log.ts';
import type { AreaModule } from '../area-module.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import { expressionRoutes } from './expression-routes.ts';
import { ListItemService } from './lists/list-item-service.ts';
import { listKind } from './lists/list-kind.ts';
import { listRoutes } from './lists/list-routes.ts';
import { listSource } from './lists/list-snapshot.ts';
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

/** Rulesets, their rules and versions, entry points of phases, managed rulesets to deploy, and lists for rules. */
export function rulesetsModule(options: RulesetsOptions): AreaModule {
  const { database, clock, zones, lacksValue } = options;
  const expressions = createRuleLanguage(options.expressionLimits);
  const services = { database, clock, changes: new ChangeLog(database, clock) };
  const rulesets = new RulesetService({ ...services, expressions });
  const lists = new ResourceService(services, listKind);
  const items = new ListItemService(services);
  return {
    name: 'rulesets',
    routes: [
      ...rulesetRoutes({ rulesets, lists: new RulesetReadModel(database), zones, lacksValue }),
      ...expressionRoutes(expressions, lacksValue),
      ...listRoutes({ database, lists, items }),
    ],
    jobs: [],
    queues: [],
    bootstrap: {},
    sections: [rulesetSnapshot(database)],
    rulesets: sharedRulesetSource(database),
    lists: listSource(database),
  };
}
