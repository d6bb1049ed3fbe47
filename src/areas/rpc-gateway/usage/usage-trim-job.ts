import type { ScheduledJob } from '../../../contracts/job.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { RpcGatewayDatabase } from '../rpc-gateway-tables.ts';
import { firstHour } from './usage-model.ts';
import { usageStore } from './usage-store.ts';

/** Removes counts of hours that are not shown any more. */
export function usageTrimJob(database: RpcGatewayDatabase, clock: Clock): ScheduledJob {
  return {
    name: 'web3-usage-trim',
    everyMs: 3_600_000,
    runsOn: 'cluster',
    timeoutMs: 60_000,
    async run() {
      await database.transaction((tx) => usageStore.removeBefore(tx, firstHour(clock.now())));
    },
  };
}
