/** The main file of the shipping process, which has neither the database nor the settings. */
import { openSpool } from '../../bus/embedded/embedded-spool.ts';
import type { Dataset } from '../../catalogs/datasets/dataset.ts';
import { findDataset } from '../../catalogs/datasets/datasets.ts';
import type { ShippingChannel, ShippingConfig } from '../../contracts/shipping/shipping-channel.ts';
import { systemClock } from '../../kernel/clock.ts';
import { parseCidr } from '../../kernel/ip.ts';
import { PalisadeError } from '../../kernel/palisade-error.ts';
import { openLogBatch } from '../../logs/batches/open-log-batch.ts';
import { compileProgram } from '../../logs/compile-program.ts';
import type { Destination } from '../../outbound/destinations/destination.ts';
import type { AccessLog } from '../../shipping/access-log/access-log.ts';
import { observeJobs } from '../../shipping/job-metrics.ts';
import { openLedger } from '../../shipping/open-ledger.ts';
import { Shipping } from '../../shipping/shipping.ts';
import { shippingTelemetry } from '../../shipping/shipping-telemetry.ts';
import { runProcess } from './kit/run-process.ts';

runProcess<ShippingChannel>(async ({ config }, { telemetry: base, report, reportDiskFull }) => {
  const telemetry = shippingTelemetry(base, reportDiskFull);
  const clock = systemClock;
  const shipping = new Shipping({
    ledger: await openLedger(config.ledgerFile, clock, telemetry),
    report,
    deps: {
      clock,
      random: Math.random,
      telemetry,
      openSpool: (name) =>
        openSpool({
          folder: config.busFolder,
          topic: datasetNamed(name).topic,
          onError: telemetry.notRead,
        }),
      openBatch: (name, batch) => openLogBatch(datasetNamed(name), batch),
      compile: compileProgram,
      openDestination: destinationsOf(config),
    },
  });
  observeJobs(base.metrics, () => shipping.jobs, clock.now);
  let accessLog: AccessLog | undefined;
  if (config.accessLog) {
    const { openAccessLog } = await import('./open-access-log.ts');
    accessLog = openAccessLog(config.accessLog, config.busFolder, base);
  }
  return {
    update: (update) => (update.type === 'jobs' ? shipping.apply(update) : accessLog?.reopen()),
    serve: () => accessLog?.start(),
    async drain() {
      await Promise.all([shipping.drain(config.drainSeconds * 1000), accessLog?.stop()]);
    },
  };
});

/** The destinations are loaded with the first batch, which saves memory until then. */
function destinationsOf({
  outboundAllow,
  fileFolder,
  bucketCredentials,
}: ShippingConfig): (text: string) => Promise<Destination> {
  let opener: Promise<(text: string) => Destination> | undefined;
  const load = async () => {
    const { destinationOpener } = await import('../node/destination-opener.ts');
    const allow = outboundAllow.map(parseCidr).filter((cidr) => cidr !== undefined);
    return destinationOpener(
      { outboundAllow: allow, logFolder: fileFolder, logCredentials: bucketCredentials },
      systemClock,
    );
  };
  return async (text) => {
    opener ??= load().catch((error) => {
      // Files that cannot be read now may be readable when the batch is tried again.
      opener = undefined;
      throw error;
    });
    return (await opener)(text);
  };
}

function datasetNamed(name: string): Dataset {
  const dataset = findDataset(name);
  if (!dataset) throw new PalisadeError('unknown_dataset', `there is no dataset "${name}"`);
  return dataset;
}
