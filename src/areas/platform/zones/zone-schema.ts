import { findPlan, type Plan } from '../../../catalogs/plans.ts';
import { Resettable } from '../../../http/common-schema.ts';
import { type Static, Type } from '../../../kernel/schema.ts';
import { toMicrosecondText } from '../../../kernel/timestamp.ts';
import { type Zone, zoneStatuses, zoneTypes } from './zone-model.ts';

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

export const PlanResponse = Type.Object({
  id: Type.String(),
  name: Type.String(),
  price: Type.Number(),
  currency: Type.String(),
  is_subscribed: Type.Boolean(),
  can_subscribe: Type.Boolean(),
  legacy_id: Type.String(),
  legacy_discount: Type.Boolean(),
  externally_managed: Type.Boolean(),
});

const NamedResource = Type.Object({ id: Type.String(), name: Type.String() });

export const ZoneResponse = Type.Object({
  id: Type.String(),
  name: Type.String(),
  status: Type.Enum([...zoneStatuses]),
  paused: Type.Boolean(),
  type: Type.Enum([...zoneTypes]),
  development_mode: Type.Integer(),
  name_servers: Type.Array(Type.String()),
  original_name_servers: Nullable(Type.Array(Type.String())),
  original_registrar: Nullable(Type.String()),
  original_dnshost: Nullable(Type.String()),
  vanity_name_servers: Type.Array(Type.String()),
  created_on: Type.String(),
  modified_on: Type.String(),
  activated_on: Nullable(Type.String()),
  account: NamedResource,
  owner: Type.Object({ id: Type.String(), type: Type.String(), name: Type.String() }),
  meta: Type.Object({
    step: Type.Integer(),
    page_rule_quota: Type.Integer(),
    custom_certificate_quota: Type.Integer(),
    phishing_detected: Type.Boolean(),
    cdn_only: Type.Boolean(),
    dns_only: Type.Boolean(),
    foundation_dns: Type.Boolean(),
  }),
  plan: PlanResponse,
  permissions: Type.Array(Type.String()),
});

const AccountRef = Type.Object({
  id: Type.Optional(Type.String()),
  name: Type.Optional(Type.String({ readOnly: true })),
});

const zoneSettings = {
  type: Type.Optional(Type.Enum([...zoneTypes])),
  paused: Type.Optional(Type.Boolean()),
  vanity_name_servers: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 253 }), { maxItems: 10 }),
  ),
};

export const ZoneCreateBody = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    /** Optional if the caller can create zones in one account only. */
    account: Type.Optional(AccountRef),
    /** The older name of `account`. */
    organization: Type.Optional(AccountRef),
    ...zoneSettings,
    /** Accepted from older clients, without effect: there are no DNS records to copy. */
    jump_start: Type.Optional(Type.Boolean()),
  },
  { examples: [{ name: 'shop.test', account: { id: '$ACCOUNT_ID' } }] },
);

const PlanBody = Type.Object({
  id: Type.Optional(Type.String()),
  legacy_id: Type.Optional(Type.String()),
});

export const ZonePatchBody = Type.Object({
  paused: Resettable(zoneSettings.paused),
  type: Resettable(zoneSettings.type),
  vanity_name_servers: Resettable(zoneSettings.vanity_name_servers),
  plan: Resettable(PlanBody),
});

export type ZoneCreate = Static<typeof ZoneCreateBody>;
export type ZonePatch = Static<typeof ZonePatchBody>;

/** `permissions` has the caller's permissions on the zone, by their older names. */
export function zoneResponse(zone: Zone, permissions: readonly string[] = ['#zone:read']) {
  const plan = findPlan(zone.plan);
  return {
    id: zone.id,
    name: zone.name,
    status: zone.status,
    paused: zone.paused,
    type: zone.type,
    development_mode: 0,
    name_servers: [],
    original_name_servers: null,
    original_registrar: null,
    original_dnshost: null,
    vanity_name_servers: zone.vanityNameServers,
    created_on: toMicrosecondText(zone.createdAt),
    modified_on: toMicrosecondText(zone.modifiedAt),
    activated_on: zone.activatedAt === null ? null : toMicrosecondText(zone.activatedAt),
    account: zone.account,
    owner: { id: zone.account.id, type: 'organization', name: zone.account.name },
    meta: {
      step: 2,
      page_rule_quota: plan?.pageRuleQuota ?? 0,
      custom_certificate_quota: 0,
      phishing_detected: false,
      cdn_only: false,
      dns_only: false,
      foundation_dns: false,
    },
    plan: plan && planResponse(plan, true),
    permissions,
  };
}

export function planResponse(plan: Plan, isSubscribed: boolean) {
  return {
    id: plan.id,
    name: plan.name,
    price: 0,
    currency: 'USD',
    is_subscribed: isSubscribed,
    can_subscribe: true,
    legacy_id: plan.legacyId,
    legacy_discount: false,
    externally_managed: false,
  };
}
