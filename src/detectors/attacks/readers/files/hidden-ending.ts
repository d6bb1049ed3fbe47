import type { ReadContext } from '../../attack-reader.ts';
import type { PathPiece } from './path-pieces.ts';

/** A NUL ends the name for the operating system, before the extension that a filter demands. */
const NUL = /[\w/\\]\.?[\w-]*\0+(?:\.\w{1,5})?$/;
const MAX_ENDING = 80;
/** Streams of NTFS: the source of a script, or an attribute of a folder. */
const STREAM = /[\w-](?::[\w.-]*:\$(?:data|index_allocation)\b|:\$i30\b)/i;

export function readNulEnding(piece: PathPiece, { value, report }: ReadContext): void {
  const { text, start } = piece;
  if (!text.includes('\0') || !NUL.test(text.slice(-MAX_ENDING))) return;
  const isPath = text.includes('..') || text.startsWith('/') || value.place === 'path';
  report('traversal-nul', isPath ? 'clear' : 'likely', start, start + text.length);
}

export function readStream(text: string, isQuoted: boolean, { value, report }: ReadContext): void {
  const found = STREAM.exec(text);
  if (!found) return;
  const isPath = value.place === 'path' || value.place === 'file';
  const strength = isQuoted ? 'weak' : isPath ? 'clear' : 'likely';
  report('traversal-stream', strength, found.index, found.index + found[0].length);
}
