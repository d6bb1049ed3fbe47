import { lookup } from 'node:dns/promises';
import type { GatewayChannel, GatewayConfig } from '../../contracts/gateway/gateway-channel.ts';
import type { ListenAddress } from '../settings/settings.ts';
import { FIRST_INHERITED } from './kit/process-channel.ts';
import { ProcessSupervisor, type ProcessSupervisorOptions } from './kit/process-supervisor.ts';
import { ListeningSockets } from './listening-sockets.ts';

/** After the drain time the process still closes its connections to upstreams. */
const LAST_WORK_MS = 2_000;

export interface GatewaySupervisorOptions
  extends Omit<ProcessSupervisorOptions<GatewayChannel>, 'kind'> {
  readonly config: GatewayConfig;
  readonly listen: ListenAddress;
}

/** The gateway process of a node. */
export class GatewaySupervisor {
  readonly processes: ProcessSupervisor<GatewayChannel>;
  readonly #listen: ListenAddress;
  #sockets: ListeningSockets | undefined;

  constructor({ config, listen, ...others }: GatewaySupervisorOptions) {
    this.#listen = listen;
    this.processes = new ProcessSupervisor({
      kind: {
        name: 'gateway',
        main: new URL('./gateway-main.ts', import.meta.url),
        count: 1,
        nodeFlags: [],
        drainMs: config.drainSeconds * 1000 + LAST_WORK_MS,
        isRequired: true,
        isNeeded: () => true,
        descriptors: (slot) => this.#sockets?.ofSlot(slot) ?? [],
        start: (slot) => ({
          config,
          sockets: (this.#sockets?.ofSlot(slot) ?? []).map((_, n) => FIRST_INHERITED + n),
        }),
        onReport: () => {},
        onEnd: () => {},
      },
      ...others,
    });
  }

  async start(): Promise<void> {
    const { address: host } = await lookup(this.#listen.host);
    this.#sockets = new ListeningSockets({ ...this.#listen, host }, 1);
    await this.processes.start();
  }

  async stop(): Promise<void> {
    await this.processes.stop();
    this.#sockets?.close();
  }
}
