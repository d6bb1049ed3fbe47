import type { Alert } from '../../../contracts/alert.ts';
import type { PoolDirectory } from '../../load-balancing/pools/pool-read-model.ts';
import type { AccountDirectory } from '../../platform/accounts/account-read-model.ts';
import type { ZoneDirectory } from '../../platform/zones/zone-read-model.ts';
import type { MessageContext } from './compose.ts';

export interface MessageNamesOptions {
  readonly accounts: AccountDirectory;
  readonly zones: ZoneDirectory;
  readonly pools: PoolDirectory;
}

/** Looks up the names that messages show. */
export class MessageNames {
  readonly #options: MessageNamesOptions;

  constructor(options: MessageNamesOptions) {
    this.#options = options;
  }

  /** Undefined if the account was deleted, so that there is no recipient. */
  async of(accountId: string, alerts: readonly Alert[]): Promise<MessageContext | undefined> {
    const { accounts, zones, pools } = this.#options;
    const name = await accounts.nameOf(accountId);
    if (name === undefined) return undefined;
    const zoneNames = new Map<string, string>();
    for (const zoneId of new Set(alerts.flatMap((alert) => alert.zoneId ?? []))) {
      const zone = await zones.find(zoneId);
      if (zone) zoneNames.set(zoneId, zone.name);
    }
    const poolIds = alerts.flatMap((alert) => ('poolId' in alert ? alert.poolId : []));
    const balancerNames = await pools.balancerNames([...new Set(poolIds)]);
    return { account: { id: accountId, name }, zoneNames, balancerNames };
  }
}
