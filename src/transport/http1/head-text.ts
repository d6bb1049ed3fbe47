import { HeaderList } from '../header-list.ts';
import type { Fields } from '../http-stream.ts';
import { isNameText, isValueText } from './characters.ts';

const NO_FIELDS = new HeaderList([], []);

/** A field with invalid characters, such as a line end. */
export class BadFieldError extends Error {
  readonly code = 'BAD_FIELD';

  constructor(name: string) {
    super(`the field ${JSON.stringify(name)} cannot be sent`);
  }
}

/**
 * Serializes fields. Each one is checked for line ends, which would allow response splitting. Fields that are in `received` as well, in
 * this order, were checked when they were parsed, and are copied from there.
 */
export function fieldLines(fields: Fields, received = NO_FIELDS): string {
  let text = '';
  // The range of received lines that is not copied yet: usually all of them at once.
  let from = 0;
  let to = 0;
  for (let at = 0; at < fields.length; at += 2) {
    const name = fields[at] as string; // pairs
    const value = fields[at + 1] as string;
    const same = received.indexOfLine(name, value, to);
    if (same === to) {
      to += 1;
      continue;
    }
    text += received.lines(from, to);
    from = same === -1 ? to : same;
    if (same === -1) text += lineOf(name, value);
    else to = same + 1;
  }
  return text + received.lines(from, to);
}

function lineOf(name: string, value: string): string {
  checkField(name, value);
  return `${name}: ${value}\r\n`;
}

/** Fields that many messages share. They are checked and serialized once. */
export class SharedFields {
  readonly fields: Fields;
  readonly lines: string;

  constructor(fields: Fields) {
    this.fields = fields;
    this.lines = fieldLines(fields);
  }
}

export function isContentLength(name: string): boolean {
  return name.length === 14 && name.toLowerCase() === 'content-length';
}

/** Throws if the name or the value has invalid characters. */
export function checkField(name: string, value: string): void {
  if (!isValueText(value) || !isNameText(name)) throw new BadFieldError(name);
}
