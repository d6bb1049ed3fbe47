import { lookup } from 'node:dns/promises';
import type { GatewayChannel, GatewayConfig } from '../../contracts/gateway/gateway-channel.ts';
import type { ListenAddress } from '../settings/settings.ts';
import { FIRST_INHERITED } from './kit/process-channel.ts';
import { ProcessSupervisor, type ProcessSupervisorOptions } from './kit/process-supervisor.ts';
import { type InheritedSockets, ListeningSockets } from './listening-sockets.ts';
import { v8Flags } from './v8-flags.ts';

/** After the drain time the process still closes its connections to upstreams. */
const LAST_WORK_MS = 2_000;

export interface GatewaySupervisorOptions
  extends Omit<ProcessSupervisorOptions<GatewayChannel>, 'kind'> {
  readonly config: GatewayConfig;
  readonly listen: ListenAddress;
  /** Listening sockets of the primary that this one replaces. */
  readonly inherited: InheritedSockets | undefined;
}

/** The gateway process of a node. */
export class GatewaySupervisor {
  readonly processes: ProcessSupervisor<GatewayChannel>;
  readonly #listen: ListenAddress;
  readonly #inherited: InheritedSockets | undefined;
  #sockets: ListeningSockets | undefined;

  constructor({ config, listen, inherited, ...others }: GatewaySupervisorOptions) {
    this.#listen = listen;
    this.#inherited = inherited;
    this.processes = new ProcessSupervisor({
      kind: {
        name: 'gateway',
        main: new URL('./gateway-main.ts', import.meta.url),
        count: 1,
        nodeFlags: v8Flags.gateway,
        drainMs: config.drainSeconds * 1000 + LAST_WORK_MS,
        // A flood of calls must not slow visitors or the API.
        isBackground: true,
        isRequired: true,
        isNeeded: () => true,
        descriptors: (slot) => this.#sockets?.ofSlot(slot) ?? [],
        start: (slot) => ({
          config,
          sockets: (this.#sockets?.ofSlot(slot) ?? []).map((_, n) => FIRST_INHERITED + n),
        }),
        onReport: () => {},
        // New connections queue in the listening sockets until the replacement accepts them.
        onEnd: () => {},
      },
      ...others,
    });
  }

  async start(): Promise<void> {
    const { address: host } = await lookup(this.#listen.host);
    const inherited = this.#inherited?.groups ?? [];
    this.#sockets = new ListeningSockets({ ...this.#listen, host }, 1, inherited);
    await this.processes.start();
  }

  /** `isReplaced`: the process of another primary already accepts connections from the same sockets. */
  async stop({ isReplaced = false }: { readonly isReplaced?: boolean } = {}): Promise<void> {
    // A copy of a socket would keep it open when the other primary closes it.
    if (isReplaced) this.#sockets?.close();
    await this.processes.stop({ isReplaced });
    this.#sockets?.close();
  }

  /** The listening sockets that a successor of this primary inherits. */
  lendSockets(): readonly InheritedSockets[] {
    return this.#sockets ? [{ ...this.#listen, groups: this.#sockets.groups }] : [];
  }
}
