import type { TSchema } from '../kernel/schema.ts';
import type { Route } from './route.ts';
import { escapePointer } from './validation.ts';

/** The parts of a JSON schema that this file reads. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly additionalProperties?: unknown;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly enum?: readonly unknown[];
  readonly readOnly?: boolean;
}

export interface KnownPart {
  /** The value without the members that the schema does not name. */
  readonly value: unknown;
  /** JSON pointers of the removed members, up to a limit. */
  readonly unknown: readonly string[];
}

/** Of unknown members or parameters, in one response. */
export const MOST_REPORTED = 20;

/**
 * Separates known from unknown members of a body. Members that the schema marks as read-only are removed
 * silently, because clients send back objects that they have read.
 *
 * Declarative clients send null for every member that is not set, so null in an optional member counts as
 * absent. Where null has a meaning, the schema allows it (`Resettable`) and it is kept.
 */
export function keepKnownMembers(
  schema: TSchema,
  body: unknown,
  nulls: Route['nullMembers'] = 'absent',
): KnownPart {
  const unknown: string[] = [];
  const value = keep(schema, body, '', unknown, nulls);
  return { value, unknown: unknown.slice(0, MOST_REPORTED) };
}

/** `nulls` applies to the members of this value; deeper nulls always count as absent. */
function keep(
  schema: TSchema,
  value: unknown,
  pointer: string,
  unknown: string[],
  nulls: Route['nullMembers'] = 'absent',
): unknown {
  const { items, ...described } = alternativeFor(schema, value);
  if (Array.isArray(value)) {
    return items ? value.map((item, n) => keep(items, item, `${pointer}/${n}`, unknown)) : value;
  }
  if (!isObject(value)) return value;
  const { properties = {}, required = [], patternProperties, additionalProperties } = described;
  if (!described.properties && !patternProperties) return value;
  const free = patternProperties && Object.values(patternProperties)[0];
  const kept: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const named = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const known = named ?? free;
    const path = `${pointer}/${escapePointer(name)}`;
    if (known) {
      // The keys of a map are chosen by the client, so null there is a mistake.
      const mayBeAbsent = nulls === 'absent' && named && !required.includes(name);
      const isUnset = member === null && mayBeAbsent && !allowsNull(known);
      if (!isUnset && !(known as Schema).readOnly) {
        kept.push([name, keep(known, member, path, unknown)]);
      }
    } else if (additionalProperties === undefined) {
      unknown.push(path);
    } else if (additionalProperties === false) {
      // The validator refuses such members.
      kept.push([name, member]);
    } else if (member !== null) {
      kept.push([name, withoutNulls(member)]);
    }
  }
  // Not by assignment, which would not create a member with the name `__proto__`.
  return Object.fromEntries(kept);
}

/** Of a union, the one alternative that can describe the value. */
function alternativeFor(schema: TSchema, value: unknown): Schema {
  const { anyOf } = schema as Schema;
  if (!anyOf) return schema as Schema;
  const type = Array.isArray(value) ? 'array' : typeof value;
  const fitting = anyOf.filter((each) => typesOf(each).includes(type));
  return fitting.length === 1 ? (fitting[0] as Schema) : {};
}

/** A schema without a type describes any value. */
function allowsNull(schema: TSchema): boolean {
  const { type, anyOf, enum: values } = schema as Schema;
  if (anyOf) return anyOf.some(allowsNull);
  if (values) return values.includes(null);
  return type === undefined || typesOf(schema).includes('null');
}

function typesOf(schema: TSchema): readonly unknown[] {
  return [(schema as Schema).type].flat();
}

/** For values without a schema, such as parameters that only their action interprets. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
