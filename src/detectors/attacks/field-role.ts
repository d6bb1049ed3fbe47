import type { InspectedValue } from './inspected-request.ts';
import { isProgram, type TextShape, textShape } from './text-shape.ts';

/**
 * What a field is for. The name or the place must say that a field takes texts before its text can make it one: else
 * attackers would add words or marks of code to their values.
 */
export type FieldRole =
  | 'search'
  | 'prose'
  | 'markup'
  | 'code'
  | 'url'
  | 'file-name'
  | 'token'
  | 'secret'
  | 'plain';

const SEARCH =
  /^(?:q|s|k|kw|query|search|searchterm|search_query|keyword|keywords|term|terms|text)$/i;
const URL_NAME =
  /(?:^|[_.-])(?:url|uri|href|link|redirect|next|return|returnurl|callback|target|dest|src|referer|origin|feed|host|site)$/i;
const FILE_NAME =
  /(?:^|[_.-])(?:file|filename|path|dir|folder|page|template|include|doc|document|document_root|layout|lang|view)$/i;
const SECRET_NAME =
  /(?:pass(?:word|wd|phrase|code)?|pwd|secret)(?:[_-]?(?:\d|confirm\w*|again|repeat))?$/i;
const TEXT_NAME =
  /(?:^|[_.$\s-])(?:texts?|plain|body|contents?|messages?|msg|comments?|descriptions?|desc|notes?|summary|excerpt|posts?|reply|replies|answers?|questions?|reviews?|feedback|bio|biography|about|abstract|details?|remarks?|reason|prompt|instructions?|raw|html|markdown|md|code|source|snippets?|paste|script|css|stack|stacktrace|string_?value|tickets?|issues?|topic|thread|entry|trace|traceback|backtrace|errors?|logs?|output|exception|insert|signature|story|article|letter|input|diff|patch|readme)s?(?:[_-]?\d+)?$/i;

/** Members in which dashboards, consoles and build servers send statements and definitions. */
const LANGUAGE_NAME =
  /(?:^|[_.$\s-])(?:sql|query|statement|expr|expression|formula|yaml|config|definition|dockerfile|workflow|pipeline|command|cell)s?$/i;

/** Called only for values that a reader starts for. */
export function fieldRole(value: InspectedValue, text: string): FieldRole {
  if (value.isName === true) return 'plain';
  const name = lastName(value.name);
  // Search boxes have one line; documents of editors have a `text` as well.
  const shape = takesText(value, text) ? shapeOf(text, takesProgram(value, text)) : undefined;
  if (SEARCH.test(name) && !text.includes('\n') && shape !== 'code') return 'search';
  if (shape !== undefined) return shape;
  if (URL_NAME.test(name)) return 'url';
  if (FILE_NAME.test(name)) return 'file-name';
  if (SECRET_NAME.test(name)) return 'secret';
  return /^[\w+/=.-]{24,}$/.test(text) ? 'token' : 'plain';
}

export const isSecretName = (name: string): boolean => SECRET_NAME.test(lastName(name));

/** Whether the name or the place of a value says that people write texts, or programs send documents, in it. */
export function takesText(value: InspectedValue, text: string): boolean {
  const { place, name, depth = 0 } = value;
  if (place === 'file') return true;
  if (place === 'body') return text.includes('\n') || isProgram(text);
  if (place === 'header' || place === 'cookie' || place === 'path') return false;
  if (TEXT_NAME.test(lastName(name))) return true;
  if (takesProgram(value, text)) return true;
  // What looks like arguments within a text has their names.
  const isInner = depth > 0 && place !== 'json';
  return isInner && name.split('.').some((part) => TEXT_NAME.test(lastName(part)));
}

/** Whether a member of a document has a whole program, however short: consoles send `"query": "select * from users"`. */
const takesProgram = ({ place, name }: InspectedValue, text: string): boolean =>
  place === 'json' && LANGUAGE_NAME.test(lastName(name)) && isProgram(text);

function shapeOf(text: string, isWhole: boolean): TextShape | undefined {
  const shape = textShape(text);
  if (shape === 'code' || shape === 'markup') return shape;
  return isWhole || (text.length > LONG && isProgram(text)) ? 'code' : shape;
}

const LONG = 60;
const MAX_NAME = 60;

/** Names that say nothing: content management systems send `body[0][value]`. */
const HOLLOW = /^(?:\d+|value|und)$/;

/** Of the path to a field: `post[body]`, `items.name`, `answers[3]`. Readings of a request leave names encoded, too. */
const lastName = (name: string): string =>
  name
    .slice(-MAX_NAME)
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .split(/[.[\]]|%5[bd]/i)
    .findLast((part) => part !== '' && !HOLLOW.test(part)) ?? '';
