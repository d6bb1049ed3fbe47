/** A value of an expression that is known without running the script. */
export type Constant = TextConstant | ListConstant;

interface TextConstant {
  readonly kind: 'text';
  readonly text: string;
  /** The source hides it: as character codes, in base64, reversed. */
  readonly isDecoded: boolean;
  /** Number of strings in the source that it is concatenated from. */
  readonly pieces: number;
  /** Known only because the script was traced. */
  readonly isTraced?: boolean;
}

export interface ListConstant {
  readonly kind: 'list';
  readonly items: readonly string[];
  readonly isDecoded: boolean;
  readonly isNumeric: boolean;
}

/** Longer strings are not built, so that memory stays in proportion to the script. */
export const MAX_CHARACTERS = 400_000;

export const textConstant = (
  text: string,
  isDecoded = false,
  pieces = 1,
): TextConstant | undefined =>
  text.length > MAX_CHARACTERS ? undefined : { kind: 'text', text, isDecoded, pieces };

export const listConstant = (
  items: readonly string[],
  isDecoded = false,
  isNumeric = false,
): ListConstant => ({ kind: 'list', items, isDecoded, isNumeric });

export function constantSize(constant: Constant): number {
  if (constant.kind === 'text') return constant.text.length;
  return constant.items.reduce((sum, item) => sum + item.length + 1, 0);
}
