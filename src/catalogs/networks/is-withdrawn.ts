import type { Network } from './network.ts';

/** `now`: milliseconds since the epoch. */
export function isWithdrawn({ withdrawal }: Network, now: number): boolean {
  return withdrawal !== undefined && now >= Date.parse(withdrawal.on);
}
