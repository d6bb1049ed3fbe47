import type { StepBudget } from '../../step-budget.ts';

/** What comes before a command. */
export type Opening = ';' | '|' | '&' | 'line' | '$(' | '`';

export interface CommandStart {
  readonly opening: Opening;
  /** Position of the first character of the opening. */
  readonly at: number;
  /** Position after it. */
  readonly end: number;
}

/** Characters that a start costs at most. */
const START_STEPS = 16;

const OPENING = /[;|&]{1,3}|[\r\n]+|`+|[$<>]\(/g;
/** The first character of a command, after blanks. */
const NAME = /[ \t]{0,16}(?:[\w/\\'"${^.!@%[?*-])/y;

/** The places where a shell would begin a new command, whatever quotes are around them. */
export function* commandStarts(text: string, budget: StepBudget): Generator<CommandStart> {
  for (const { 0: written, index } of text.matchAll(OPENING)) {
    if (!budget.take(START_STEPS)) return;
    const end = index + written.length;
    NAME.lastIndex = end;
    if (NAME.test(text)) yield { opening: openingOf(written), at: index, end };
  }
}

function openingOf(written: string): Opening {
  if (written.endsWith('(')) return '$(';
  if (written.startsWith('`')) return '`';
  const last = written.charAt(written.length - 1);
  return last === ';' || last === '|' || last === '&' ? last : 'line';
}
