import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import type { ReadContext } from '../../attack-reader.ts';
import { type DotSegments, dotSegments } from './dot-segments.ts';
import { namesFile } from './file-fields.ts';
import type { PathPiece } from './path-pieces.ts';
import { type PathTarget, pathTarget } from './path-target.ts';

/** More levels than a page needs to reach its assets. */
const DEEP = 4;
/** A name with dots behind it, which an alias without a slash at its end turns into a dot segment. */
const ALIAS = /(?:^|\/)[\w-]+\.\.\/(?=.)/;

export interface PathEvidence {
  /** Whether the piece is shown or talked about rather than used. */
  readonly isQuoted: boolean;
  /** Whether dot segments show only after decoding that is not usual in this place. */
  readonly isEncoded: boolean;
}

/** Reports dot segments that lead out of the folder in which a path starts. */
export function readTraversal(
  piece: PathPiece,
  { isQuoted, isEncoded }: PathEvidence,
  context: ReadContext,
): void {
  if (!piece.text.includes('..') || !context.budget.take(2 * piece.text.length)) return;
  const dots = dotSegments(piece.text);
  const isPath = context.value.place === 'path';
  const isUsed = isPath || piece.isWhole;
  const report: Report = (sign, strength) => {
    const seen = isQuoted ? 'weak' : isUsed ? strength : lower(strength);
    context.report(sign, seen, piece.start, piece.start + piece.text.length);
  };
  if (isPath && ALIAS.test(piece.text)) report('traversal-alias', 'likely');
  if (dots.ups === 0) return;
  if (dots.hasParameter && (isPath || dots.escapes > 0)) report('traversal-parameter', 'clear');
  if (dots.isDoubled) report('traversal-doubled', dots.ups > 1 ? 'clear' : 'likely');
  const target = pathTarget(dots.target);
  // Encoded dots in the request path stay within the site only for servers that do not decode them.
  if (dots.escapes > 0 || target === 'secret' || (isPath && isEncoded)) {
    reportEscape(dots, target, { report, context, isEncoded });
  }
}

type Report = (sign: Parameters<ReadContext['report']>[0], strength: Strength) => void;

const lower = (strength: Strength): Strength => (strength === 'clear' ? 'likely' : 'weak');

interface Escape {
  readonly report: Report;
  readonly context: ReadContext;
  readonly isEncoded: boolean;
}

function reportEscape(
  dots: DotSegments,
  target: PathTarget,
  { report, context, isEncoded }: Escape,
): void {
  const isAsset = target === 'asset';
  report('traversal-dots', dotsStrength(dots, target, context));
  if (leadsToSecret(target, dots)) report('traversal-target', 'clear');
  if (dots.escapes >= DEEP) report('traversal-depth', isAsset ? 'weak' : 'likely');
  if (dots.hasBackslash)
    report('traversal-backslash', isAsset || dots.ups === 1 ? 'weak' : 'likely');
  if (isEncoded) {
    const isSure = (context.value.place === 'path' || dots.escapes > 1) && !isAsset;
    report('traversal-encoded', isSure ? 'clear' : 'likely');
  }
}

const leadsToSecret = (target: PathTarget, { escapes }: DotSegments): boolean =>
  target === 'secret' || target === 'restricted' || (target === 'system' && escapes > 1);

function dotsStrength(
  { escapes }: DotSegments,
  target: PathTarget,
  { value }: ReadContext,
): Strength {
  if (target === 'secret' || target === 'restricted') return 'clear';
  if (target === 'asset') return 'weak';
  if (value.place === 'path') return target === 'system' ? 'clear' : 'likely';
  if (target === 'system' && escapes > 1) return 'clear';
  if (namesFile(value)) return escapes > 1 ? 'likely' : 'weak';
  const isDocument = value.place === 'json' || value.place === 'xml';
  return escapes > 2 && !isDocument ? 'likely' : 'weak';
}
