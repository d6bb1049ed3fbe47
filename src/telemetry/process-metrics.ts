// Only parts of prom-client are imported: the whole package loads its client for push gateways and HTTPS, which takes 8 MB, and its
// metric of processor time loads 44 modules of OpenTelemetry for an option that is not used.
import gc from 'prom-client/lib/metrics/gc.js';
import heapSizeAndUsed from 'prom-client/lib/metrics/heapSizeAndUsed.js';
import heapSpacesSizeAndUsed from 'prom-client/lib/metrics/heapSpacesSizeAndUsed.js';
import osMemoryHeap from 'prom-client/lib/metrics/osMemoryHeap.js';
import processHandles from 'prom-client/lib/metrics/processHandles.js';
import processMaxFileDescriptors from 'prom-client/lib/metrics/processMaxFileDescriptors.js';
import processOpenFileDescriptors from 'prom-client/lib/metrics/processOpenFileDescriptors.js';
import processRequests from 'prom-client/lib/metrics/processRequests.js';
import processResources from 'prom-client/lib/metrics/processResources.js';
import processStartTime from 'prom-client/lib/metrics/processStartTime.js';
import version from 'prom-client/lib/metrics/version.js';
import Registry from 'prom-client/lib/registry.js';
import { EventLoopMetrics } from './event-loop-metrics.ts';
import type { Measured } from './measured.ts';

const parts = [
  processStartTime,
  osMemoryHeap,
  processOpenFileDescriptors,
  processMaxFileDescriptors,
  processResources,
  processHandles,
  processRequests,
  heapSizeAndUsed,
  heapSpacesSizeAndUsed,
  version,
  gc,
];

/** Memory, processor time, event loop and garbage collection of this process, under the names that Prometheus clients of Node use. */
export class ProcessMetrics {
  readonly #registry = new Registry();
  readonly #eventLoop = new EventLoopMetrics();
  readonly #labels: Readonly<Record<string, string>>;
  readonly #prefix: string;

  constructor(prefix: string, labels: Readonly<Record<string, string>>) {
    this.#labels = labels;
    this.#prefix = prefix;
    this.#registry.setDefaultLabels(labels);
    for (const part of parts) part(this.#registry, { prefix });
  }

  async read(): Promise<readonly Measured[]> {
    // The client returns more members than its types declare.
    const ofRegistry = (await this.#registry.getMetricsAsJSON()) as unknown as readonly Measured[];
    const { user, system } = process.cpuUsage();
    return [
      this.#seconds('user_seconds', 'user CPU time', user),
      this.#seconds('system_seconds', 'system CPU time', system),
      this.#seconds('seconds', 'user and system CPU time', user + system),
      ...(await this.#eventLoop.read(this.#prefix, this.#labels)),
      ...ofRegistry,
    ];
  }

  #seconds(name: string, what: string, micros: number): Measured {
    return {
      name: `${this.#prefix}process_cpu_${name}_total`,
      help: `Total ${what} spent in seconds.`,
      type: 'counter',
      aggregator: 'sum',
      values: [{ labels: this.#labels, value: micros / 1e6 }],
    };
  }
}
