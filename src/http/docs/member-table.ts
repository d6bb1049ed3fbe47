import { breakable, type Html, html } from '../../kernel/html.ts';
import { freeMembers, type JsonSchema, valueAlternatives } from './json-schema.ts';
import { limitTexts, typeText } from './schema-text.ts';

/** A named value: a parameter, or a member of a body or of a result. */
export interface TableRow {
  /** Members of members have the path as their name: `origins[].address`. */
  readonly name: string;
  readonly note: string | undefined;
  readonly schema: JsonSchema;
}

/** Nested objects are listed to this depth; deeper ones appear as "object". */
const MAX_DEPTH = 4;

/** The members of an object, and of the objects in it. */
export function memberTable(schema: JsonSchema, { forWriting }: { forWriting: boolean }): Html {
  const rows = membersOf(schema, '', forWriting, MAX_DEPTH);
  return rows.length > 0 ? rowTable(rows) : html`<p>${typeText(schema)}</p>`;
}

/** One row per named value: its type, the allowed values, the default. */
export function rowTable(rows: readonly TableRow[]): Html {
  return html`<table><tbody>${rows.map(rowHtml)}</tbody></table>`;
}

function rowHtml({ name, note, schema }: TableRow): Html {
  const details = [
    ...limitTexts(schema),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
    ...(schema.description === undefined ? [] : [schema.description]),
  ];
  const mark = note === undefined ? undefined : html` <em>${note}</em>`;
  const rest = details.length > 0 ? html`<span>, ${details.join('; ')}</span>` : undefined;
  return html`<tr><td><code>${breakable(name, '.')}</code>${mark}</td><td>${typeText(schema)}${rest}</td></tr>\n`;
}

function membersOf(
  schema: JsonSchema,
  prefix: string,
  forWriting: boolean,
  depth: number,
): TableRow[] {
  if (depth === 0) return [];
  return Object.entries(schema.properties ?? {})
    .filter(([, member]) => !(forWriting && member.readOnly))
    .flatMap(([key, member]) => {
      const name = prefix + key;
      const note = forWriting && schema.required?.includes(key) ? 'required' : undefined;
      return [{ name, note, schema: member }, ...innerMembers(member, name, forWriting, depth)];
    });
}

/** Members of an object, or of the objects in a list or map. */
function innerMembers(
  schema: JsonSchema,
  name: string,
  forWriting: boolean,
  depth: number,
): TableRow[] {
  return valueAlternatives(schema).flatMap((alternative) => {
    const free = freeMembers(alternative);
    return [
      ...membersOf(alternative, `${name}.`, forWriting, depth - 1),
      ...(alternative.items ? innerMembers(alternative.items, `${name}[]`, forWriting, depth) : []),
      ...(free ? innerMembers(free, `${name}.*`, forWriting, depth) : []),
    ];
  });
}
