import { DirectionQuery, IdResponse } from '../../../http/common-schema.ts';
import { coreBounds, pagingQuery, toPageRequest } from '../../../http/paging.ts';
import { ok, okPage, type Route, routeTable } from '../../../http/route.ts';
import { mapPage } from '../../../kernel/page.ts';
import { Type } from '../../../kernel/schema.ts';
import { defaultAccountSettings } from './account-model.ts';
import type { AccountReadModel } from './account-read-model.ts';
import {
  AccountCreateBody,
  AccountResponse,
  AccountUpdateBody,
  accountNotices,
  accountResponse,
  changedSettings,
} from './account-schema.ts';
import type { AccountService } from './account-service.ts';

export function accountRoutes(accounts: AccountService, lists: AccountReadModel): Route[] {
  const route = routeTable({ tag: 'Accounts', service: 'product' });
  return [
    route({
      method: 'GET',
      path: '/accounts',
      operation: 'accounts-list',
      summary: 'List the accounts you can read',
      access: { kind: 'capability', capability: 'account:read' },
      query: Type.Object({
        ...pagingQuery(coreBounds),
        name: Type.Optional(Type.String({ maxLength: 100 })),
        direction: DirectionQuery('asc'),
      }),
      response: AccountResponse,
      list: true,
      async handle({ query, principal }) {
        const { name, direction } = query;
        const request = { ...toPageRequest(query), name, direction };
        const page = await lists.list(request, principal.reach('account:read'));
        return okPage(mapPage(page, accountResponse));
      },
    }),
    route({
      method: 'POST',
      path: '/accounts',
      operation: 'accounts-create',
      summary: 'Create an account (administrators of the installation)',
      access: { kind: 'installation', what: 'create accounts' },
      body: AccountCreateBody,
      response: AccountResponse,
      async handle({ body, principal }) {
        const settings = changedSettings(defaultAccountSettings, body.settings);
        const { name, type } = body;
        const account = await accounts.create(principal.actor, { name, type, settings });
        return ok(accountResponse(account), accountNotices(account));
      },
    }),
    route({
      method: 'GET',
      path: '/accounts/:account_id',
      operation: 'accounts-get',
      summary: 'Get an account',
      access: { kind: 'capability', capability: 'account:read' },
      response: AccountResponse,
      async handle({ params }) {
        return ok(accountResponse(await accounts.get(params.account_id)));
      },
    }),
    route({
      method: 'PUT',
      path: '/accounts/:account_id',
      operation: 'accounts-update',
      summary: 'Change the name and settings of an account',
      access: { kind: 'capability', capability: 'account:write' },
      body: AccountUpdateBody,
      response: AccountResponse,
      async handle({ params, body, principal }) {
        const account = await accounts.update(principal.actor, params.account_id, (current) => ({
          ...current,
          name: body.name,
          settings: changedSettings(current.settings, body.settings),
        }));
        return ok(accountResponse(account), accountNotices(account));
      },
    }),
    route({
      method: 'DELETE',
      path: '/accounts/:account_id',
      operation: 'accounts-delete',
      summary: 'Delete an account without zones (administrators of the installation)',
      access: { kind: 'installation', what: 'delete accounts' },
      response: IdResponse,
      async handle({ params, principal }) {
        await accounts.delete(principal.actor, params.account_id);
        return ok({ id: params.account_id });
      },
    }),
  ];
}
