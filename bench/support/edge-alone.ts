import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { EdgeSupervisor } from '../../src/app/processes/edge-supervisor.ts';
import type { SnapshotUpdate } from '../../src/contracts/snapshot/snapshot-update.ts';
import { freePort } from '../../test/support/free-port.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { testEdgeConfig } from '../../test/support/test-edge.ts';
import { type Probe, probeSettings } from './probe.ts';

/** An edge process that this process supervises. */
export interface EdgeAlone {
  readonly pid: number;
  readonly url: string;
  /** The folder for the reports of its probe. */
  readonly folder: string;
  /** Sends an update; resolves when it has taken effect. */
  apply(update: SnapshotUpdate): Promise<void>;
  stop(): Promise<void>;
}

/** Starts an edge process as a node does, without a node: traffic and updates come from here. */
export async function startEdgeAlone(snapshot: SnapshotUpdate, probe: Probe): Promise<EdgeAlone> {
  const folder = tempFolder();
  const settings = probeSettings(probe, folder.path);
  const port = await freePort();
  let pid = 0;
  Object.assign(process.env, settings);
  const edge = new EdgeSupervisor({
    workers: 1,
    config: {
      ...testEdgeConfig,
      port,
      busFolder: join(folder.path, 'bus'),
      credentialsFolder: join(folder.path, 'credentials'),
    },
    currentSnapshot: () => snapshot,
    logging: { logLevel: 'error', prettyLogs: false },
    telemetry: {
      started: (_slot, started) => {
        pid = started ?? 0;
      },
      serving: () => {},
      ended: () => {},
    },
  });
  await edge.start();
  return {
    pid,
    url: `http://127.0.0.1:${port}`,
    folder: folder.path,
    async apply(update) {
      edge.publish(update);
      while (edge.states[0]?.revision !== update.revision) await wait(5);
    },
    async stop() {
      await edge.stop();
      for (const name of Object.keys(settings)) delete process.env[name];
      folder.remove();
    },
  };
}
