import type { Referrer } from '../../../resources/referrers.ts';

export type ResourceType = 'load_balancer' | 'monitor' | 'monitor_group' | 'pool';

/** The names of the types in messages. */
export const nouns: Readonly<Record<ResourceType, string>> = {
  load_balancer: 'load balancer',
  monitor: 'monitor',
  monitor_group: 'monitor group',
  pool: 'pool',
};

/** A resource that refers to another one (referrer), or that another one refers to (referral). */
export interface Reference extends Referrer {
  readonly direction: 'referral' | 'referrer';
  readonly type: ResourceType;
}
