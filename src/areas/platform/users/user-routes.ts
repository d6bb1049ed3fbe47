import type { Principal } from '../../../http/principal.ts';
import { ok, type Route, routeTable } from '../../../http/route.ts';
import { changedProfile, UserPatchBody, UserResponse, userResponse } from './user-schema.ts';
import type { UserService } from './user-service.ts';

export function userRoutes(users: UserService): Route[] {
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
        return ok(userResponse(user, await users.surroundings()));
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
        return ok(userResponse(user, await users.surroundings()));
      },
    }),
  ];
}

/** Only credentials of users have capabilities on users, and the guard has checked for one. */
export function userIdOf(principal: Principal): string {
  if (principal.userId === undefined) throw new Error('a user route was reached without a user');
  return principal.userId;
}
