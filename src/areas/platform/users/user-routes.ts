import type { Principal } from '../../../http/principal.ts';
import { ok, type Route, routeTable } from '../../../http/route.ts';
import type { AccountReadModel } from '../accounts/account-read-model.ts';
import { changedProfile, UserPatchBody, UserResponse, userResponse } from './user-schema.ts';
import type { UserService } from './user-service.ts';

const MOST_ACCOUNTS_SHOWN = 100;

export function userRoutes(users: UserService, accounts: AccountReadModel): Route[] {
  const visibleAccounts = async (principal: Principal) => {
    const query = {
      page: 1,
      perPage: MOST_ACCOUNTS_SHOWN,
      name: undefined,
      direction: 'asc',
    } as const;
    return (await accounts.list(query, principal.reach('account:read'))).items;
  };
  const route = routeTable({ tag: 'User', service: 'core' });
  return [
    route({
      method: 'GET',
      path: '/user',
      operation: 'user-get',
      summary: 'Get the user that the credential belongs to',
      access: { kind: 'capability', capability: 'user:read' },
      response: UserResponse,
      async handle({ principal }) {
        const user = await users.get(userIdOf(principal));
        return ok(userResponse(user, await visibleAccounts(principal)));
      },
    }),
    route({
      method: 'PATCH',
      path: '/user',
      operation: 'user-edit',
      summary: 'Change your name and address',
      access: { kind: 'capability', capability: 'user:write' },
      body: UserPatchBody,
      response: UserResponse,
      async handle({ principal, body }) {
        const user = await users.update(principal.actor, userIdOf(principal), (profile) =>
          changedProfile(profile, body),
        );
        return ok(userResponse(user, await visibleAccounts(principal)));
      },
    }),
  ];
}

/** Only credentials of users have capabilities on users, and the guard has checked for one. */
export function userIdOf(principal: Principal): string {
  if (principal.userId === undefined) throw new Error('a user route was reached without a user');
  return principal.userId;
}
