import type { ExpressionScope, Field, FormValues } from '../../../parts/form/field.ts';

/** Where the rule is. */
export type RuleScope = Pick<ExpressionScope, 'zoneId' | 'phase'>;

export type Parameters = Readonly<Record<string, unknown>>;

/** The part of a form that asks for the parameters of one action, or for the limits of a rate limit. */
export interface ActionForm {
  readonly fields: (values: FormValues, scope: RuleScope) => readonly Field[];
  /** Values of a stored rule, or of a new one. */
  readonly read: (parameters: Parameters) => FormValues;
  /** Undefined if there are none. */
  readonly write: (values: FormValues) => Parameters | undefined;
}

export function text(values: FormValues, name: string): string {
  return String(values[name] ?? '').trim();
}

/** A member of a parameter, however deep; undefined if any level is missing. */
export function member(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? (at as Parameters)[name] : undefined),
    value,
  );
}

export function memberText(value: unknown, ...path: readonly string[]): string {
  const found = member(value, ...path);
  return found === undefined ? '' : String(found);
}
