import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** Smaller files gain less than the headers cost. */
const LEAST_BYTES = 1024;

const compressions = [
  { suffix: '.br', compress: promisify(brotliCompress) },
  { suffix: '.gz', compress: promisify(gzip) },
];

/** Writes compressed forms of the assets next to them, so that the server compresses nothing. */
function precompressed(): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const folder = join(dir, 'assets');
      const names = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name));
      await Promise.all(names.map((name) => compressFile(join(folder, name))));
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < LEAST_BYTES) return;
  await Promise.all(
    compressions.map(async ({ suffix, compress }) => {
      await writeFile(path + suffix, await compress(bytes));
    }),
  );
}

/** `npm run dashboard` serves the sources; the API of a node that runs beside it is below the same origin. */
const node = process.env['PALISADE_API'] ?? 'http://127.0.0.1:8787';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [precompressed()],
  // The server replaces it in each response, see src/http/website/website.ts.
  html: { cspNonce: '__CSP_NONCE__' },
  server: {
    proxy: { '/client/v4': { target: node, ws: true }, '/docs': node, '/openapi.json': node },
  },
  build: {
    target: 'es2024',
    outDir: 'dist',
    emptyOutDir: true,
    // An asset as a data URL would have to be allowed by the Content-Security-Policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Compression takes longer than bundling, as it should.
    rolldownOptions: {
      checks: { pluginTimings: false },
      // "use client" is for servers that render components.
      onLog: (level, log, report) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
});
