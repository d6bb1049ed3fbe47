import { HEX_ID_PATTERN } from '../../kernel/hex-id.ts';
import { freeMembers, type JsonSchema, valueAlternatives } from './json-schema.ts';

/** The type of a value in words: "list of strings", "whole number or null". */
export function typeText(schema: JsonSchema): string {
  const types = [...new Set(valueAlternatives(schema).map(alternativeText))];
  if (acceptsNull(schema)) types.push('null');
  return types.join(' or ');
}

function alternativeText(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum)
    return schema.enum.every((value) => typeof value === 'number') ? 'number' : 'text';
  const type = [schema.type].flat()[0];
  switch (type) {
    case 'array':
      return `list of ${plural(schema.items ? typeText(schema.items) : 'value')}`;
    case 'object': {
      const free = freeMembers(schema);
      return free ? `map of ${plural(typeText(free))}` : 'object';
    }
    case 'string':
      if (schema.pattern === HEX_ID_PATTERN) return 'id';
      return schema.format === 'date-time' ? 'time' : 'text';
    case 'integer':
      return 'whole number';
    case undefined:
      return 'any value';
    default:
      return type;
  }
}

function plural(words: string): string {
  const [first = '', ...more] = words.split(' or ');
  const head = /^(text|list of|map of|any)/.test(first) ? first : `${first}s`;
  return [head, ...more].join(' or ');
}

function acceptsNull({ type, anyOf = [] }: JsonSchema): boolean {
  return [type].flat().includes('null') || anyOf.some((schema) => schema.type === 'null');
}

/** Restrictions of a value beyond its type: allowed values and bounds. */
export function limitTexts(schema: JsonSchema): string[] {
  return valueAlternatives(schema).flatMap((alternative) => {
    const { minLength = 0, maxLength, pattern, 'x-expected': expected, items } = alternative;
    return [
      alternative.enum && choiceText(alternative.enum),
      between(alternative.minimum, alternative.maximum, ''),
      between(minLength > 1 ? minLength : undefined, maxLength, ' characters'),
      minLength === 1 && maxLength === undefined ? 'not empty' : undefined,
      between(alternative.minItems, alternative.maxItems, ' items'),
      pattern === undefined || pattern === HEX_ID_PATTERN
        ? undefined
        : (expected ?? `matches ${pattern}`),
      items?.enum && `each ${choiceText(items.enum)}`,
    ].filter((text) => text !== undefined);
  });
}

function choiceText(values: readonly unknown[]): string {
  return `${values.length > 1 ? 'one of ' : 'only '}${values.map(valueText).join(', ')}`;
}

function valueText(value: unknown): string {
  return value === '' ? '""' : String(value);
}

function between(from: number | undefined, to: number | undefined, unit: string) {
  if (from !== undefined && to !== undefined) return `${count(from)} to ${count(to)}${unit}`;
  if (from !== undefined) return `at least ${count(from)}${unit}`;
  return to === undefined ? undefined : `at most ${count(to)}${unit}`;
}

function count(value: number): string {
  return value.toLocaleString('en');
}
