import { type JsonSchema, valueAlternatives, writableMembers } from './json-schema.ts';

/**
 * A short value that matches the schema: the first of its `examples`, otherwise the required members, or
 * one member if none is required. A text that starts with `$` is a placeholder that readers replace.
 */
export function exampleValue(schema: JsonSchema): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.find((value) => value !== '');
  if (schema.anyOf) return exampleValue(valueAlternatives(schema)[0] ?? { type: 'null' });
  switch ([schema.type].flat()[0]) {
    case 'object':
      return exampleObject(schema);
    case 'array':
      return schema.items ? [exampleValue(schema.items)] : [];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, schema.minimum ?? 1), schema.maximum ?? 1);
    case 'string':
      return schema.format === 'date-time' ? '2027-01-31T12:00:00Z' : 'example';
    default:
      return null;
  }
}

function exampleObject(schema: JsonSchema): Record<string, unknown> {
  const members = writableMembers(schema);
  const required = members.filter(([name]) => schema.required?.includes(name));
  const shown = required.length > 0 ? required : members.slice(0, 1);
  return Object.fromEntries(shown.map(([name, member]) => [name, exampleValue(member)]));
}

/** The name after the `$` of a placeholder. */
export function variableName(value: unknown): string | undefined {
  return typeof value === 'string' ? /^\$([A-Z_]+)$/.exec(value)?.[1] : undefined;
}
