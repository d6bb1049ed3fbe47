import type { FieldEntry } from '../../../catalogs/fields/field-entry.ts';
import { fields } from '../../../catalogs/fields/fields.ts';
import type { Phase } from '../../../catalogs/phases.ts';
import {
  comparisonOperators,
  type FunctionDefinition,
  type LacksValue,
  logicalOperators,
  notOperator,
  type Parameter,
  standardFunctions,
} from '../../../expression/expression.ts';

/** Counting expressions of rate limits may read the response. */
const COUNTS_RESPONSES = 'http_ratelimit';

/** The language of a phase: the names and operators that its expressions may use. */
export function expressionReference(phase: Phase, lacksValue: LacksValue) {
  return {
    fields: fields
      .filter((field) => field.aliasOf === undefined && isFieldOf(field, phase))
      .map(({ name, type, side, description }) => ({
        name,
        type,
        side,
        description,
        filled: !lacksValue(name),
      })),
    functions: standardFunctions
      .filter(({ phases }) => phases?.includes(phase.name) ?? true)
      .map((definition) => ({
        name: definition.name,
        call: callOf(definition),
        description: definition.description,
      })),
    operators: comparisonOperators.map(({ spellings, left }) => ({ spellings, left })),
    logic: [notOperator, ...logicalOperators.toReversed()].map(({ spellings }) => ({ spellings })),
  };
}

function isFieldOf({ side, phases }: FieldEntry, phase: Phase): boolean {
  const isOfSide = side === 'both' || side === phase.side || phase.name === COUNTS_RESPONSES;
  return isOfSide && (phases?.includes(phase.name) ?? true);
}

/** `substring(source, start, end?)`. */
export function callOf({ name, parameters }: FunctionDefinition): string {
  return `${name}(${parameters.map(parameterText).join(', ')})`;
}

function parameterText({ name, optional, rest }: Parameter): string {
  return `${name}${optional ? '?' : ''}${rest ? '…' : ''}`;
}
