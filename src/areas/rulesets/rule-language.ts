import { fields } from '../../catalogs/fields/fields.ts';
import { managedLists } from '../../catalogs/managed-lists.ts';
import type { Phase } from '../../catalogs/phases.ts';
import {
  createScheme,
  ExpressionError,
  hasHiddenKey,
  type ListKind,
  parseExpression,
  parseValueExpression,
  withLists,
} from '../../expression/expression.ts';
import type { ExpressionChecker } from './expressions/expression-checker.ts';

/** The only functions in expressions that extract credentials. Their argument must be a field. */
const CREDENTIAL_FUNCTIONS = ['upper', 'lower', 'url_decode', 'lookup_json_string'];
const CREDENTIAL_CONTEXT = {
  phase: 'http_request_firewall_custom',
  side: 'request',
  type: 'String',
  limits: { characters: 1024 },
} as const;

const scheme = createScheme({ fields });

/** Limits of the size of an expression. */
export interface RuleLanguageLimits {
  readonly characters?: number;
  readonly depth?: number;
  readonly regexes?: number;
}

/** The expression language as rules use it, with every field of the catalog. */
export function createRuleLanguage(limits: RuleLanguageLimits = {}): ExpressionChecker {
  return ruleLanguage(limits, new Map());
}

function ruleLanguage(
  limits: RuleLanguageLimits,
  lists: ReadonlyMap<string, ListKind> | 'any',
): ExpressionChecker {
  const anyList = lists === 'any';
  const listed = withLists(scheme, new Map([...managedLists, ...(anyList ? [] : lists)]));
  const read = (text: string, phase: Phase) =>
    parseExpression(text, listed, { ...contextOf(phase), limits, anyList });
  return {
    condition: (text, phase) => reasonOf(() => read(text, phase)) ?? hiddenKeyIn(text),
    countingCondition: (text) =>
      reasonOf(() => parseExpression(text, listed, { phase: 'http_ratelimit', limits, anyList })) ??
      hiddenKeyIn(text),
    text: (text, phase) =>
      reasonOf(() =>
        parseValueExpression(text, scheme, { ...contextOf(phase), limits, type: 'String' }),
      ) ?? hiddenKeyIn(text),
    credential: (text) =>
      reasonOf(() => parseValueExpression(text, scheme, CREDENTIAL_CONTEXT)) ??
      credentialProblem(text),
    withLists: (others) => ruleLanguage(limits, others),
  };
}

/** Only new expressions are checked for it, so that stored ones stay valid. */
function hiddenKeyIn(text: string): string | undefined {
  return hasHiddenKey(text)
    ? 'the key in it is hidden: write the key instead of the text that is shown for it'
    : undefined;
}

function contextOf({ name, side }: Phase) {
  return { phase: name, side };
}

function credentialProblem(text: string): string | undefined {
  const tree = parseValueExpression(text, scheme, CREDENTIAL_CONTEXT);
  if (tree.kind === 'field') return undefined;
  if (tree.kind !== 'call') return 'a field, or a function of a field, is needed here';
  if (!CREDENTIAL_FUNCTIONS.includes(tree.name)) {
    return `only ${CREDENTIAL_FUNCTIONS.join(', ')} can be used here`;
  }
  const isNested = tree.args.some((argument) => argument.kind === 'call');
  return isNested ? 'functions cannot be nested here' : undefined;
}

function reasonOf(parse: () => unknown): string | undefined {
  try {
    parse();
    return undefined;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return `could not parse filter expression: ${error.message}`;
  }
}
