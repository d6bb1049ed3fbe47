import { CspError } from './csp-error.ts';
import type { CspDirective, CspPolicy } from './csp-policy.ts';
import { parseSource, type SourceExpression } from './source-expression.ts';

/** ASCII white space of the grammar: tab, line feed, form feed, carriage return, space. */
const WORD = /[^\t\n\f\r ]+/g;
const DIRECTIVE_NAME = /^[A-Za-z0-9-]+$/;
/** Characters of a directive value besides white space. */
const VALUE = /^[\x21-\x2b\x2d-\x3a\x3c-\x7e]*$/;
const MAX_SHOWN = 60;

interface Word {
  readonly text: string;
  readonly at: number;
}

/** Throws for directives that are not allowed, before their values are parsed. */
type CheckName = (name: string, at: number) => void;

/**
 * Parses one serialized policy (§2.2). It is stricter than browsers, which ignore invalid words: such a word is a
 * mistake of its author.
 */
export function parsePolicy(text: string, checkName: CheckName = () => {}): CspPolicy {
  const directives: CspDirective[] = [];
  let start = 0;
  for (const piece of text.split(';')) {
    const directive = parseDirective(piece, start, checkName);
    start += piece.length + 1;
    if (!directive) continue;
    if (directives.some(({ name }) => name === directive.name)) {
      throw new CspError(
        directive.at,
        `"${directive.name}" occurs twice, and browsers use only the first: write all its sources in one directive`,
      );
    }
    directives.push(directive);
  }
  return { directives };
}

/** Undefined for white space only, as after the last semicolon. */
function parseDirective(
  piece: string,
  start: number,
  checkName: CheckName,
): CspDirective | undefined {
  const words = [...piece.matchAll(WORD)].map((match) => ({
    text: match[0],
    at: start + match.index,
  }));
  const [name, ...values] = words;
  if (!name) return undefined;
  if (!DIRECTIVE_NAME.test(name.text)) {
    throw new CspError(
      name.at,
      `${shown(name)} is not the name of a directive: names have letters, digits and "-"`,
    );
  }
  checkName(name.text.toLowerCase(), name.at);
  const [first] = values;
  const isNone = values.length === 1 && isNoneWord(first);
  return {
    name: name.text.toLowerCase(),
    sources: isNone ? [] : values.map(sourceOf),
    isNone,
    at: name.at,
  };
}

function isNoneWord(word: Word | undefined): boolean {
  return word?.text.toLowerCase() === "'none'";
}

function sourceOf(word: Word): SourceExpression {
  if (isNoneWord(word)) {
    throw new CspError(word.at, "'none' must be the only source: remove it, or the other sources");
  }
  if (word.text.includes(',')) {
    throw new CspError(word.at, 'a comma would start another policy: write %2C in a path');
  }
  const source = VALUE.test(word.text) ? parseSource(word.text) : undefined;
  if (!source) {
    throw new CspError(
      word.at,
      `${shown(word)} is not a source: write a scheme (https:), a host (*.example.com, https://example.com/app.js) or a keyword in quotes ('self')`,
    );
  }
  return source;
}

function shown({ text }: Word): string {
  return JSON.stringify(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
}
