import type { Phase } from '../../catalogs/phases.ts';
import type { ListKind } from '../../expression/expression.ts';
import type { ExpressionChecker } from './expressions/expression-checker.ts';
import type { Ruleset, RulesetKind, RulesetScope } from './ruleset-model.ts';

/** The ruleset of a rule, and the resources that the rule may refer to. */
export interface RuleCheckContext {
  readonly scope: RulesetScope;
  readonly kind: RulesetKind;
  readonly phase: Phase;
  readonly expressions: ExpressionChecker;
  /** Stored rulesets that rules execute: the latest by id, and named versions by `id version`. */
  readonly known: ReadonlyMap<string, Ruleset>;
  /** Lists of the account by name. */
  readonly lists: ReadonlyMap<string, ListKind>;
}
