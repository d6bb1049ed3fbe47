import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import { systemFolders } from '../../../../catalogs/attacks/words/system-files.ts';
import type { ReadContext } from '../../attack-reader.ts';
import { dotSegments } from './dot-segments.ts';
import { namesFile } from './file-fields.ts';
import type { PathPiece } from './path-pieces.ts';
import { isProofFile, isSecretFile } from './path-target.ts';
import { restrictedName } from './restricted-name.ts';

const system: ReadonlySet<string> = new Set([...systemFolders, 'users', 'srv']);

/** From the root of a file system: a slash, a drive, a home folder, or a URL of a file. */
const ABSOLUTE = /^(?:file:\/{0,3})?(?:[a-z]:[/\\]|~\w{0,30}\/+|\/+|%systemroot%[/\\])/i;
const HOME_SECRET = /^~\w{0,30}\/+\.(?:ssh|aws|bash_history|gnupg|kube|docker)\b/i;

/** Reports an absolute path of a file of the operating system that attackers read. */
export function readSystemPath(piece: PathPiece, isQuoted: boolean, context: ReadContext): void {
  const { text, start, isWhole } = piece;
  if (!ABSOLUTE.test(text)) return;
  const path = text.replace(/^file:\/*/i, '/').replace(/\0[\s\S]*$/, '');
  const strength = strengthOf(dotSegments(path).target, text, context);
  if (strength === undefined) return;
  const isUsed = isWhole && context.role !== 'search';
  const seen = isQuoted ? 'weak' : isUsed || strength === 'weak' ? strength : 'likely';
  context.report('file-inclusion-system-file', seen, start, start + text.length);
}

function strengthOf(target: string, text: string, { value }: ReadContext): Strength | undefined {
  if (isProofFile(target) || HOME_SECRET.test(text)) return 'clear';
  const [first = ''] = target.split('/', 1);
  if (!isSecretFile(target)) {
    if (!system.has(first)) return undefined;
    const known = restrictedName(target.split('/'));
    return known?.strength === 'clear' ? 'clear' : known && 'likely';
  }
  // Settings of machines and containers name such paths.
  const isDocument = value.place === 'json' || value.place === 'xml';
  return isDocument && !namesFile(value) ? 'weak' : 'likely';
}
