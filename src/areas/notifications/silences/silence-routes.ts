import { ok, okPage, type Route } from '../../../http/route.ts';
import { withoutDashes } from '../../../kernel/hex-id.ts';
import { Type } from '../../../kernel/schema.ts';
import { accountOfPath } from '../../../resources/resource-routes.ts';
import {
  alertingBase,
  alertingRoute,
  PathId,
  readAccess,
  wholeList,
  writeAccess,
} from '../notifications-routes.ts';
import {
  SilenceChangesBody,
  SilenceResponse,
  SilencesBody,
  silenceResponse,
  timeOf,
} from './silence-schema.ts';
import type { SilenceService } from './silence-service.ts';

export function silenceRoutes(silences: SilenceService): Route[] {
  const route = alertingRoute('Silences');
  const path = `${alertingBase}/silences`;
  const one = {
    path: `${path}/:silence_id`,
    params: Type.Object({ silence_id: PathId }),
  };
  const idOf = (params: Readonly<Record<string, string>>) =>
    withoutDashes(params['silence_id'] ?? '');
  return [
    route({
      method: 'GET',
      path,
      operation: 'silences-list',
      summary: 'List the silences of an account',
      access: readAccess,
      response: SilenceResponse,
      list: true,
      async handle(request) {
        const items = (await silences.list(accountOfPath(request))).map(silenceResponse);
        return okPage(wholeList(items));
      },
    }),
    route({
      method: 'POST',
      path,
      operation: 'silences-create',
      summary: 'Silence policies for a time',
      access: writeAccess,
      body: SilencesBody,
      response: Type.Array(SilenceResponse),
      async handle(request) {
        const sent = request.body.map(({ policy_id, start_time, end_time }) => ({
          policyId: withoutDashes(policy_id),
          startAt: timeOf(start_time),
          endAt: timeOf(end_time),
        }));
        const { actor } = request.principal;
        const created = await silences.create(actor, accountOfPath(request), sent);
        return ok(created.map(silenceResponse));
      },
    }),
    route({
      method: 'PUT',
      path,
      operation: 'silences-change',
      summary: 'Change the times of silences; omitted members keep their values',
      access: writeAccess,
      body: SilenceChangesBody,
      response: Type.Array(SilenceResponse),
      async handle(request) {
        const sent = request.body.map(({ id, start_time, end_time }) => ({
          id: withoutDashes(id),
          ...(start_time !== undefined && { startAt: timeOf(start_time) }),
          ...(end_time !== undefined && { endAt: timeOf(end_time) }),
        }));
        const { actor } = request.principal;
        const changed = await silences.change(actor, accountOfPath(request), sent);
        return ok(changed.map(silenceResponse));
      },
    }),
    route({
      method: 'GET',
      ...one,
      operation: 'silences-get',
      summary: 'Read a silence',
      access: readAccess,
      response: SilenceResponse,
      async handle(request) {
        const silence = await silences.get(accountOfPath(request), idOf(request.params));
        return ok(silenceResponse(silence));
      },
    }),
    route({
      method: 'DELETE',
      ...one,
      operation: 'silences-delete',
      summary: 'Delete a silence',
      access: writeAccess,
      response: Type.Null(),
      async handle(request) {
        const { actor } = request.principal;
        await silences.delete(actor, accountOfPath(request), idOf(request.params));
        return ok(null);
      },
    }),
  ];
}
