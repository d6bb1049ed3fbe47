import type { ExpressionUse } from '../expression/check.ts';
import type { ExpressionPhase } from '../expression/reference.ts';

export interface ExpressionScope {
  readonly zoneId: string;
  readonly phase: ExpressionPhase;
  readonly use: ExpressionUse;
}

/** What a form asks for. Fields are data, so that all forms look and behave alike. */
export interface Field<Name extends string = string> {
  readonly name: Name;
  readonly label: string;
  readonly help?: string;
  readonly kind: 'text' | 'number' | 'date' | 'lines' | 'switch' | 'select' | 'expression';
  readonly isRequired?: boolean;
  /** What applies if it is left empty. */
  readonly placeholder?: string;
  /** Of a selection. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** Of an expression: what decides which names it may use, and what its result is for. */
  readonly expression?: ExpressionScope;
  /** Where its value is in the body, if that is not its name: `/account/id`. */
  readonly pointer?: string;
}

export type FieldValue = string | boolean;
export type FormValues<Name extends string = string> = Readonly<Record<Name, FieldValue>>;

export function fieldPointer({ name, pointer }: Field): string {
  return pointer ?? `/${name}`;
}
