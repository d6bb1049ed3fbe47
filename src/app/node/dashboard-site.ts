import { fileURLToPath } from 'node:url';
import { Website } from '../../http/website/website.ts';
import { API_BASE } from './api-base.ts';

const BUILT_FILES = fileURLToPath(new URL('../../../dashboard/dist', import.meta.url));

/** The dashboard at `/`. The other paths of a node have their own first segments. */
export function dashboardSite(folder = BUILT_FILES): Website {
  return new Website({
    folder,
    reserved: [API_BASE.split('/')[1] ?? '', 'docs', 'healthz', 'metrics', 'readyz'],
    buildCommand: 'npm run build',
  });
}
