import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Website } from '../../http/website/website.ts';
import { API_BASE } from './api-base.ts';

const BUILD_COMMAND = 'npm run build';
const BUILT_FILES = fileURLToPath(new URL('../../../dashboard/dist', import.meta.url));

/** The dashboard at `/`. The other paths of a node have their own first segments. */
export function dashboardSite(folder = BUILT_FILES): Website {
  return new Website({
    folder,
    reserved: [API_BASE.split('/')[1] ?? '', 'docs', 'healthz', 'metrics', 'readyz'],
    buildCommand: BUILD_COMMAND,
  });
}

/** Where the dashboard of an API is, or how to build it if it is missing. */
export function dashboardAddress(apiUrl: string, folder = BUILT_FILES): string {
  const isBuilt = existsSync(join(folder, 'index.html'));
  return isBuilt ? `${apiUrl}/` : `not built yet: run "${BUILD_COMMAND}" in the folder of Palisade`;
}
