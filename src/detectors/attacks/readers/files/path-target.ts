import { assetExtensions } from '../../../../catalogs/attacks/words/file-extensions.ts';
import {
  secretSystemFiles,
  systemFolders,
} from '../../../../catalogs/attacks/words/system-files.ts';
import { restrictedName } from './restricted-name.ts';

/**
 * What a path leads to: a file of the system that attackers read, a file of the application that is not public, a
 * folder of the system, something that pages refer to, or anything else.
 */
export type PathTarget = 'secret' | 'restricted' | 'system' | 'asset' | 'other';

const proof = nameTester(secretSystemFiles.proof);
const other = nameTester(secretSystemFiles.other);
const system: ReadonlySet<string> = new Set(systemFolders);
const assets: ReadonlySet<string> = new Set(assetExtensions);
/** A NUL or a second extension cuts or hides the rest of a name. */
const REST = /(?:\0|%00|::)[\s\S]*$/;

/** `path` is in lower case, without a leading slash. */
export function pathTarget(path: string): PathTarget {
  const name = path.replace(REST, '');
  if (isSecretFile(name)) return 'secret';
  if (restrictedName(name.split('/')) !== undefined) return 'restricted';
  const [first = ''] = name.split('/', 1);
  if (system.has(first)) return 'system';
  const extension = name.slice(name.lastIndexOf('.') + 1);
  return assets.has(extension) || name === '' ? 'asset' : 'other';
}

/** Whether a path from the root of the file system leads to a file that attackers read. */
export const isSecretFile = (path: string): boolean => proof(path) || other(path);

/** Whether hardly anybody else names the file. */
export const isProofFile = (path: string): boolean => proof(path);

function nameTester(names: readonly string[]): (path: string) => boolean {
  const files: ReadonlySet<string> = new Set(names.filter((name) => !name.endsWith('/')));
  const folders = names.filter((name) => name.endsWith('/'));
  return (path) => {
    const name = path.endsWith('/') ? path.slice(0, -1) : path;
    return (
      files.has(name) || folders.some((folder) => name.startsWith(folder) || `${name}/` === folder)
    );
  };
}
