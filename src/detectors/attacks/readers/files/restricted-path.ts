import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import { codeHostingSegments } from '../../../../catalogs/attacks/words/restricted-paths.ts';
import type { ReadContext } from '../../attack-reader.ts';
import { namesFile } from './file-fields.ts';
import { type RestrictedName, restrictedName } from './restricted-name.ts';

const hosting: ReadonlySet<string> = new Set(codeHostingSegments);
/** Headers from which servers take another path than that of the request line. */
const PATH_HEADERS: ReadonlySet<string> = new Set([
  'x-original-url',
  'x-rewrite-url',
  'x-forwarded-uri',
]);
const MAX_PATH = 2000;

/** Reports paths of files and pages that no honest client requests. */
export function readRestrictedPath(text: string, context: ReadContext): void {
  const { value, report } = context;
  const isPath =
    value.place === 'path' || (value.place === 'header' && PATH_HEADERS.has(value.name));
  if (!isPath && !isPathLike(text, context)) return;
  const segments = segmentsOf(text);
  const found = restrictedName(segments);
  if (found)
    report(
      found.sign,
      isPath ? strengthInPath(found, segments) : strengthInValue(found, context),
      0,
      text.length,
    );
}

/** A value that is a path as a whole. */
function isPathLike(text: string, { value }: ReadContext): boolean {
  if (text.length > MAX_PATH || /[\s<>"'()]/.test(text) || text.includes('://')) return false;
  return text.startsWith('/') || namesFile(value) || /^(?:web|portal)-inf[/\\]/i.test(text);
}

function segmentsOf(text: string): readonly string[] {
  const path = text
    .slice(0, MAX_PATH)
    .toLowerCase()
    .replace(/[?#\0][\s\S]*$/, '');
  return path
    .split(/[/\\]/)
    .map((segment) => segment.replace(/;.*$|[. ]+$/, ''))
    .filter((segment) => segment !== '' && segment !== '.');
}

function strengthInPath({ strength }: RestrictedName, segments: readonly string[]): Strength {
  // Sites that show source code have pages about such files.
  return segments.some((segment) => hosting.has(segment)) ? 'weak' : strength;
}

/** Editors of code, listings and links name such files, so only those that servers never show are telling. */
function strengthInValue(
  { sign, strength }: RestrictedName,
  { value, views }: ReadContext,
): Strength {
  if (strength !== 'clear' || value.place === 'header') return 'weak';
  const isHidden = views.length > 0 && sign === 'restricted-file-server';
  if (isHidden) return 'clear';
  return namesFile(value) || (sign === 'restricted-file-server' && value.place === 'query')
    ? 'likely'
    : 'weak';
}
