export interface FileContentKind {
  /** Position of code that a web server would run; -1 without any. */
  readonly codeAt: number;
  /** Whether the code reads data, runs commands or writes files. */
  readonly isDangerous: boolean;
  /** Whether the content begins as an image or document. */
  readonly hasMagic: boolean;
  /** Whether it begins as a program or script. */
  readonly isProgram: boolean;
  /** Whether it has settings that make a server run other files. */
  readonly isSettings: boolean;
}

/** The first bytes of images, documents, archives and recordings. */
const MAGIC = [
  'GIF87a',
  'GIF89a',
  '\x89PNG',
  '\xff\xd8\xff',
  '%PDF-',
  'BM',
  'II*\0',
  'MM\0*',
  'RIFF',
  '\0\0\x01\0',
  'PK\x03\x04',
  'ID3',
  'Rar!',
  '7z\xbc',
];
/** Of the formats of recordings, behind a length of four bytes. */
const BOX = 'ftyp';
const PROGRAM = /^(?:MZ[\s\S]{2}|\u007fELF|#!\s{0,4}\/|\xca\xfe\xba\xbe)/;
const SETTINGS =
  /^\s{0,20}(?:addtype|addhandler|sethandler|php_value|php_flag|<filesmatch|<files)\s[^\n]{0,200}(?:php|cgi|server-parsed|auto_|engine)|^\s{0,20}auto_(?:prepend|append)_file\s{0,9}=/im;
/** Opening tags of languages that web servers run. */
const OPENINGS = ['<?php', '<?=', '<%', '<jsp:', '<script', '<?\n', '<? ', '<?\r', '<#', '<cf'];
/** The characters behind the angle bracket of an opening. */
const SECOND = /[?%#jsc]/i;
/** What must follow an opening to be code and no chance in a binary file. */
const CODE =
  /^(?:<\?php[\s/(]|<\?=\s{0,9}[`$\w(@'"]{3}|<\?\s{1,9}(?:system|eval|exec|passthru|echo|include|require|assert|@|\$_)|<%@\s{0,9}(?:page|import|include|language|webhandler|assembly)|<%[!=]?\s{0,20}(?:\w{2,30}[.( ]\s{0,4}[\w"(<[]|[a-z.]{2,40}\s{0,4}=)|<jsp:[a-z]|<script[^>]{0,80}(?:runat\s{0,4}=|language\s{0,4}=\s{0,4}["']?php)|<cf(?:execute|file|script)\b)/i;
const DANGEROUS =
  /\b(?:eval|assert|system|exec|shell_exec|passthru|popen|proc_open|pcntl_exec|create_function|base64_decode|gzinflate|str_rot13|call_user_func(?:_array)?|array_map|preg_replace|move_uploaded_file|file_put_contents|file_get_contents|fwrite|readfile|include|require|include_once|require_once|execute|executeglobal|createobject|getruntime|processbuilder|classloader|defineclass|getparameter|assembly\.load|process\.start)\b|\$_(?:get|post|request|cookie|server|files)\b|\brequest\s{0,4}[[(]|`[^`\n]{1,100}`|cmd(?:\.exe)?\s{0,4}\/c/i;
/** Code is looked at this far. */
const MAX_CODE = 4000;

/** What an uploaded file contains, whatever its name says. */
export function fileContentKind(content: string): FileContentKind {
  const codeAt = findCode(content);
  return {
    codeAt,
    isDangerous: codeAt !== -1 && DANGEROUS.test(content.slice(codeAt, codeAt + MAX_CODE)),
    hasMagic: MAGIC.some((magic) => content.startsWith(magic)) || content.startsWith(BOX, 4),
    isProgram: PROGRAM.test(content.slice(0, 16)),
    isSettings: SETTINGS.test(content.slice(0, MAX_CODE)),
  };
}

/** Looks at each tag only, so that binary files cost one pass. */
function findCode(content: string): number {
  for (let at = content.indexOf('<'); at !== -1; at = content.indexOf('<', at + 1)) {
    if (!SECOND.test(content.charAt(at + 1))) continue;
    const start = content.slice(at, at + 8).toLowerCase();
    if (!OPENINGS.some((opening) => start.startsWith(opening))) continue;
    if (CODE.test(content.slice(at, at + 160))) return at;
  }
  return -1;
}
