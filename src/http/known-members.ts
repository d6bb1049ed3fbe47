import type { TSchema } from 'typebox';
import { escapePointer } from './validation.ts';

/** The parts of a JSON schema that this file reads. */
interface ObjectSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly additionalProperties?: unknown;
  readonly items?: TSchema;
}

export interface KnownPart {
  /** The value without the members that the schema does not name. */
  readonly value: unknown;
  /** JSON pointers of the removed members, up to a limit. */
  readonly unknown: readonly string[];
}

const MOST_REPORTED = 20;

/**
 * Separates known from unknown members of a body. Members that the schema marks as read-only are removed
 * silently, since clients send back what they have read.
 */
export function keepKnownMembers(schema: TSchema, body: unknown): KnownPart {
  const unknown: string[] = [];
  return { value: keep(schema, body, '', unknown), unknown: unknown.slice(0, MOST_REPORTED) };
}

function keep(schema: TSchema, value: unknown, pointer: string, unknown: string[]): unknown {
  const { properties, additionalProperties, items } = schema as ObjectSchema;
  if (Array.isArray(value)) {
    return items ? value.map((item, n) => keep(items, item, `${pointer}/${n}`, unknown)) : value;
  }
  if (typeof value !== 'object' || value === null || !properties) return value;
  // A schema that defines `additionalProperties` checks further members itself.
  if (additionalProperties !== undefined) return value;
  const kept: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const memberSchema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const path = `${pointer}/${escapePointer(name)}`;
    if (!memberSchema) unknown.push(path);
    else if (!isReadOnly(memberSchema)) kept[name] = keep(memberSchema, member, path, unknown);
  }
  return kept;
}

function isReadOnly(schema: TSchema): boolean {
  return (schema as { readOnly?: boolean }).readOnly === true;
}
