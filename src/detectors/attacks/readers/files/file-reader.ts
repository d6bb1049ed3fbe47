import type { AttackReader, ReadContext } from '../../attack-reader.ts';
import { decodeForm } from '../../views/decode-form.ts';
import { fileTriggers } from './file-triggers.ts';
import { readNulEnding, readStream } from './hidden-ending.ts';
import { forEachPath } from './path-pieces.ts';
import { readRemoteFile } from './remote-file.ts';
import { readRestrictedPath } from './restricted-path.ts';
import { readSystemPath } from './system-path.ts';
import { readTraversal } from './traversal.ts';
import { readWrappers } from './wrappers.ts';

const WORD = /(?:^|[ \t])[A-Za-z\x80-\xff]{2,20}[,.:;!?]?(?=[ \t]|$)/g;
const MIN_WORDS = 4;
const MAX_SENTENCE = 400;

/** Reads a value as a path of a file or a wrapper around one. */
export const fileReader: AttackReader = {
  name: 'files',
  triggers: fileTriggers,
  read(text, context) {
    const { value, role } = context;
    // The contents of a file may be anything; its name is a value of its own.
    if (value.place === 'file' && value.isName !== true) return;
    const isQuoted = role === 'prose' || role === 'markup' || role === 'code' || isSentence(text);
    const isEncoded = showsOnlyDecoded(text, context);
    forEachPath(text, (piece) => {
      readTraversal(piece, { isQuoted, isEncoded }, context);
      readSystemPath(piece, isQuoted, context);
    });
    if (text.includes('\0')) readNulEnding(text, context);
    if (text.includes(':')) readWrappers(text, isQuoted, context);
    if (text.includes('$')) readStream(text, isQuoted, context);
    if (!isQuoted) {
      readRemoteFile(text, context);
      readRestrictedPath(text, context);
    }
  },
};

/** Applications open a value as a whole; in a sentence a path is only talked about. */
const isSentence = (text: string): boolean =>
  (text.slice(0, MAX_SENTENCE).match(WORD)?.length ?? 0) >= MIN_WORDS;

/** Whether the text has dot segments that a server sees only if it decodes the value more often than usual. */
function showsOnlyDecoded(text: string, { value, views }: ReadContext): boolean {
  const isPath = value.place === 'path';
  if (!isPath && views.length === 0) return false;
  const usual = isPath ? value.text : decodeForm(value.text, value.encoding);
  return countUps(usual) < countUps(text);
}

function countUps(text: string): number {
  let count = 0;
  for (let at = text.indexOf('..'); at !== -1; at = text.indexOf('..', at + 2)) {
    const next = text.charAt(at + 2);
    if (next === '/' || next === '\\' || next === ';' || next === '') count += 1;
  }
  return count;
}
