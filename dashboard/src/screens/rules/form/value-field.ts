import type { Field, FormValues } from '../../../parts/form/field.ts';
import { member, memberText, type RuleScope, text } from './action-form.ts';

interface ValueOptions {
  readonly name: string;
  readonly label: string;
  readonly scope: RuleScope;
  readonly pointer: string;
  readonly placeholder: string;
  /** The choice that changes nothing, if there is one. */
  readonly unchanged?: string;
}

/** A value that is fixed text, or computed by an expression. */
export function valueFields(values: FormValues, options: ValueOptions): readonly Field[] {
  const { name, label, scope, pointer, placeholder, unchanged } = options;
  const kind = text(values, `${name}_kind`);
  const choices = [
    ...(unchanged ? [{ value: '', label: unchanged }] : []),
    { value: 'value', label: 'Fixed text' },
    { value: 'expression', label: 'Expression' },
  ];
  const choice: Field = { name: `${name}_kind`, label, kind: 'select', options: choices };
  if (kind === '') return [choice];
  const isExpression = kind === 'expression';
  return [
    choice,
    {
      name,
      label: isExpression ? `${label}, as an expression` : `${label}, as text`,
      kind: isExpression ? 'expression' : 'text',
      isRequired: true,
      ...(isExpression ? { expression: { ...scope, use: 'text' as const } } : { placeholder }),
      pointer: `${pointer}/${kind}`,
    },
  ];
}

export function readValue(name: string, value: unknown, fallback: '' | 'value'): FormValues {
  const isExpression = member(value, 'expression') !== undefined;
  const kind = isExpression ? 'expression' : value === undefined ? fallback : 'value';
  return {
    [`${name}_kind`]: kind,
    [name]: memberText(value, isExpression ? 'expression' : 'value'),
  };
}

export function writeValue(name: string, values: FormValues): object | undefined {
  const kind = text(values, `${name}_kind`);
  return kind === '' ? undefined : { [kind]: text(values, name) };
}
