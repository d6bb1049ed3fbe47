import type { LacksValue } from '../../expression/expression.ts';
import type { Clock } from '../../kernel/clock.ts';
import { TextSealer } from '../../kernel/sealed-text.ts';
import { ResourceService } from '../../resources/resource-service.ts';
import { zoneFinder } from '../../resources/scope.ts';
import { ChangeLog } from '../../storage/change-log.ts';
import type { AreaModule } from '../area-module.ts';
import type { MigrationWritePort } from '../firewall-migration/migration-write-port.ts';
import type { AccountDirectory } from '../platform/accounts/account-read-model.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import { exceptionKind } from './exceptions/exception-kind.ts';
import { exceptionRoutes } from './exceptions/exception-routes.ts';
import { exceptionSnapshot } from './exceptions/exception-snapshot.ts';
import { expressionRoutes } from './expressions/expression-routes.ts';
import type { TryExpression } from './expressions/expression-trial.ts';
import { expressionTrialRoutes } from './expressions/expression-trial-routes.ts';
import { ListItemService } from './lists/list-item-service.ts';
import { listKind } from './lists/list-kind.ts';
import { listRoutes } from './lists/list-routes.ts';
import { listSource } from './lists/list-snapshot.ts';
import { createRuleLanguage, type RuleLanguageLimits } from './rule-language.ts';
import { ruleSecrets } from './rule-secrets.ts';
import type { RulesetScope } from './ruleset-model.ts';
import { RulesetReadModel } from './ruleset-read-model.ts';
import { rulesetRoutes } from './ruleset-routes.ts';
import { RulesetService } from './ruleset-service.ts';
import { rulesetSnapshot } from './ruleset-snapshot.ts';
import { RulesetStore } from './ruleset-store.ts';
import type { RulesetsDatabase } from './rulesets-tables.ts';
import { sharedRulesetSource } from './shared-ruleset-snapshot.ts';
import { tokenConfigurationKind } from './token-configurations/token-configuration-kind.ts';
import { tokenConfigurationRoutes } from './token-configurations/token-configuration-routes.ts';
import {
  tokenConfigurationStore,
  tokenConfigurationUse,
} from './token-configurations/token-configuration-store.ts';
import { lacksValueWith } from './token-configurations/token-gaps.ts';
import { tokenSecrets } from './token-configurations/token-secrets.ts';
import { tokenValidationSnapshot } from './token-configurations/token-validation-snapshot.ts';

export interface RulesetsOptions {
  readonly database: RulesetsDatabase;
  readonly clock: Clock;
  readonly accounts: AccountDirectory;
  readonly zones: ZoneDirectory;
  readonly migrations: MigrationWritePort;
  readonly expressionLimits: RuleLanguageLimits;
  /** Whether a field has no value in any request. */
  readonly lacksValue: LacksValue;
  readonly tryExpression: TryExpression;
  /** The secret of the installation, from which keys are derived. */
  readonly secret: () => string;
}

export interface RulesetsModule extends AreaModule {
  readonly entryPoints: RulesetReadModel;
}

/**
 * Rulesets with their rules and versions, entry points of phases, managed rulesets, and the lists and token
 * configurations that rules refer to.
 */
export function rulesetsModule(options: RulesetsOptions): RulesetsModule {
  const { database, clock, accounts, zones, migrations, lacksValue } = options;
  const sealer = new TextSealer(options.secret, 'rules');
  const secrets = { rules: ruleSecrets(sealer), tokens: tokenSecrets(sealer) };
  const store = new RulesetStore(secrets.rules);
  const tokenStore = tokenConfigurationStore(secrets.tokens);
  const expressions = createRuleLanguage(options.expressionLimits);
  const services = { database, clock, changes: new ChangeLog(database, clock) };
  const rulesets = new RulesetService({ ...services, expressions, store });
  const entryPoints = new RulesetReadModel(database, store);
  const lists = new ResourceService(services, listKind);
  const items = new ListItemService(services);
  const configurations = new ResourceService(services, tokenConfigurationKind(tokenStore));
  const exceptions = new ResourceService(services, exceptionKind);
  const findZone = zoneFinder(zones, configurations.kind.read);
  const lacksValueIn = async ({ zoneId }: RulesetScope) => {
    if (zoneId === undefined) return lacksValue;
    return lacksValueWith(await tokenConfigurationUse.idsOf(database.read, zoneId), lacksValue);
  };
  return {
    name: 'rulesets',
    entryPoints,
    routes: [
      ...rulesetRoutes({
        rulesets,
        lists: entryPoints,
        zones,
        migrations,
        lacksValueIn,
      }),
      ...expressionRoutes({ database, accounts, expressions, lacksValue }),
      ...expressionTrialRoutes({
        database,
        zones,
        expressions,
        lacksValue,
        tryExpression: options.tryExpression,
      }),
      ...listRoutes({ database, lists, items }),
      ...exceptionRoutes({
        database,
        exceptions,
        findZone: zoneFinder(zones, exceptions.kind.read),
      }),
      ...tokenConfigurationRoutes({ database, configurations, store: tokenStore, findZone }),
    ],
    jobs: [],
    queues: [],
    bootstrap: {},
    sections: [
      rulesetSnapshot(database, secrets.rules),
      tokenValidationSnapshot(database, secrets.tokens),
      exceptionSnapshot(database),
    ],
    shared: { rulesets: sharedRulesetSource(database, secrets.rules), lists: listSource(database) },
  };
}
