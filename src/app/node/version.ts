import { readFileSync } from 'node:fs';

const manifest = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { version: string; dependencies: { node: string } };

export const VERSION = manifest.version;

/** The runtime this version is tested with. */
export const PINNED_NODE = manifest.dependencies.node;
