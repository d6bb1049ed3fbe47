import { OutputError } from './output-error.ts';

/** A constant text, or the value of a field. */
export type RecordPart = { readonly text: string } | { readonly field: string };

/** The content of double braces: a field, a quoted or back-quoted text, or a comment. */
const ACTION = /\{\{\s*(?:\.(\w+)|("(?:[^"\\]|\\.)*")|`([^`]*)`)\s*\}\}|\{\{\/\*[\s\S]*?\*\/\}\}/y;

/** Parses `record_template`: fields, texts and comments between double braces, and literal text around them. */
export function parseTemplate(template: string): RecordPart[] {
  const parts: RecordPart[] = [];
  let from = 0;
  for (let at = template.indexOf('{{'); at !== -1; at = template.indexOf('{{', from)) {
    ACTION.lastIndex = at;
    const match = ACTION.exec(template);
    if (!match) throw unknownAction(template, at);
    if (at > from) parts.push({ text: template.slice(from, at) });
    const [whole, field, quoted, raw] = match;
    if (field !== undefined) parts.push({ field });
    else if (quoted !== undefined) parts.push({ text: unquoted(quoted) });
    else if (raw !== undefined) parts.push({ text: raw });
    from = at + whole.length;
  }
  if (from < template.length) parts.push({ text: template.slice(from) });
  return parts;
}

function unquoted(quoted: string): string {
  try {
    return JSON.parse(quoted);
  } catch {
    throw new OutputError(
      'record_template',
      `${quoted} is not a valid text: it has an unknown escape`,
    );
  }
}

function unknownAction(template: string, at: number): OutputError {
  const end = template.indexOf('}}', at);
  const action = template.slice(at, end === -1 ? at + 40 : end + 2);
  return new OutputError(
    'record_template',
    `cannot read ${JSON.stringify(action)}; expected {{ .Field }}, {{ "text" }} or {{/* comment */}}`,
  );
}
