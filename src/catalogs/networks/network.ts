/** A network that the gateway can serve. */
export interface Network {
  /** Its name in the path: `/v1/sepolia`. */
  readonly name: string;
  readonly title: string;
  readonly chainId: number;
  /** The average block time. */
  readonly blockMs: number;
  /** The gateway serves the network until this day (UTC) and refuses calls from then on. */
  readonly withdrawal?: NetworkWithdrawal;
}

export interface NetworkWithdrawal {
  /** `2023-01-30`. */
  readonly on: string;
  /** The name of the network to use instead. */
  readonly use: string;
}
