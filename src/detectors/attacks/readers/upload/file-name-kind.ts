import {
  ambiguousCodeExtensions,
  mediaExtensions,
  serverCodeExtensions,
} from '../../../../catalogs/attacks/words/file-extensions.ts';
import { decodePercents } from '../../../../kernel/percent.ts';

export interface FileNameKind {
  /** Whether a web server would run the file, or take it for settings. */
  readonly isCode: boolean;
  /** Whether it could be something else under this name. */
  readonly isAmbiguous: boolean;
  /** Whether filters and servers read different extensions. */
  readonly isDisguised: boolean;
  /** Whether the last extension is one of images, documents and the like. */
  readonly isMedia: boolean;
  /** Whether the name leads into another folder. */
  readonly hasPath: boolean;
  readonly extension: string;
}

const code: ReadonlySet<string> = new Set(serverCodeExtensions);
const ambiguous: ReadonlySet<string> = new Set(ambiguousCodeExtensions);
const media: ReadonlySet<string> = new Set(mediaExtensions);
/** Names that servers read as settings. */
const SETTINGS = /^(?:\.htaccess|\.user\.ini|web\.config|\.htpasswd|php\.ini|authorized_keys)$/;
const MAX_NAME = 500;
/** What ends an extension for some systems: a NUL, a semicolon, a stream, a slash, white space, dots at the end. */
const HIDDEN_END = /[\0;:/ \t\r\n?*]|\.+$/;
const OUTSIDE = /(?:^|[/\\])\.\.[/\\]|^\/|^[a-z]:\/|^\\\\/i;

/** What the name of an uploaded file says, and what a server could make of it. */
export function fileNameKind(written: string): FileNameKind {
  const name = decodePercents(written.slice(0, MAX_NAME)).toLowerCase();
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1) || name;
  const [, ...parts] = base.split('.');
  const extensions = parts.map((part) => part.split(HIDDEN_END, 1)[0] ?? '');
  const plain = parts.at(-1) ?? '';
  const isCode = code.has(plain) || SETTINGS.test(base);
  const hidden = extensions.findIndex((extension) => code.has(extension));
  // `a.inc.jpg` and the like are ordinary; servers run what has two extensions only for these.
  const isDouble = hidden !== -1 && hidden < parts.length - 1 && isTelling(parts.slice(hidden));
  const isCut = hidden !== -1 && parts[hidden] !== extensions[hidden];
  const isEmpty = /\.\.[a-z]{2,4}$/.test(base) && media.has(plain);
  return {
    isCode,
    isAmbiguous: ambiguous.has(plain) || base === 'web.config' || base === 'authorized_keys',
    isDisguised: isDouble || isCut || isEmpty,
    isMedia: media.has(plain),
    hasPath: OUTSIDE.test(name),
    extension: plain,
  };
}

const isTelling = ([first = '', ...rest]: readonly string[]): boolean =>
  !['inc', 'cer', 'asa'].includes(first.split(HIDDEN_END, 1)[0] ?? '') &&
  rest.every(
    (part) => part.trim() === '' || media.has(part) || /^\d{1,3}$|^[a-z]{2}$|^\$data$/.test(part),
  );
