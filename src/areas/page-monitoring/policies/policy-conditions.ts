import { fields } from '../../../catalogs/fields/fields.ts';
import { policyExpressions } from '../../../contracts/snapshot/page-monitoring-section.ts';
import {
  createScheme,
  ExpressionError,
  type LogicNode,
  parseExpression,
  type ValueGaps,
  valueGaps,
} from '../../../expression/expression.ts';

/** Limits of an expression. */
export interface ConditionLimits {
  readonly characters?: number;
  readonly depth?: number;
  readonly regexes?: number;
}

const scheme = createScheme({ fields });

/** The expression language of policies: `http.host eq` also accepts a host name without quotes. */
export class PolicyConditions {
  readonly #limits: ConditionLimits;

  readonly #lacksValue: (field: string) => boolean;

  /** `lacksValue` tests whether a field has no value in any request. */
  constructor(limits: ConditionLimits, lacksValue: (field: string) => boolean) {
    this.#limits = limits;
    this.#lacksValue = lacksValue;
  }

  /** Why a text is not a valid condition; undefined if it is one. */
  problemOf(text: string): string | undefined {
    const read = this.read(text);
    return typeof read === 'string' ? read : undefined;
  }

  /** The fields and functions of a condition that have no value in any request. */
  gapsIn(text: string): ValueGaps {
    const read = this.read(text);
    if (typeof read === 'string') return { names: [], constant: undefined };
    return valueGaps(read, this.#lacksValue);
  }

  /** The syntax tree, or the reason why the text cannot be parsed. */
  read(text: string): LogicNode | string {
    try {
      return parseExpression(text, scheme, { ...policyExpressions, limits: this.#limits });
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return `could not parse filter expression: ${error.message}`;
    }
  }
}
