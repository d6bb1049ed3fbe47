import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { ShippingSupervisor } from '../../src/app/processes/shipping-supervisor.ts';
import { httpRequests } from '../../src/catalogs/datasets/http-requests.ts';
import type { ShippingReport } from '../../src/contracts/shipping/shipping-channel.ts';
import type { ShippingJob } from '../../src/contracts/shipping/shipping-job.ts';
import { resolveOutput } from '../../src/logs/output/resolve-output.ts';
import { BATCH_ACCOUNT } from './request-batches.ts';

/** A shipping process as in a node, over the bus in a folder. `started` is emitted with its process id. */
export function shippingProcess(folder: string, onReport: (report: ShippingReport) => void) {
  const events = new EventEmitter();
  const supervisor = new ShippingSupervisor({
    config: {
      busFolder: join(folder, 'bus'),
      ledgerFile: join(folder, 'shipping.db'),
      outboundAllow: ['127.0.0.0/8'],
      fileFolder: undefined,
      bucketCredentials: undefined,
      drainSeconds: 1,
      accessLog: undefined,
    },
    onReport,
    logging: { logLevel: 'error', prettyLogs: false },
    telemetry: {
      started: (_slot, pid) => events.emit('started', pid),
      serving: () => {},
      ended: () => {},
    },
  });
  return { supervisor, events };
}

/** A job that passes every line. */
export function jobTo(destination: string, id: number, seconds: number): ShippingJob {
  return {
    id,
    version: 1,
    name: `job-${id}`,
    scope: { kind: 'account', id: BATCH_ACCOUNT },
    dataset: httpRequests.name,
    periods: [{ from: 0 }],
    destination,
    filter: undefined,
    output: resolveOutput(httpRequests, {}),
    limits: { records: 100_000, bytes: 16_000_000, seconds },
    replays: [],
  };
}
