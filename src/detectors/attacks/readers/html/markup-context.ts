import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import type { Tag } from './html-tags.ts';
import type { MarkupReport } from './markup-report.ts';

export interface Position {
  readonly start: number;
  readonly end: number;
}

export interface ScanOptions {
  /** The most that findings can be: 'likely' where only some parsers see the markup. */
  readonly ceiling: Strength;
  readonly depth: number;
  /** Where findings are, for texts that are a part of the value. */
  readonly span?: Position;
}

/** What the rules for elements need of the scan that they are called from. */
export interface MarkupContext {
  readonly markup: MarkupReport;
  readonly options: ScanOptions;
  /** Reads markup in a part of the text, and returns the number of active findings in it. */
  nested(text: string, position: Position, ceiling: Strength): number;
  /** The tag, with the position that findings shall have. */
  spanned(tag: Tag): Tag;
}
