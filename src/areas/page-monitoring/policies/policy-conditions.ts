import { fields } from '../../../catalogs/fields/fields.ts';
import type { CompiledCondition } from '../../../contracts/snapshot/rulesets-section.ts';
import {
  createScheme,
  ExpressionError,
  type LogicNode,
  parseExpression,
} from '../../../expression/expression.ts';

/** How much an expression may hold. */
export interface ConditionLimits {
  readonly characters?: number;
  readonly depth?: number;
  readonly regexes?: number;
}

/** Policies add headers to responses, so they may ask what rules about response headers may ask. */
const PLACE = { phase: 'http_response_headers_transform', lenientHost: true } as const;

const scheme = createScheme({ fields });

/** The expression language as policies use it: a bare host name may stand right of `http.host eq`. */
export class PolicyConditions {
  readonly #limits: ConditionLimits;

  constructor(limits: ConditionLimits = {}) {
    this.#limits = limits;
  }

  /** Why a text is no condition, or nothing. */
  problemOf(text: string): string | undefined {
    const condition = this.prepare(text);
    return 'problem' in condition ? condition.problem : undefined;
  }

  /** Prepared for the edge. */
  prepare(text: string): CompiledCondition {
    const read = this.read(text);
    return typeof read === 'string' ? { problem: read } : { tree: read };
  }

  /** The tree, or why there is none. */
  read(text: string): LogicNode | string {
    try {
      return parseExpression(text, scheme, { ...PLACE, limits: this.#limits });
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return `could not parse filter expression: ${error.message}`;
    }
  }
}
