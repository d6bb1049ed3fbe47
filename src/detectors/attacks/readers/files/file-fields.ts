import type { InspectedValue } from '../../inspected-request.ts';

/** Names of arguments from which applications take the name of a file or page to read. */
const NAMES: ReadonlySet<string> = new Set([
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

/** Whether a value is where applications expect the name of a file. */
export function namesFile({ name, place, isName }: InspectedValue): boolean {
  if (isName === true) return place === 'file';
  const last = name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('[')) + 1);
  return NAMES.has(last.replace(/\]$/, '').toLowerCase());
}
