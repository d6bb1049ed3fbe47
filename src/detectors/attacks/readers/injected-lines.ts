import { type Strength, strengths } from '../../../catalogs/attacks/strength.ts';
import type { ReadContext } from '../attack-reader.ts';

/** A line behind a line break. */
export interface InjectedLine {
  /** Behind the break. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** In lower case, if the line is a header line. */
  readonly name: string;
  /** Of a header line. */
  readonly value: string;
  /** Whether all lines before it, apart from the first, are header lines. */
  readonly followsHeaders: boolean;
}

const HEADER_LINE = /^[ \t]*([A-Za-z][\w-]{0,40})[ \t]*:[ \t]*(.*)$/;
const BREAK = /\r\n?|\n|\xe5\x98[\x8a\x8d](?:\xe5\x98\x8a)?/g;
/** Of a line that is looked at. */
const MAX_LINE = 300;

/** The lines of a text behind its first line break, including breaks that become one when bytes are cut to 8 bits. */
export function* injectedLines(text: string): Generator<InjectedLine> {
  let followsHeaders = true;
  let start = -1;
  for (const found of text.matchAll(BREAK)) {
    if (start !== -1) {
      const line = lineAt(text, start, found.index, followsHeaders);
      yield line;
      followsHeaders &&= line.name !== '';
    }
    start = found.index + found[0].length;
  }
  if (start !== -1) yield lineAt(text, start, text.length, followsHeaders);
}

function lineAt(text: string, start: number, end: number, followsHeaders: boolean): InjectedLine {
  const line = text.slice(start, Math.min(end, start + MAX_LINE));
  const [, name = '', value = ''] = HEADER_LINE.exec(line) ?? [];
  return { start, end, text: line, name: name.toLowerCase(), value: value.trim(), followsHeaders };
}

const MULTI_LINE =
  /(?:message|comment|body|text|content|description|desc|note|notes|question|details|remarks|feedback|bio|address|enquiry|inquiry)s?$/i;
/** Fields of telemetry and tools. */
const RECORDED = /(?:headers?|log|stack|data|payload|raw|request|response|config)s?$/i;
const FIRST_HEADER = /^[ \t]*(?:[A-Za-z][\w-]{0,40}:[ \t]|HTTP\/\d|[A-Z]{3,8} \S{1,300} HTTP\/\d)/;
const MAX_NAME = 60;
const MANY_LINES = 12;

/** The greatest strength of findings about lines in a value: several lines may be expected there, or be its subject. */
export function lineStrength(text: string, { value, role }: ReadContext): Strength {
  if (value.place === 'body' || value.place === 'xml' || value.place === 'file') return 'weak';
  if (role === 'prose' || role === 'markup' || role === 'code') return 'weak';
  const name = value.name.slice(-MAX_NAME);
  // A block of headers, or a message.
  if (FIRST_HEADER.test(text) || RECORDED.test(name)) return 'weak';
  if (!MULTI_LINE.test(name)) return 'clear';
  return text.split('\n', MANY_LINES + 1).length > MANY_LINES ? 'weak' : 'likely';
}

export const weaker = (one: Strength, other: Strength): Strength =>
  strengths.indexOf(one) < strengths.indexOf(other) ? one : other;
