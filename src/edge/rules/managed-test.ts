import type { CompiledRule, RuleTest } from './compiled-rule.ts';

/** The test of a managed rule. */
export interface ManagedTest extends RuleTest {
  readonly matches: CompiledRule['matches'];
}
