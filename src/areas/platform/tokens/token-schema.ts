import { permissionGroupById } from '../../../catalogs/permissions.ts';
import { ReadOnly } from '../../../http/common-schema.ts';
import { newHexId } from '../../../kernel/hex-id.ts';
import { type Static, Type } from '../../../kernel/schema.ts';
import { parseTimestamp, toSecondText, toShortestText } from '../../../kernel/timestamp.ts';
import { type Token, type TokenPolicy, tokenStatus } from './token-model.ts';

const Addresses = Type.Object({
  in: Type.Optional(Type.Array(Type.String(), { maxItems: 1000 })),
  not_in: Type.Optional(Type.Array(Type.String(), { maxItems: 1000 })),
});

const Condition = Type.Object({
  request_ip: Type.Optional(Addresses),
  'request.ip': Type.Optional(Addresses),
});

const Resources = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Record(Type.String(), Type.String())]),
  { examples: [{ 'com.cloudflare.api.account.zone.*': '*' }] },
);

const Policy = Type.Object({
  id: Type.Optional(Type.String({ maxLength: 32 })),
  effect: Type.Enum(['allow', 'deny']),
  resources: Resources,
  permission_groups: Type.Array(
    Type.Object({
      id: Type.String({ examples: ['$PERMISSION_GROUP_ID'] }),
      name: Type.Optional(Type.String({ readOnly: true })),
      meta: ReadOnly,
    }),
    { minItems: 1, maxItems: 1000 },
  ),
});

const Time = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);

const written = {
  name: Type.String({ examples: ['reads zones'] }),
  policies: Type.Array(Policy, { minItems: 1, maxItems: 100 }),
  condition: Type.Optional(Type.Union([Condition, Type.Null()])),
  not_before: Type.Optional(Time),
  expires_on: Type.Optional(Time),
};

const readOnlyText = Type.Optional(Type.Union([Type.String(), Type.Null()], { readOnly: true }));

const readOnlyMembers = {
  id: readOnlyText,
  issued_on: readOnlyText,
  modified_on: readOnlyText,
  last_used_on: readOnlyText,
  value: readOnlyText,
};

const Status = Type.Enum(['active', 'disabled', 'expired']);

export const TokenCreateBody = Type.Object({
  ...written,
  ...readOnlyMembers,
  status: ReadOnly,
});

export const TokenUpdateBody = Type.Object({
  ...written,
  ...readOnlyMembers,
  status: Type.Optional(Status),
});

export const TokenResponse = Type.Object({
  id: Type.String(),
  name: Type.String(),
  status: Status,
  issued_on: Type.String(),
  modified_on: Type.String(),
  last_used_on: Type.Optional(Type.String()),
  not_before: Type.Optional(Type.String()),
  expires_on: Type.Optional(Type.String()),
  policies: Type.Array(
    Type.Object({
      id: Type.String(),
      effect: Type.Enum(['allow', 'deny']),
      resources: Resources,
      permission_groups: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
    }),
  ),
  condition: Type.Optional(Condition),
  value: Type.Optional(Type.String()),
});

export const TokenVerifyResponse = Type.Object({
  id: Type.String(),
  status: Status,
  not_before: Type.Optional(Type.String()),
  expires_on: Type.Optional(Type.String()),
});

export const PermissionGroupResponse = Type.Object({
  id: Type.String(),
  name: Type.String(),
  scopes: Type.Array(Type.String()),
});

/** The members of a token that a caller may choose, as domain values. */
export type TokenDraft = Pick<
  Token,
  'name' | 'policies' | 'condition' | 'notBefore' | 'expiresOn'
> & { readonly disabled?: boolean | undefined };

export function toTokenDraft(
  body: Static<typeof TokenCreateBody> | Static<typeof TokenUpdateBody>,
): TokenDraft {
  const status = body.status as string | undefined;
  return {
    name: body.name,
    policies: body.policies.map(toPolicy),
    condition: body.condition ?? null,
    notBefore: toTime(body.not_before),
    expiresOn: toTime(body.expires_on),
    // `expired` cannot be set: it depends on the time.
    disabled: status === undefined ? undefined : status === 'disabled',
  };
}

function toPolicy(policy: Static<typeof Policy>): TokenPolicy {
  return {
    id: policy.id || newHexId(),
    effect: policy.effect,
    resources: policy.resources,
    permissionGroupIds: [...new Set(policy.permission_groups.map((group) => group.id))],
  };
}

function toTime(text: string | null | undefined): number | null {
  return text ? (parseTimestamp(text) ?? null) : null;
}

/** Never contains the secret. Only the routes that generate one add it as `value`. */
export function tokenResponse(token: Token, now: number) {
  return {
    id: token.id,
    name: token.name,
    status: tokenStatus(token, now),
    issued_on: toSecondText(token.issuedAt),
    modified_on: toSecondText(token.modifiedAt),
    ...(token.lastUsedAt !== null && { last_used_on: toSecondText(token.lastUsedAt) }),
    ...lifetime(token),
    policies: token.policies.map((policy) => ({
      id: policy.id,
      effect: policy.effect,
      resources: policy.resources,
      permission_groups: policy.permissionGroupIds.map((id) => ({
        id,
        name: permissionGroupById(id)?.name ?? '',
      })),
    })),
    ...(token.condition && { condition: token.condition }),
  };
}

export function tokenVerifyResponse(token: Token, now: number) {
  return { id: token.id, status: tokenStatus(token, now), ...lifetime(token) };
}

function lifetime({ notBefore, expiresOn }: Token) {
  return {
    ...(notBefore !== null && { not_before: toShortestText(notBefore) }),
    ...(expiresOn !== null && { expires_on: toShortestText(expiresOn) }),
  };
}
