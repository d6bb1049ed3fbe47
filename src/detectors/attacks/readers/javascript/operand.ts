/**
 * What an expression has come to so far. `text` is the value of a string, template, regular expression or number, the
 * known beginning of another value, or the last name of a path such as `window.document.cookie`, whose first name is
 * `root`.
 */
export interface Operand {
  readonly kind: 'none' | 'text' | 'regex' | 'number' | 'path' | 'other';
  readonly text: string;
  readonly root: string;
  /** The name before the last one of a path. */
  readonly owner: string;
  /** Whether the last name was computed or written with escapes. */
  readonly isComputed: boolean;
}

export const NOTHING: Operand = {
  kind: 'none',
  text: '',
  root: '',
  owner: '',
  isComputed: false,
};
export const OTHER: Operand = { ...NOTHING, kind: 'other' };

const MAX_TEXT = 200;

export const literal = (kind: 'text' | 'regex' | 'number' | 'other', text: string): Operand => ({
  kind,
  text: text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text,
  root: '',
  owner: '',
  isComputed: false,
});

export const path = (root: string, isComputed: boolean): Operand => ({
  kind: 'path',
  text: root,
  root,
  owner: '',
  isComputed,
});

export const member = (object: Operand, name: string, isComputed: boolean): Operand => ({
  kind: 'path',
  text: name,
  root: object.kind === 'path' ? object.root : '?',
  owner: object.kind === 'path' ? object.text : '?',
  isComputed,
});

/** `left + right`, as far as it is known. */
export function joined(left: Operand, right: Operand): Operand {
  if (left.kind === 'none') return right;
  if (right.kind === 'none') return left;
  const isKnown = isText(left) && isText(right);
  if (isKnown) return literal('text', left.text + right.text);
  return isText(left) || left.kind === 'other' ? literal('other', left.text) : OTHER;
}

const isText = ({ kind }: Operand): boolean => kind === 'text' || kind === 'number';
