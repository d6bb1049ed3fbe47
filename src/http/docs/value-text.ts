import { variableName } from './example-value.ts';

/** How a language writes the parts of a value. */
export interface ValueSyntax {
  /** A placeholder: `ZONE_ID`. */
  variable(name: string): string;
  text(text: string): string;
  memberName(name: string): string;
}

const LONGEST_LINE = 60;

/** A value as source code; short values stay on one line. */
export function valueText(value: unknown, syntax: ValueSyntax, indent = ''): string {
  const variable = variableName(value);
  if (variable !== undefined) return syntax.variable(variable);
  if (typeof value === 'string') return syntax.text(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  const [open, close, parts] = Array.isArray(value)
    ? ['[', ']', value.map((item) => valueText(item, syntax, deeper))]
    : [
        '{',
        '}',
        Object.entries(value).map(
          ([name, member]) => `${syntax.memberName(name)}: ${valueText(member, syntax, deeper)}`,
        ),
      ];
  const line = parts.join(', ');
  if (line.length > LONGEST_LINE || line.includes('\n')) {
    return `${open}\n${deeper}${parts.join(`,\n${deeper}`)}\n${indent}${close}`;
  }
  return open === '{' && line !== '' ? `{ ${line} }` : open + line + close;
}
