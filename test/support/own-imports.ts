import { registerHooks } from 'node:module';

/**
 * Loaded first by all processes of a run: finds what our files, and those of the library with the most files, import from
 * each other without looking at the disk. These imports name the file with its extension, and there are thousands of them
 * in a node: to look for links, folders and `package.json` at each takes a fifth of the time until everything is loaded.
 */
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context;
    const format = specifier.startsWith('.') ? formatOf(specifier, parentURL) : undefined;
    if (format === undefined) return next(specifier, context);
    let folder = parentFolder(parentURL);
    let path = specifier.startsWith('./') ? specifier.slice(2) : specifier;
    for (; path.startsWith('../'); path = path.slice(3)) folder = parentFolder(folder);
    return { url: `${folder}/${path}`, format, shortCircuit: true };
  },
});

function formatOf(specifier: string, parentUrl: string): string | undefined {
  if (!parentUrl.startsWith('file:')) return undefined;
  if (specifier.endsWith('.ts')) return 'module-typescript';
  return parentUrl.includes('/kysely/dist/esm/') ? 'module' : undefined;
}

function parentFolder(url: string): string {
  return url.slice(0, url.lastIndexOf('/'));
}
