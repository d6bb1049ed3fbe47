import { fields } from '../../catalogs/fields/fields.ts';
import type { Phase } from '../../catalogs/phases.ts';
import {
  createScheme,
  ExpressionError,
  parseExpression,
  parseValueExpression,
  usage,
} from '../../expression/expression.ts';
import type { ExpressionChecker } from './expression-checker.ts';

/** The only functions that may find credentials: each may be called once, on a field. */
const CREDENTIAL_FUNCTIONS = new Set(['upper', 'lower', 'url_decode', 'lookup_json_string']);

const scheme = createScheme({ fields });

/** The expression language as rules use it, with every field of the catalog. */
export const ruleLanguage: ExpressionChecker = {
  condition: (text, phase) => reasonOf(() => parseExpression(text, scheme, placeOf(phase))),
  countingCondition: (text) => reasonOf(() => parseExpression(text, scheme)),
  text: (text, phase) =>
    reasonOf(() => parseValueExpression(text, scheme, { ...placeOf(phase), type: 'String' })),
  credential: (text) =>
    reasonOf(() => parseValueExpression(text, scheme, { type: 'String' })) ?? callProblem(text),
};

function placeOf({ name, side }: Phase) {
  return { phase: name, side };
}

function callProblem(text: string): string | undefined {
  const { functions } = usage(parseValueExpression(text, scheme));
  const [first, second] = functions;
  if (second !== undefined) return 'functions cannot be nested here';
  if (first === undefined || CREDENTIAL_FUNCTIONS.has(first)) return undefined;
  return `only ${[...CREDENTIAL_FUNCTIONS].join(', ')} can be used here`;
}

/** What the parser has to say, or nothing. */
function reasonOf(parse: () => unknown): string | undefined {
  try {
    parse();
    return undefined;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return `could not parse filter expression: ${error.message}`;
  }
}
