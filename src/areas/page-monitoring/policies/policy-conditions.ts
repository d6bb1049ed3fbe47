import { fields } from '../../../catalogs/fields/fields.ts';
import type { CompiledCondition } from '../../../contracts/snapshot/rulesets-section.ts';
import {
  createScheme,
  ExpressionError,
  type LogicNode,
  parseExpression,
} from '../../../expression/expression.ts';

/** Limits of an expression. */
export interface ConditionLimits {
  readonly characters?: number;
  readonly depth?: number;
  readonly regexes?: number;
}

/** Policies add response headers, so they can use the fields of rules for response headers. */
const PARSE_OPTIONS = { phase: 'http_response_headers_transform', lenientHost: true } as const;

const scheme = createScheme({ fields });

/** The expression language of policies: `http.host eq` also accepts a host name without quotes. */
export class PolicyConditions {
  readonly #limits: ConditionLimits;

  constructor(limits: ConditionLimits = {}) {
    this.#limits = limits;
  }

  /** Why a text is not a valid condition; undefined if it is one. */
  problemOf(text: string): string | undefined {
    const condition = this.prepare(text);
    return 'problem' in condition ? condition.problem : undefined;
  }

  /** The condition in the form that the edge runs. */
  prepare(text: string): CompiledCondition {
    const read = this.read(text);
    return typeof read === 'string' ? { problem: read } : { tree: read };
  }

  /** The syntax tree, or the reason why the text cannot be parsed. */
  read(text: string): LogicNode | string {
    try {
      return parseExpression(text, scheme, { ...PARSE_OPTIONS, limits: this.#limits });
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return `could not parse filter expression: ${error.message}`;
    }
  }
}
