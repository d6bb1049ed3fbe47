import { isNodeRunning } from '../app/node/open-bus.ts';
import { type NodeFile, readNodeFile } from '../app/restart/node-file.ts';

/** The node that serves on a data folder at the moment, if there is one. */
export function ownNode(dataDir: string): NodeFile | undefined {
  return isNodeRunning(dataDir) ? readNodeFile(dataDir) : undefined;
}
