/** What an expression is known to give without running it. */
export type Constant = TextConstant | ListConstant;

interface TextConstant {
  readonly kind: 'text';
  readonly text: string;
  /** It was hidden: as codes, in base64, backwards and the like. */
  readonly isDecoded: boolean;
  /** Pieces in the source that it was put together from. */
  readonly pieces: number;
}

export interface ListConstant {
  readonly kind: 'list';
  readonly items: readonly string[];
  readonly isDecoded: boolean;
  readonly isNumeric: boolean;
}

/** Longer texts are not put together: memory stays in proportion to the script. */
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
