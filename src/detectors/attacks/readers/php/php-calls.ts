import { effectOf, type FunctionEffect } from './php-functions.ts';

/** A call of a function that matters, as PHP would read it. */
export interface PhpCall {
  readonly name: string;
  readonly effect: FunctionEffect;
  readonly start: number;
  readonly end: number;
  /** As written, without the brackets; cut. */
  readonly arguments: string;
  /** Whether the call stands where a statement or a further operand can begin. */
  readonly isStatement: boolean;
}

const CALL = /\b([A-Za-z_]\w{1,30})(?:\s|\/\*[^*]{0,32}\*\/){0,4}\(/g;
/** The start of the text, the end of a statement or a quote with an operator, `${`, `<?php`, `return`. */
const STATEMENT_BEFORE =
  /(?:^\.?|[;{}(!@,=>:%]|["'][\s]*[.;,+|]|\$\{|<\?(?:php|=)?|\b(?:return|echo|print|die|and|or))\s*@?\\?$/i;
const MAX_BEFORE = 24;
const MAX_ARGUMENTS = 300;

export function* phpCalls(text: string): Generator<PhpCall> {
  for (const { 0: written, 1: name = '', index } of text.matchAll(CALL)) {
    const effect = effectOf(name);
    if (effect === undefined || isMember(text, index)) continue;
    const open = index + written.length;
    const list = argumentList(text, open);
    yield {
      name: name.toLowerCase(),
      effect,
      start: index,
      end: Math.min(text.length, open + list.length + 1),
      arguments: list,
      isStatement: STATEMENT_BEFORE.test(text.slice(Math.max(0, index - MAX_BEFORE), index)),
    };
  }
}

/** Methods of objects and parts of longer names are other functions. */
const isMember = (text: string, at: number): boolean => {
  const before = text.slice(Math.max(0, at - 2), at);
  return /[\w$]$|->$|::$/.test(before);
};

function argumentList(text: string, open: number): string {
  let depth = 1;
  const limit = Math.min(text.length, open + MAX_ARGUMENTS);
  for (let at = open; at < limit; at += 1) {
    const character = text.charAt(at);
    if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    if (depth === 0) return text.slice(open, at);
  }
  return text.slice(open, limit);
}
