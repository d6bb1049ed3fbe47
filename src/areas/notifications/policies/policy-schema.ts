import { MAX_FILTER_TEXTS } from '../../../catalogs/alert-types/alert-type.ts';
import { alertTypes } from '../../../catalogs/alert-types/alert-types.ts';
import { limits } from '../../../catalogs/limits.ts';
import { ReadOnly, withExample } from '../../../http/common-schema.ts';
import { Type } from '../../../kernel/schema.ts';
import { toMicrosecondText } from '../../../kernel/timestamp.ts';
import type { StoredDocument } from '../../../resources/document-store.ts';

const Recipients = (example: string) =>
  Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String({ minLength: 1, maxLength: 320, examples: [example] }),
        /** A note that older clients write. */
        name: Type.Optional(Type.String({ maxLength: 256 })),
      }),
      { maxItems: limits.recipientsPerNotificationPolicy },
    ),
  );

const Mechanisms = Type.Object({
  email: Recipients('operations@shop.test'),
  webhooks: Recipients('$WEBHOOK_ID'),
  pagerduty: Recipients('$PAGERDUTY_ID'),
});

const Texts = Type.Array(Type.String({ minLength: 1, maxLength: 253 }), {
  maxItems: MAX_FILTER_TEXTS,
});
const filterKeys = new Set(alertTypes.flatMap(({ filters }) => filters.map(({ key }) => key)));

/** `checkPolicy` refuses unknown members, with the list of valid ones. */
const Filters = Type.Object(
  Object.fromEntries([...filterKeys].map((key) => [key, Type.Optional(Texts)])),
  { additionalProperties: Texts },
);

const policyMembers = {
  name: Type.String({ minLength: 1, maxLength: 256, examples: ['Pools'] }),
  description: Type.Optional(Type.String({ maxLength: 1000 })),
  enabled: Type.Optional(Type.Boolean()),
  alert_type: Type.String({
    minLength: 1,
    maxLength: 100,
    examples: ['load_balancing_health_alert'],
  }),
  alert_interval: Type.Optional(Type.String({ maxLength: 32, examples: ['30m'] })),
  mechanisms: withExample(Mechanisms, { email: [{ id: 'operations@shop.test' }] }),
  filters: Type.Optional(withExample(Filters, { new_health: ['Unhealthy'] })),
};

export const PolicyBody = Type.Object({
  ...policyMembers,
  id: ReadOnly,
  created: ReadOnly,
  modified: ReadOnly,
});

export const PolicyResponse = Type.Object({
  ...policyMembers,
  enabled: Type.Boolean(),
  id: Type.String(),
  created: Type.String(),
  modified: Type.String(),
});

/** The groups of recipients of a policy, by their names in the API. */
export const mechanismGroups = ['email', 'webhooks', 'pagerduty'] as const;
export type MechanismGroup = (typeof mechanismGroups)[number];

/** The members of a policy that clients write. */
export interface PolicyDocument {
  readonly name: string;
  readonly description?: string;
  readonly enabled?: boolean;
  readonly alert_type: string;
  readonly alert_interval?: string;
  readonly mechanisms: {
    readonly [Group in MechanismGroup]?: readonly { readonly id: string; readonly name?: string }[];
  };
  readonly filters?: Readonly<Record<string, readonly string[]>>;
}

export interface PolicyRecord extends StoredDocument<PolicyDocument> {
  readonly accountId: string;
}

/** Returns the document verbatim: declarative clients would otherwise see a difference and write it again. */
export function policyResponse({ id, createdAt, modifiedAt, document }: PolicyRecord) {
  return {
    id,
    enabled: true,
    ...document,
    created: toMicrosecondText(createdAt),
    modified: toMicrosecondText(modifiedAt),
  };
}
