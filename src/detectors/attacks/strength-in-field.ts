import type { Strength } from '../../catalogs/attacks/strength.ts';
import { takesText } from './field-role.ts';
import type { InspectedValue } from './inspected-request.ts';
import { isInBlock, textShape } from './text-shape.ts';

const SECRET = /(?:pass(?:word|wd|phrase)?|pwd|secret)\d?\]?$/i;
const LINES = /\n.*\n/;

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * The strength of a finding in a field whose name says nothing of texts. Words around it make a likely finding weak, but
 * a clear one stays clear, unless it is a part of a block of code or of a program in a text of several lines: then it is
 * likely, as attackers can write such texts too.
 */
export function strengthInField(
  strength: Strength,
  value: InspectedValue,
  text: string,
  { start, end }: Range,
): Strength {
  if (strength === 'weak' || value.isName === true || takesText(value, text)) return strength;
  if (strength === 'likely' && isGenerated(value, text)) return 'weak';
  const shape = textShape(text);
  if (shape === undefined) return strength;
  const isPart = LINES.test(text) && isInBlock(text, start, end);
  if (strength === 'clear') return isPart ? 'likely' : 'clear';
  const isMention = shape === 'prose' && end - start < text.length / 2;
  return isPart || isMention ? 'weak' : 'likely';
}

/** A password of a generator: more kinds of signs than statements have, and hardly a blank. */
function isGenerated({ name }: InspectedValue, text: string): boolean {
  if (!SECRET.test(name) || text.length < MIN_PASSWORD || WORD.test(text)) return false;
  const signs = new Set(text.replace(/[\sA-Za-z0-9]/g, '')).size;
  return signs >= (/\s/.test(text) ? SIGNS_WITH_BLANK : SIGNS);
}

const MIN_PASSWORD = 8;
const WORD = /[A-Za-z]{6}/;
const SIGNS = 4;
const SIGNS_WITH_BLANK = 6;
