import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import type { AttackReader, ReadContext } from '../../attack-reader.ts';
import { strengthOfBareCode } from './bare-code.ts';
import { breakoutStrength } from './breakout-strength.ts';
import { readCode } from './code-reading.ts';
import { findCoercions } from './coercion-alphabet.ts';
import { CODE, STRONG } from './javascript-effects.ts';
import { isPlainRole } from './plain-role.ts';
import { reachesPrototype } from './prototype-pollution.ts';
import { reportEffects } from './report-effects.ts';
import { scriptUrlCode } from './script-url.ts';
import { findBreakout } from './string-breakout.ts';
import { wholeCode } from './whole-code.ts';

/** Reads a value as JavaScript: alone, as an address, and behind the end of a string. */
export const javascriptReader: AttackReader = {
  name: 'javascript',
  triggers: [
    {
      words:
        'alert confirm prompt msgbox print eval function execscript settimeout setinterval fetch xmlhttprequest sendbeacon atob unescape fromcharcode import write websocket'.split(
          ' ',
        ),
      with: '(`',
    },
    { words: 'window self top parent frames globalthis this document'.split(' '), with: '[' },
    { words: ['location', 'innerhtml', 'outerhtml'], with: '=' },
    { words: ['document.cookie', 'document.domain', 'localstorage', 'sessionstorage'] },
    { words: ['constructor', '__define', '__lookup', '__nosuch'], with: '([.' },
    { words: ['__proto__', 'prototype'] },
    { words: ['onerror'], with: '=' },
    { words: ['![]', '+[]', '[]+', '!+[', '[+', '+{}', '{}+'], with: '(' },
    { words: ['script'], with: ':' },
    { words: ['$=~', '=[]|', '=~[]', '$={', '_=[', '_=!', 'valueof=', 'tostring='] },
    { words: ['createelement'], with: '(' },
  ],
  read(text, context) {
    // Uploaded scripts are files; whether they may be uploaded is no question of their language.
    if (context.value.place === 'file' && context.value.isName !== true) return;
    if (reachesPrototype(context.value, text)) {
      context.report('javascript-prototype-pollution', 'clear', 0, text.length);
    }
    // Markup is no code; the code in it is for the reader of HTML.
    if (!/^\s*<[a-z/]/i.test(text)) readAlone(text, context);
    readBreakout(text, context);
  },
};

function readAlone(text: string, context: ReadContext): void {
  const { report, role } = context;
  const isSource = !isPlainRole(role);
  const coercions = findCoercions(text);
  if (coercions !== -1) {
    report('javascript-coercion', isSource ? 'weak' : 'clear', coercions, text.length);
  }
  const code = scriptUrlCode(text);
  const reading = readCode(text, Math.max(0, code));
  if (code !== -1) {
    const strength = strengthOfUrl(reading.effects);
    if (strength === undefined) return;
    report('javascript-url', strength, 0, text.length);
    reportEffects(reading.effects, reading, () => strength, report);
    return;
  }
  const strengthOf = (effect: number) =>
    isSource ? 'weak' : strengthOfBareCode(effect, reading.effects);
  const whole = isSource || role === 'search' ? undefined : wholeCode(text);
  if (whole !== undefined) report('javascript-evaluation', whole, 0, text.length);
  reportEffects(reading.effects, reading, strengthOf, report);
}

/** `javascript:;` and `javascript:void(0)` do nothing; pages contain them. */
function strengthOfUrl(found: number): Strength | undefined {
  if ((found & STRONG) !== 0) return 'clear';
  return (found & CODE) === 0 ? undefined : 'likely';
}

/** The first statement of a module, whose quote opens a string. */
const IMPORT = /^\s*(?:import|export|const|let|var)\b[^'"`\n]{0,80}['"`]/;

function readBreakout(text: string, context: ReadContext): void {
  if (!context.budget.take(4 * text.length)) return;
  const breakout = findBreakout(text);
  if (breakout === undefined) return;
  const { at, reading } = breakout;
  const isSource = context.role === 'code' && IMPORT.test(text);
  const strength = isSource ? 'weak' : breakoutStrength(breakout, context.role);
  context.report('javascript-string-breakout', strength, at, Math.max(reading.end, at + 1));
  reportEffects(reading.effects, reading, () => strength, context.report);
}
