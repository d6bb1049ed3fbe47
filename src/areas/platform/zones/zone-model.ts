import { parse } from 'tldts';
import { DEFAULT_PLAN } from '../../../catalogs/plans.ts';
import { isHostName } from '../../../kernel/host-name.ts';

export const zoneStatuses = ['initializing', 'pending', 'active', 'moved'] as const;
export const zoneTypes = ['full', 'partial', 'secondary', 'internal'] as const;

export type ZoneStatus = (typeof zoneStatuses)[number];
export type ZoneType = (typeof zoneTypes)[number];

/** A domain whose traffic the edge serves. */
export interface Zone {
  readonly id: string;
  readonly name: string;
  readonly account: { readonly id: string; readonly name: string };
  readonly status: ZoneStatus;
  readonly type: ZoneType;
  readonly paused: boolean;
  /** Name of a plan in the catalog. */
  readonly plan: string;
  readonly vanityNameServers: readonly string[];
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly activatedAt: number | null;
}

export interface NewZone {
  readonly id: string;
  readonly name: string;
  readonly account: Zone['account'];
  readonly type?: ZoneType | undefined;
  readonly plan?: string | undefined;
  readonly paused?: boolean | undefined;
  readonly vanityNameServers?: readonly string[] | undefined;
}

export const zoneDefaults: Pick<Zone, 'type' | 'paused' | 'plan' | 'vanityNameServers'> = {
  type: 'full',
  paused: false,
  plan: DEFAULT_PLAN,
  vanityNameServers: [],
};

const NAME = /^([a-z0-9][-a-z0-9]{0,62}\.)+[-a-z0-9]{2,20}$/;

/** The name in the form in which it is stored; undefined if it is not the name of a host. A trailing dot is removed. */
export function normalizeZoneName(name: string): string | undefined {
  const lower = name.toLowerCase().replace(/\.$/, '');
  return isHostName(lower) && NAME.test(lower) ? lower : undefined;
}

/** Whether names directly below belong to different owners, such as `co.uk` or `github.io`. */
export function isPublicSuffix(name: string): boolean {
  const { publicSuffix, isIcann, isPrivate } = parse(name, { allowPrivateDomains: true });
  return publicSuffix === name && (isIcann || isPrivate) === true;
}

/** A new zone is active at once: its owner also runs this installation, so no delegation has to be verified. */
export function newZone(zone: NewZone, now: number): Zone {
  return {
    id: zone.id,
    name: zone.name,
    account: zone.account,
    status: 'active',
    type: zone.type ?? zoneDefaults.type,
    paused: zone.paused ?? zoneDefaults.paused,
    plan: zone.plan ?? zoneDefaults.plan,
    vanityNameServers: zone.vanityNameServers ?? zoneDefaults.vanityNameServers,
    createdAt: now,
    modifiedAt: now,
    activatedAt: now,
  };
}
