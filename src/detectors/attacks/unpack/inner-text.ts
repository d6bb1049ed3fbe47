import type { ValueEncoding } from '../inspected-request.ts';

/** A text within a value; `name` is relative to the value. */
export interface InnerText {
  readonly name: string;
  readonly text: string;
  readonly isName?: boolean;
  readonly encoding?: ValueEncoding;
}
