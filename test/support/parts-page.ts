import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';
import { tempFolder } from './temp-folder.ts';

const root = fileURLToPath(new URL('../../dashboard', import.meta.url));

/** The page of all parts of the dashboard, as fast as in the build that nodes serve, which does not have it. */
export async function servePartsPage(
  apiOrigin: string,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const folder = tempFolder();
  const built = { outDir: join(folder.path, 'dist'), emptyOutDir: true };
  const common = { root, mode: 'parts', logLevel: 'error', build: built } as const;
  await build(common);
  const proxy = { '/client/v4': apiOrigin };
  const server = await preview({ ...common, preview: { port: 0, proxy } });
  const [address = ''] = server.resolvedUrls?.local ?? [];
  return {
    url: `${address}#parts`,
    async close() {
      await server.close();
      folder.remove();
    },
  };
}
