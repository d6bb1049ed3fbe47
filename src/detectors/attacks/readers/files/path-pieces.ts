/** Characters that end a path within a text. A colon, a percent sign and a semicolon may belong to it. */
const isEnd = new Uint8Array(256);
for (const character of ' \t\r\n\v\f"\'`<>|&,()[]{}=?#*!$^') isEnd[character.charCodeAt(0)] = 1;

export interface PathPiece {
  readonly text: string;
  readonly start: number;
  /** Whether it is the whole value, apart from white space. */
  readonly isWhole: boolean;
}

/** Calls back for each run of characters that can be a path and has a slash or a backslash. */
export function forEachPath(text: string, visit: (piece: PathPiece) => void): void {
  const whole = text.trim().length;
  let start = 0;
  let isPath = false;
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : 0x20;
    if (isEnd[code] === 1) {
      if (isPath) {
        const piece = text.slice(start, at);
        visit({ text: piece, start, isWhole: piece.length === whole });
      }
      start = at + 1;
      isPath = false;
    } else if (code === 0x2f || code === 0x5c) isPath = true;
  }
}
