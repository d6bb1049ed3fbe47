import { fields } from '../../src/catalogs/fields/fields.ts';
import type {
  ExecutedSnapshot,
  RuleSnapshot,
  RulesetSnapshot,
  RulesetsSection,
} from '../../src/contracts/snapshot/rulesets-section.ts';
import { createScheme, parseExpression } from '../../src/expression/expression.ts';

const scheme = createScheme({ fields });

/** A rule for tests: its id is also its name. */
export function ruleOf(
  id: string,
  action: string,
  expression = 'true',
  parameters: Record<string, unknown> = {},
  rest: Partial<RuleSnapshot> = {},
): RuleSnapshot {
  return {
    id,
    ref: id,
    description: `rule ${id}`,
    action,
    expression,
    condition: { tree: parseExpression(expression, scheme) },
    parameters,
    logged: true,
    ...rest,
  };
}

export function rulesetOf(id: string, rules: readonly RuleSnapshot[]): RulesetSnapshot {
  return { id, version: '1', kind: 'zone', rules };
}

/** A rule that runs something else. */
export function executeOf(
  id: string,
  executes: ExecutedSnapshot,
  expression = 'true',
): RuleSnapshot {
  return ruleOf(id, 'execute', expression, {}, { executes });
}

/** Entry points of a zone by phase. */
export function rulesOf(phases: Record<string, readonly RuleSnapshot[]>): RulesetsSection {
  const rulesets = Object.entries(phases).map(
    ([phase, rules]) => [phase, [rulesetOf(`zone ${phase}`, rules)]] as const,
  );
  return { phases: Object.fromEntries(rulesets) };
}
