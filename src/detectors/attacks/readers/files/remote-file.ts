import type { ReadContext } from '../../attack-reader.ts';
import { includesFile, namesFile } from './file-fields.ts';

/** The name of a script under a foreign name, so that the server that keeps it does not run it itself. */
const SCRIPT =
  /^\s*(?:(?:https?|ftps?):)?\/\/[^\s?#]+\.(?:txt|inc|dat|log|php\d?|asp|gif|jpe?g|png)(\?*)\s*(?:\0.*)?$/i;
const MAX_ADDRESS = 2000;
const CODE = /\.(?:txt|inc|dat|log)(?:\?*|\0.*)$/i;
const SHARE = /^\s*\\\\[\w.-]+\\[\w$.-]+/;

/** Reports addresses of other hosts where an application expects one of its own files. */
export function readRemoteFile(text: string, { value, report }: ReadContext): void {
  if (text.length > MAX_ADDRESS || !namesFile(value)) return;
  const found = SCRIPT.exec(text);
  if (found) {
    // The question mark turns what the application appends into a query.
    const isCut = found[1] !== '' || text.includes('\0');
    const isPage = /\.(?:php\d?|asp)(?:\?*|\0.*)$/i.test(text);
    if (isCut && !isPage) report('file-inclusion-remote', 'clear', 0, text.length);
    else if (CODE.test(text) || (isPage && includesFile(value))) {
      report('file-inclusion-remote', 'likely', 0, text.length);
    } else if (isPage) report('file-inclusion-remote', 'weak', 0, text.length);
  }
  if (SHARE.test(text)) report('file-inclusion-share', 'likely', 0, text.length);
}
