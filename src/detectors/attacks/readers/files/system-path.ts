import type { ReadContext } from '../../attack-reader.ts';
import { dotSegments } from './dot-segments.ts';
import type { PathPiece } from './path-pieces.ts';
import { isSecretFile } from './path-target.ts';

/** From the root of a file system: a slash, a drive, a home folder, or a URL of a file. */
const ABSOLUTE = /^(?:file:\/{0,3})?(?:[a-z]:[/\\]|~?\/+|%systemroot%[/\\])/i;
const HOME_SECRET = /^~\/+\.(?:ssh|aws|bash_history|gnupg|kube|docker)\b/i;

/** Reports an absolute path of a file of the operating system that attackers read. */
export function readSystemPath(piece: PathPiece, isQuoted: boolean, context: ReadContext): void {
  const { text, start, isWhole } = piece;
  if (!ABSOLUTE.test(text)) return;
  const path = text.replace(/^file:\/*/i, '/').replace(/\0[\s\S]*$/, '');
  if (!isSecretFile(dotSegments(path).target) && !HOME_SECRET.test(text)) return;
  const isSearch = context.role === 'search';
  const strength = isQuoted ? 'weak' : isWhole && !isSearch ? 'clear' : 'likely';
  context.report('file-inclusion-system-file', strength, start, start + text.length);
}
