import { groupNameFor } from '../../catalogs/permissions.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Route } from '../../http/route.ts';
import type { AccountDirectory } from '../platform/accounts/account-read-model.ts';

const OWNER = '/accounts/:account_id';
/** Resources that also have older paths; newer ones exist only under accounts. */
const OLDER = /^\/accounts\/:account_id\/load_balancers\/(?:pools|monitors|preview)(?:\/|$)/;

/** The same routes under `/user`, for older clients. The caller's only account takes the place of the path parameter. */
export function userRoutes(routes: readonly Route[], accounts: AccountDirectory): Route[] {
  return routes.filter(({ path }) => OLDER.test(path)).map((route) => userRoute(route, accounts));
}

function userRoute(route: Route, accounts: AccountDirectory): Route {
  const { access, path } = route;
  if (access.kind !== 'capability') throw new Error(`${path} has no capability`);
  const { capability } = access;
  return {
    ...route,
    path: path.replace(OWNER, '/user'),
    operation: `user-${route.operation}`,
    summary: `${route.summary} (older path)`,
    tag: 'Load balancing of a user',
    async handle(request) {
      const accountId = await accounts.soleWithin(request.principal.reach(capability));
      if (accountId === undefined) {
        const permission = groupNameFor(capability);
        throw new ApiError('accountNotSole', { permission, path: path.replace(/:(\w+)/g, '{$1}') });
      }
      return await route.handle({
        ...request,
        params: { ...(request.params as object), account_id: accountId },
      });
    },
  };
}
