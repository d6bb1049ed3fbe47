const LOCAL_HEADER = 'PK\x03\x04';
/** Offsets in the local header of an entry (APPNOTE.TXT, section 4.3.7). */
const NAME_LENGTH = 26;
const NAME = 30;
const OUTSIDE = /(?:^|[/\\])\.\.[/\\]|^[/\\]|^[a-z]:/i;

/** Whether a ZIP archive has an entry that is unpacked into another folder. */
export function leavesFolder(content: string): boolean {
  if (!content.startsWith(LOCAL_HEADER)) return false;
  for (let at = 0; at !== -1; at = content.indexOf(LOCAL_HEADER, at + LOCAL_HEADER.length)) {
    const length =
      content.charCodeAt(at + NAME_LENGTH) + 256 * content.charCodeAt(at + NAME_LENGTH + 1);
    if (length > 0 && length < 512 && OUTSIDE.test(content.slice(at + NAME, at + NAME + length)))
      return true;
  }
  return false;
}
