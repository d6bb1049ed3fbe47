import type { Fields } from '../http-stream.ts';
import { isNameText, isValueText } from './characters.ts';

/** A field that would end its line, or the head. */
export class BadFieldError extends Error {
  readonly code = 'BAD_FIELD';

  constructor(name: string) {
    super(`the field ${JSON.stringify(name)} cannot be sent`);
  }
}

/** The lines of these fields. Whoever could write a line end into one of them could write a response of their own. */
export function fieldLines(fields: Fields): string {
  let text = '';
  for (let at = 0; at < fields.length; at += 2) {
    const name = fields[at] as string; // pairs
    const value = fields[at + 1] as string;
    checkField(name, value);
    text += `${name}: ${value}\r\n`;
  }
  return text;
}

/** Fields that many messages have in common. They are checked and written once. */
export class SharedFields {
  readonly fields: Fields;
  readonly lines: string;

  constructor(fields: Fields) {
    this.fields = fields;
    this.lines = fieldLines(fields);
  }
}

/** Throws what would be more than one field. */
export function checkField(name: string, value: string): void {
  if (!isValueText(value) || !isNameText(name)) throw new BadFieldError(name);
}
