import type { Strength } from '../../catalogs/attacks/strength.ts';
import { isSecretName, takesText } from './field-role.ts';
import type { InspectedValue } from './inspected-request.ts';
import { codeBlocks } from './text-blocks.ts';
import { isStatements, type TextShape, textShape } from './text-shape.ts';

const LINES = /\n.*\n/;
const MIN_PASSWORD = 8;
const WORD = /[A-Za-z]{6}/;
/** Kinds of signs that passwords of generators have, and statements have not. */
const SIGNS = 4;
const SIGNS_WITH_BLANK = 6;

/**
 * Decides on the findings in a field whose name says nothing of texts. Words around it make a likely finding weak, but a
 * clear one stays clear, unless it is a part of a block of code or of a program in a text of several lines: then it is
 * likely, as attackers can write such texts too. What is known of the text is found out once, for the first finding.
 */
export class FieldStrength {
  readonly #value: InspectedValue;
  readonly #text: string;
  #isExempt: boolean | undefined;
  #isPassword = false;
  #isProgram = false;
  #shape: TextShape | undefined;
  #blocks: readonly (readonly [start: number, end: number])[] = [];

  constructor(value: InspectedValue, text: string) {
    this.#value = value;
    this.#text = text;
  }

  of(strength: Strength, start: number, end: number): Strength {
    if (strength === 'weak' || this.#isTrusted()) return strength;
    if (strength === 'likely' && this.#isPassword) return 'weak';
    if (this.#shape === undefined) return strength;
    const isPart = this.#isInBlock(start, end);
    if (strength === 'clear') return isPart ? 'likely' : 'clear';
    const isMention = this.#shape === 'prose' && end - start < this.#text.length / 2;
    return isPart || isMention ? 'weak' : 'likely';
  }

  /** Whether readers have judged by the role of the field already. */
  #isTrusted(): boolean {
    if (this.#isExempt === undefined) {
      const [value, text] = [this.#value, this.#text];
      this.#isExempt = value.isName === true || takesText(value, text);
      if (!this.#isExempt) this.#look(value, text);
    }
    return this.#isExempt;
  }

  #look(value: InspectedValue, text: string): void {
    this.#isPassword = isSecretName(value.name) && isGenerated(text);
    this.#shape = textShape(text);
    if (this.#shape === undefined || !LINES.test(text)) return;
    this.#blocks = codeBlocks(text);
    this.#isProgram = this.#blocks.length === 0 && isStatements(text);
  }

  #isInBlock(start: number, end: number): boolean {
    if (this.#isProgram) return start > 0;
    return this.#blocks.some(([from, to]) => from <= start && end <= to);
  }
}

/** A password of a generator: more kinds of signs than statements have, no word and hardly a blank. */
function isGenerated(text: string): boolean {
  if (text.length < MIN_PASSWORD || WORD.test(text)) return false;
  const signs = new Set(text.replace(/[\sA-Za-z0-9]/g, '')).size;
  return signs >= (/\s/.test(text) ? SIGNS_WITH_BLANK : SIGNS);
}
