import { type Capability, permissionGroups } from '../../../catalogs/permissions.ts';
import { ApiError } from '../../../http/api-error.ts';
import { DirectionQuery, IdResponse } from '../../../http/common-schema.ts';
import { notice } from '../../../http/envelope.ts';
import { coreBounds, pagingQuery, toPageRequest } from '../../../http/paging.ts';
import type { Principal } from '../../../http/principal.ts';
import { ok, okPage, type PathParams, type Route, routeTable } from '../../../http/route.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { mapPage, pageOf } from '../../../kernel/page.ts';
import { Type } from '../../../kernel/schema.ts';
import type { CredentialVerifier } from '../credentials/credential-verifier.ts';
import { userIdOf } from '../users/user-routes.ts';
import { refusalOf, type TokenOwner } from './token-model.ts';
import type { TokenReadModel } from './token-read-model.ts';
import {
  PermissionGroupResponse,
  TokenCreateBody,
  TokenResponse,
  TokenUpdateBody,
  TokenVerifyResponse,
  tokenResponse,
  tokenVerifyResponse,
  toTokenDraft,
} from './token-schema.ts';
import type { TokenService } from './token-service.ts';

export interface TokenRoutesOptions {
  readonly tokens: TokenService;
  readonly lists: TokenReadModel;
  readonly verifier: CredentialVerifier;
  readonly clock: Clock;
}

/** The same routes exist for tokens of users and for tokens of accounts. */
interface Family {
  readonly base: string;
  readonly prefix: string;
  readonly tag: string;
  readonly service: Route['service'];
  readonly read: Capability;
  readonly write: Capability;
  ownerOf(params: PathParams, principal: Principal): TokenOwner;
  /** Whether a token with this owner may be verified at this path. */
  holds(owner: TokenOwner, params: PathParams): boolean;
}

const families: readonly Family[] = [
  {
    base: '/user/tokens',
    prefix: 'user-tokens',
    tag: 'User tokens',
    service: 'core',
    read: 'user-token:read',
    write: 'user-token:write',
    ownerOf: (_params, principal) => ({ type: 'user', id: userIdOf(principal) }),
    holds: (owner) => owner.type === 'user',
  },
  {
    base: '/accounts/:account_id/tokens',
    prefix: 'account-tokens',
    tag: 'Account tokens',
    service: 'product',
    read: 'account-token:read',
    write: 'account-token:write',
    ownerOf: (params) => ({ type: 'account', id: params.account_id }),
    holds: (owner, params) => owner.type === 'account' && owner.id === params.account_id,
  },
];

export function tokenRoutes(options: TokenRoutesOptions): Route[] {
  return families.flatMap((family) => familyRoutes(family, options));
}

function familyRoutes(family: Family, { tokens, lists, verifier, clock }: TokenRoutesOptions) {
  const { base, prefix, ownerOf } = family;
  const route = routeTable({ tag: family.tag, service: family.service });
  const read = { kind: 'capability', capability: family.read } as const;
  const write = { kind: 'capability', capability: family.write } as const;
  return [
    route({
      method: 'GET',
      path: base,
      operation: `${prefix}-list`,
      summary: 'List tokens',
      access: read,
      query: Type.Object({ ...pagingQuery(coreBounds), direction: DirectionQuery('asc') }),
      response: TokenResponse,
      list: true,
      async handle({ params, query, principal }) {
        const owner = ownerOf(params, principal);
        const page = await lists.list(owner, toPageRequest(query), query.direction);
        return okPage(mapPage(page, (token) => tokenResponse(token, clock.now())));
      },
    }),
    route({
      method: 'POST',
      path: base,
      operation: `${prefix}-create`,
      summary: 'Create a token; its secret is in this response and nowhere else',
      access: write,
      body: TokenCreateBody,
      response: TokenResponse,
      async handle({ params, body, principal }) {
        const owner = ownerOf(params, principal);
        const created = await tokens.create(principal.actor, owner, toTokenDraft(body));
        return ok({ ...tokenResponse(created.token, clock.now()), value: created.secret });
      },
    }),
    route({
      method: 'GET',
      path: `${base}/verify`,
      operation: `${prefix}-verify`,
      summary: 'Verify the token of the request',
      access: { kind: 'self-service' },
      response: TokenVerifyResponse,
      async handle({ params, bearer, clientAddress }) {
        const token = bearer === undefined ? undefined : await verifier.findToken(bearer);
        if (!token || !family.holds(token.owner, params)) throw new ApiError('invalidApiToken');
        const now = clock.now();
        // The address condition is not checked: the route verifies the token, not where it is used.
        const usable = refusalOf({ ...token, condition: null }, now, clientAddress) === undefined;
        return ok(tokenVerifyResponse(token, now), usable ? [notice('tokenValid')] : []);
      },
    }),
    route({
      method: 'GET',
      path: `${base}/permission_groups`,
      operation: `${prefix}-permission-groups`,
      summary: 'List the permission groups for policies of tokens',
      access: read,
      query: Type.Object({
        name: Type.Optional(Type.String({ maxLength: 100 })),
        scope: Type.Optional(Type.String({ maxLength: 100 })),
      }),
      response: PermissionGroupResponse,
      list: true,
      async handle({ query }) {
        const groups = permissionGroups
          .map(({ id, name, scopes }) => ({ id, name, scopes: scopes.map(scopeName) }))
          .filter(({ name }) => query.name === undefined || name === query.name)
          .filter(({ scopes }) => query.scope === undefined || scopes.includes(query.scope));
        return okPage(pageOf(groups, groups.length, { page: 1, perPage: permissionGroups.length }));
      },
    }),
    route({
      method: 'GET',
      path: `${base}/:token_id`,
      operation: `${prefix}-get`,
      summary: 'Get a token, without its secret',
      access: read,
      response: TokenResponse,
      async handle({ params, principal }) {
        const token = await tokens.get(ownerOf(params, principal), tokenId(params));
        return ok(tokenResponse(token, clock.now()));
      },
    }),
    route({
      method: 'PUT',
      path: `${base}/:token_id`,
      operation: `${prefix}-update`,
      summary: 'Replace the policies, conditions and status of a token',
      access: write,
      body: TokenUpdateBody,
      response: TokenResponse,
      async handle({ params, body, principal }) {
        const owner = ownerOf(params, principal);
        const draft = toTokenDraft(body);
        const token = await tokens.update(principal.actor, owner, tokenId(params), draft);
        return ok(tokenResponse(token, clock.now()));
      },
    }),
    route({
      method: 'PUT',
      path: `${base}/:token_id/value`,
      operation: `${prefix}-roll`,
      summary: 'Replace the secret of a token; the old one stops working',
      access: write,
      body: Type.Object({}),
      response: Type.String(),
      async handle({ params, principal }) {
        const owner = ownerOf(params, principal);
        return ok(await tokens.roll(principal.actor, owner, tokenId(params)));
      },
    }),
    route({
      method: 'DELETE',
      path: `${base}/:token_id`,
      operation: `${prefix}-delete`,
      summary: 'Delete a token; it stops working at once',
      access: write,
      response: IdResponse,
      async handle({ params, principal }) {
        await tokens.delete(principal.actor, ownerOf(params, principal), tokenId(params));
        return ok({ id: tokenId(params) });
      },
    }),
  ];
}

const tokenId = (params: PathParams) => params['token_id'] ?? '';

/** The names of scopes in the API. */
function scopeName(scope: 'zone' | 'account' | 'user'): string {
  return scope === 'zone' ? 'com.cloudflare.api.account.zone' : `com.cloudflare.api.${scope}`;
}
