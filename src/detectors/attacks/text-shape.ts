import { hasBlock } from './text-blocks.ts';

/** What a longer text looks like: code, a text with markup, or sentences. */
export type TextShape = 'code' | 'markup' | 'prose';

/** Statements of programs by their first word or their end, and indented lines. */
const STATEMENT =
  /^(?: {4}.*\S|[ \t]*(?:const|let|var|def|class|function|import|from|public|private|return|if|for|while|#include|package|use|using)\b.*|.*[;{}][ \t\r]*)$/gm;
/** Lines of configuration, markup, notebooks and comments; sentences with a colon look the same. */
const LINE =
  /^(?:[ \t]*(?:#|\/\/|--|\*|<[!/?a-z]|[%!]\w|\[[\w .-]+\][ \t\r]*$|[\w.$-]+[ \t]?[=:][ \t]?\S|[\w.-]+:[ \t\r]*$|- \S|[A-Z]{2,12} \S).*|[ \t\r]*)$/gm;
/** A line of a stack trace: of Java and JavaScript, Python, PHP. */
const STACK_FRAME =
  /^[ \t]*(?:at [\w$.<>/ ]{1,200}\(|File "[^"\n]{1,200}", line \d|#\d{1,3} [^\s(]{1,200}\(\d{1,6}\): )/m;
/** A statement of SQL, a page, a script or a command line with an option, which continues nothing. */
const PROGRAM_START =
  /^\s*(?:(?:with|select|create|insert|update|delete|alter|drop|truncate|begin|explain|grant)\s+[\w*"`[(@]|<!doctype\s|<html[\s>]|<\?xml\s|#!\/|(?:sudo\s+)?(?!powershell|pwsh|cmd|(?:ba|da|z|k|c)?sh\b|ncat|nc\b|python|perl|php|ruby)[a-z][\w.-]{0,30}(?:\s+[a-z][\w-]{0,30})?\s+(?:-{1,2}[a-zA-Z]|\.\s+-))/i;
/** Of the lines of a text; a single line does not make a text code. */
const STATEMENT_SHARE = 0.4;
const TAG =
  /<\/?(?:p|br|b|i|em|strong|ul|ol|li|div|span|h[1-6]|table|tr|td|img|a|blockquote|figure)\b[^<>]*>/gi;
const MIN_TAGS = 3;
const MIN_STATEMENTS = 3;
const MIN_WORDS = 6;
const LONG = 60;
const WORDS = /[A-Za-z\u00c0-\u00ff]{2,}[,.!?;:)'"]*\s/g;
/** Only the beginning decides, so that the cost is bounded. */
const SAMPLE = 4096;

/** Undefined for short texts and for what looks like none of them. */
export function textShape(text: string): TextShape | undefined {
  if (text.length <= LONG) return undefined;
  const sample = text.slice(0, SAMPLE);
  if (isCode(sample)) return 'code';
  if (count(TAG, sample) >= MIN_TAGS) return 'markup';
  return count(WORDS, sample) >= Math.max(MIN_WORDS, text.length / 12) ? 'prose' : undefined;
}

/** Whether a text in a field for texts is a program, a script or a configuration as a whole. */
export function isProgram(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  if (PROGRAM_START.test(sample)) return true;
  const lines = lineCount(sample);
  return lines > 2 && count(STATEMENT, sample) + count(LINE, sample) >= lines;
}

function isCode(text: string): boolean {
  return hasBlock(text) || isStatements(text);
}

/** Whether a text is a stack trace, or has more statements than a text of people would. */
export function isStatements(whole: string): boolean {
  const text = whole.slice(0, SAMPLE);
  if (STACK_FRAME.test(text)) return true;
  const statements = count(STATEMENT, text);
  const lines = lineCount(text);
  if (lines > 1 && statements === lines) return true;
  return statements >= MIN_STATEMENTS && statements >= STATEMENT_SHARE * lines;
}

const lineCount = (text: string): number => text.trim().split('\n').length;

const count = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0;
