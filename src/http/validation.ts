import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { TSchema } from '../kernel/schema.ts';
import { isStorableText } from '../kernel/text.ts';
import { parseTimestamp } from '../kernel/timestamp.ts';

/** A problem of a value. `pointer` is the JSON pointer to it. */
export interface Problem {
  readonly pointer: string;
  readonly text: string;
  /** Set if the problem is an unknown member. */
  readonly unknownMember?: string;
}

export type Validator = (value: unknown) => Problem | undefined;

const formats = {
  'date-time': (text: string) => parseTimestamp(text) !== undefined,
};
/** Optimising the generated code takes almost as long as generating it, and V8 optimises it anyway. */
const code = { optimize: false };
/** With `verbose`, errors have the schema that was not met, and so its annotations. */
const common = { strict: true, formats, code, verbose: true };
/** Bodies are not converted. In a query everything is text, so numbers and booleans are parsed. */
const bodyAjv = new Ajv({ ...common, strictTypes: false });
// An annotation of document members, see `resources/document-write.ts`.
bodyAjv.addKeyword('x-keeps-value');
const queryAjv = new Ajv({ ...common, coerceTypes: true, useDefaults: true });
// What a pattern accepts, in words: "a whole number from 1, or all".
for (const ajv of [bodyAjv, queryAjv]) ajv.addKeyword('x-expected');

/** Schemas are compiled at their first use, because most routes are never called between two starts. */
export function bodyValidator(schema: TSchema): Validator {
  return lazyValidator(bodyAjv, schema, (pointer) =>
    pointer === '' ? 'the body' : `"${pointer}"`,
  );
}

/** Also changes the value: converts text to numbers and booleans and adds defaults. */
export function queryValidator(schema: TSchema): Validator {
  return lazyValidator(queryAjv, schema, (pointer) => `the parameter "${pointer.slice(1)}"`);
}

function lazyValidator(ajv: Ajv, schema: TSchema, nameOf: (pointer: string) => string): Validator {
  let compiled: ValidateFunction | undefined;
  return (value) => {
    compiled ??= ajv.compile(schema);
    if (compiled(value)) return undefined;
    const error = mostSpecific(compiled.errors ?? []);
    const pointer = pointerOf(error);
    const text = `${nameOf(pointer)} ${wording(error)}`;
    const unknownMember = error.params['additionalProperty'] as string | undefined;
    return { pointer, text, ...(unknownMember !== undefined && { unknownMember }) };
  };
}

/** Picks the most useful error: that of the alternative of a union that matched most of the value. */
function mostSpecific(errors: readonly ErrorObject[]): ErrorObject {
  const inner = errors.filter((error) => error.keyword !== 'anyOf');
  // An alternative for another type says less than one that the value could have met.
  const isType = ({ keyword }: ErrorObject) => Number(keyword === 'type');
  const deepest = inner.toSorted(
    (a, b) => b.instancePath.length - a.instancePath.length || isType(a) - isType(b),
  );
  const chosen = deepest[0] ?? errors[0];
  if (!chosen) throw new Error('a failed validation reported no error');
  return chosen;
}

function pointerOf({ keyword, instancePath, params }: ErrorObject): string {
  if (keyword === 'required') return `${instancePath}/${escapePointer(params['missingProperty'])}`;
  if (keyword === 'additionalProperties') {
    return `${instancePath}/${escapePointer(params['additionalProperty'])}`;
  }
  return instancePath;
}

export function escapePointer(member: string): string {
  return member.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** A message with the remedy, made from the schema. */
function wording({ keyword, params, message, parentSchema }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return 'is not a member that is known here';
    case 'type':
      return `must be ${withArticle([params['type']].flat().join(' or '))}`;
    case 'enum':
      return `must be one of ${params['allowedValues'].join(', ')}`;
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}`;
    case 'minimum':
      return `must be at least ${params['limit']}`;
    case 'maximum':
      return `must be at most ${params['limit']}`;
    case 'minLength':
      return params['limit'] === 1
        ? 'must not be empty'
        : `must have at least ${params['limit']} characters`;
    case 'maxLength':
      return `must have at most ${params['limit']} characters`;
    case 'minItems':
      return params['limit'] === 1
        ? 'must not be empty'
        : `must have at least ${params['limit']} items`;
    case 'maxItems':
      return `must have at most ${params['limit']} items`;
    case 'uniqueItems': {
      const [first, second] = [params['i'], params['j']].toSorted();
      return `must not have the same item twice: items ${first} and ${second} are equal`;
    }
    case 'pattern':
      return parentSchema?.['x-expected']
        ? `must be ${parentSchema['x-expected']}`
        : `must match ${params['pattern']}`;
    case 'format':
      return 'must be a time such as 2026-01-31T12:00:00Z';
    default:
      return message ?? 'is not valid';
  }
}

function withArticle(type: string): string {
  return `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`;
}

/** Finds keys and values that cannot be stored unchanged; see `isStorableText`. */
export function findBadText(value: unknown, pointer = ''): Problem | undefined {
  if (typeof value === 'string') {
    if (isStorableText(value)) return undefined;
    const name = pointer === '' ? 'the body' : `"${pointer}"`;
    return { pointer, text: `${name} contains a NUL character or an unpaired surrogate` };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const problem = isStorableText(key)
      ? findBadText(member, `${pointer}/${escapePointer(key)}`)
      : { pointer, text: 'a member name contains a NUL character or an unpaired surrogate' };
    if (problem) return problem;
  }
  return undefined;
}

/** Members with names of things, which become parts of mail subjects, headers and log lines. */
const nameMembers: ReadonlySet<string> = new Set(['name', 'title', 'first_name', 'last_name']);

/** Finds names with line breaks. */
export function findBadName(value: unknown, pointer = ''): Problem | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const place = `${pointer}/${escapePointer(key)}`;
    if (nameMembers.has(key) && typeof member === 'string' && /[\r\n]/.test(member)) {
      return { pointer: place, text: `"${place}" must not contain line breaks` };
    }
    const problem = findBadName(member, place);
    if (problem) return problem;
  }
  return undefined;
}
