import type { AttackSign } from '../../../../catalogs/attacks/attack-signs.ts';
import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import type { ReadContext } from '../../attack-reader.ts';
import { namesFile } from './file-fields.ts';
import { isSecretFile } from './path-target.ts';

const SCHEME =
  /(?<![\w.+-])(php|data|expect|phar|zip|rar|ogg|glob|compress\.(?:zlib|bzip2)|ssh2\.(?:shell|exec|tunnel|sftp|scp)|jar|netdoc|file):/gi;
/** Longer runs of wrappers in one value are no more telling. */
const MAX_WRAPPERS = 20;

interface Wrapper {
  readonly scheme: string;
  /** Behind the colon. */
  readonly rest: string;
}

interface Judged {
  readonly sign: AttackSign;
  readonly strength: Strength;
}

/** Reports addresses by which interpreters read files, requests and archives, or run commands. */
export function readWrappers(text: string, isQuoted: boolean, context: ReadContext): void {
  const beginning = text.length - text.trimStart().length;
  let count = 0;
  for (const found of text.matchAll(SCHEME)) {
    count += 1;
    if (count > MAX_WRAPPERS) return;
    const behind = found.index + found[0].length;
    const rest = text.slice(behind, behind + 300);
    const judged = judge({ scheme: (found[1] ?? '').toLowerCase(), rest }, context);
    if (judged === undefined) continue;
    const isWhole = found.index === beginning;
    const strength = isQuoted ? 'weak' : isWhole ? judged.strength : lower(judged.strength);
    const end = behind + (/^[^\s"'<>]*/.exec(rest)?.[0].length ?? 0);
    context.report(judged.sign, strength, found.index, end);
    if (/convert\.(?:base64|iconv|quoted)|string\.(?:rot13|strip)|\bresource=/i.test(rest)) {
      context.report('file-inclusion-filter', strength, found.index, end);
    }
  }
}

const lower = (strength: Strength): Strength => (strength === 'clear' ? 'likely' : 'weak');

function judge({ scheme, rest }: Wrapper, context: ReadContext): Judged | undefined {
  const isAddress = /^\/\/[^\s/]/.test(rest);
  if (scheme === 'glob' && /^\/\/\S/.test(rest)) {
    return { sign: 'file-inclusion-php-stream', strength: 'likely' };
  }
  if (scheme === 'php') {
    const isStream = /^\/\/(?:filter|input|stdin|memory|temp|fd|output)\b/i.test(rest);
    return isStream ? { sign: 'file-inclusion-php-stream', strength: 'clear' } : undefined;
  }
  if (scheme === 'expect' || scheme.startsWith('ssh2')) {
    return isAddress ? { sign: 'file-inclusion-command', strength: 'clear' } : undefined;
  }
  if (scheme === 'data') return dataWrapper(rest, context);
  if (scheme === 'file') return fileAddress(rest, context);
  if (scheme === 'jar' || scheme === 'netdoc') {
    const isNested = /^(?:file|https?|ftp):/i.test(rest) || scheme === 'netdoc';
    return isNested ? { sign: 'file-inclusion-archive', strength: 'clear' } : undefined;
  }
  return isAddress
    ? { sign: 'file-inclusion-archive', strength: archiveStrength(scheme) }
    : undefined;
}

const archiveStrength = (scheme: string): Strength =>
  scheme === 'phar' || scheme.startsWith('compress') ? 'clear' : 'likely';

/** Pages embed images as `data:`; where a file is named, its content would be included. */
function dataWrapper(rest: string, context: ReadContext): Judged | undefined {
  const sign = 'file-inclusion-data';
  if (/^\/\/[\w/+.-]*[;,]/.test(rest)) return { sign, strength: 'clear' };
  const isCode = /^(?:text\/(?:plain|x-php)|application\/x-(?:httpd-)?php)?(?:;[^,]{0,60})?,/i.test(
    rest,
  );
  return isCode && namesFile(context.value) ? { sign, strength: 'likely' } : undefined;
}

function fileAddress(rest: string, context: ReadContext): Judged | undefined {
  const sign = 'file-inclusion-file-address';
  if (!rest.startsWith('/')) return undefined;
  const path = rest.replace(/^\/+(?:localhost(?=\/))?\/*(?:[a-z]:\/)?/i, '');
  const [name = ''] = path.toLowerCase().split(/[\0?#"'<>\s]/, 1);
  if (isSecretFile(name)) return { sign, strength: 'clear' };
  // Browsers and applications report errors in local files.
  const { place } = context.value;
  const isTarget = context.role === 'url' || namesFile(context.value) || place === 'path';
  return { sign, strength: isTarget && !/^\/+[a-z]:/i.test(rest) ? 'likely' : 'weak' };
}
