import type { ReadContext } from '../../attack-reader.ts';

/** A NUL ends the name for the operating system, before the extension that a filter demands. */
const NUL = /^[\w ./\\:~%;-]{0,300}[\w/\\][.\w-]{0,40}\0+(?:\.\w{1,5})?$/;
const MAX_NAME = 400;
/** Streams of NTFS: the source of a script, or an attribute of a folder. */
const STREAM = /[\w-](?::[\w.-]*:\$(?:data|index_allocation)\b|:\$i30\b)/i;

export function readNulEnding(text: string, { value, report }: ReadContext): void {
  // Binary formats have NULs too.
  if (value.place === 'body' || text.length > MAX_NAME || !NUL.test(text)) return;
  const hasFolders = text.includes('/') || text.includes('\\');
  if (!hasFolders && !/\.\w/.test(text)) return;
  report(
    'traversal-nul',
    hasFolders || value.place === 'file' ? 'clear' : 'likely',
    0,
    text.length,
  );
}

export function readStream(text: string, isQuoted: boolean, { value, report }: ReadContext): void {
  const found = STREAM.exec(text);
  if (!found) return;
  const isPath = value.place === 'path' || value.place === 'file';
  const strength = isQuoted ? 'weak' : isPath ? 'clear' : 'likely';
  report('traversal-stream', strength, found.index, found.index + found[0].length);
}
