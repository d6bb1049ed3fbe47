/** The main file of an edge process, which has neither the database nor the settings. */
import { ThreadedPublisher } from '../../bus/embedded/threaded-publisher.ts';
import type { EdgeChannel } from '../../contracts/edge-channel.ts';
import type { SnapshotMessage } from '../../contracts/snapshot/snapshot-message.ts';
import { openCredentialStores } from '../../detectors/credentials/credential-folder.ts';
import { GeoipFiles } from '../../detectors/geoip/geoip-files.ts';
import { connectionTelemetry } from '../../edge/connection-telemetry.ts';
import { Edge } from '../../edge/edge.ts';
import { type EdgeTelemetry, edgeTelemetry } from '../../edge/edge-telemetry.ts';
import { droppedMetric } from '../node/bus-telemetry.ts';
import { runProcess } from './kit/run-process.ts';

/** How often the folder of leaked credentials is checked for changes. */
const CREDENTIALS_MS = 10_000;

/** How often MMDB files are checked for changes. */
const GEOIP_MS = 5_000;

/** How often edge processes exchange counters and spent challenges. */
const PEER_UPDATES_MS = 250;

runProcess<EdgeChannel>(async ({ config }, { name, telemetry: base, report, reportDiskFull }) => {
  const telemetry = edgeTelemetry(base);
  const bus = new ThreadedPublisher({
    folder: config.busFolder,
    writer: name,
    spool: config.spool,
    onError(error) {
      if (!reportDiskFull(error)) telemetry.busFailed(error);
    },
  });
  base.metrics.observableGauge({
    ...droppedMetric,
    read: () => bus.dropped().map(({ topic, count }) => ({ labels: { topic }, value: count })),
  });
  const leaks = await openCredentialStores(config.credentialsFolder);
  const locations = await openLocations(config.geoipFiles, telemetry);
  const edge = new Edge({
    config,
    publisher: bus,
    credentials: leaks.store,
    locations,
    telemetry,
    askRates: (id, questions) => report({ type: 'rates', id, questions }),
  });
  connectionTelemetry(base.metrics, edge);
  const watch = setInterval(() => {
    leaks.refresh().catch(telemetry.credentialsFailed);
  }, CREDENTIALS_MS);
  if (locations) setInterval(() => void locations.refresh(), GEOIP_MS).unref();
  setInterval(() => {
    const updates = edge.drainUpdates();
    if (updates) report({ type: 'peers', updates });
  }, PEER_UPDATES_MS).unref();
  const hasZones = Promise.withResolvers<void>();
  async function apply(part: SnapshotMessage): Promise<void> {
    await edge.apply(part);
    if (part.hasMore) return;
    const { revision, problems } = edge.snapshots;
    report({ type: 'applied', revision, problems });
    hasZones.resolve();
  }
  return {
    async update(update) {
      if (update.type === 'peers') return edge.merge(update.updates);
      if (update.type === 'rates') return edge.receiveRates(update.id, update.answers);
      if (update.type === 'reload') {
        await Promise.all([edge.reload(), locations?.refresh()]);
        return;
      }
      if (update.type === 'fetch') {
        const { id, request } = update;
        // Not awaited, so that further updates are not delayed.
        void edge.fetch(request).then((result) => report({ type: 'fetched', id, result }));
        return;
      }
      await apply(update.part).catch((error) => {
        telemetry.updateFailed(error);
        hasZones.reject(error);
      });
    },
    async serve() {
      await hasZones.promise;
      await edge.listen();
      telemetry.serving(edge.ports);
    },
    async drain(isReplaced) {
      telemetry.draining();
      clearInterval(watch);
      await edge.drain(isReplaced);
      leaks.close();
      await bus.close();
    },
  };
});

/** Undefined if no file is configured, so that requests skip the lookup. */
async function openLocations(
  paths: readonly string[],
  telemetry: EdgeTelemetry,
): Promise<GeoipFiles | undefined> {
  if (paths.length === 0) return undefined;
  const locations = new GeoipFiles(paths, telemetry);
  await locations.refresh();
  return locations;
}
