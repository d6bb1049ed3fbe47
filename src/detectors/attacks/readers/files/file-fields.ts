import type { InspectedValue } from '../../inspected-request.ts';

/** Names of arguments from which applications take the name of a file or page to read. */
const NAMES: ReadonlySet<string> = new Set([
  'f',
  'file',
  'files',
  'filename',
  'filepath',
  'file_name',
  'file_path',
  'path',
  'dir',
  'directory',
  'folder',
  'root',
  'document_root',
  'page',
  'pg',
  'p',
  'template',
  'tpl',
  'theme',
  'skin',
  'style',
  'layout',
  'view',
  'viewfile',
  'include',
  'inc',
  'require',
  'module',
  'mod',
  'load',
  'read',
  'open',
  'show',
  'download',
  'attachment',
  'doc',
  'document',
  'content',
  'body',
  'lang',
  'language',
  'locale',
  'log',
  'conf',
  'config',
  'resource',
  'src',
  'image',
  'img',
  'pdf',
  'action',
]);

/** Those from which the file is run as a part of the page. */
const INCLUDED =
  /^(?:include|inc|require|template|tpl|theme|skin|layout|view|module|mod|load|root|document_root)$/i;

/** Whether an application would run the file that a value names. */
export const includesFile = (value: InspectedValue): boolean => INCLUDED.test(lastName(value));

/** Whether a value is where applications expect the name of a file. */
export function namesFile(value: InspectedValue): boolean {
  return value.isName === true ? value.place === 'file' : NAMES.has(lastName(value));
}

function lastName({ name }: InspectedValue): string {
  const last = name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('[')) + 1);
  return last.replace(/\]$/, '').toLowerCase();
}
