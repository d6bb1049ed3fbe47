/** The marks around blocks of code. */
const FENCES = [
  ['```', '```'],
  ['<pre', '</pre>'],
  ['<code', '</code>'],
  ['[code', '[/code]'],
] as const;
/** More blocks than texts of people have. */
const MAX_BLOCKS = 200;

/** Whether there is a block of code in a text. */
export const hasBlock = (text: string): boolean =>
  FENCES.some(([open, close]) => {
    const from = text.indexOf(open);
    return from !== -1 && text.includes(close, from + open.length);
  });

/** The blocks of code with several lines in a text. */
export function codeBlocks(text: string): readonly (readonly [start: number, end: number])[] {
  const blocks: [number, number][] = [];
  for (const [open, close] of FENCES) {
    for (let at = text.indexOf(open); at !== -1 && blocks.length < MAX_BLOCKS; ) {
      const end = text.indexOf(close, at + open.length);
      if (end === -1) break;
      if (text.slice(at, end).includes('\n')) blocks.push([at, end]);
      at = text.indexOf(open, end + close.length);
    }
  }
  return blocks;
}
