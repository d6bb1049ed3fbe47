import { capabilities } from '../../../catalogs/permissions.ts';
import { IdResponse } from '../../../http/common-schema.ts';
import { ok, type Route, routeTable, withHeaders } from '../../../http/route.ts';
import { removedSessionCookie, sessionCookie } from '../../../http/session-cookie.ts';
import { Type } from '../../../kernel/schema.ts';
import { toMicrosecondText } from '../../../kernel/timestamp.ts';
import { endOf, IDLE_MS, LONGEST_MS } from './session-model.ts';
import type { SessionService, SignedIn } from './session-service.ts';

const PATH = '/session';

const writes = capabilities.filter((capability) => capability.endsWith(':write'));

const CodeBody = Type.Object({
  code: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'A code from a sign-in link, instead of a credential',
    }),
  ),
});

const Time = Type.String({ format: 'date-time' });

const sessionMembers = {
  id: Type.String(),
  /** Whose rights the session has; `token_name` is null for the key of a user. */
  actor: Type.Object({
    type: Type.Enum(['user', 'token']),
    email: Type.Union([Type.String(), Type.Null()]),
    token_name: Type.Union([Type.String(), Type.Null()]),
  }),
  created_on: Time,
  /** When it ends if it is not used again; each use moves this forward, up to seven days after the creation. */
  expires_on: Time,
  idle_seconds: Type.Integer(),
};

const SessionResponse = Type.Object(sessionMembers);

const CurrentSessionResponse = Type.Object({
  ...sessionMembers,
  is_read_only: Type.Boolean({ description: 'Whether the session has no permission that writes' }),
});

const CodeResponse = Type.Object({ code: Type.String(), expires_on: Time });

/** Sessions of the dashboard: a cookie that a page cannot read, in exchange for a token. */
export function sessionRoutes(sessions: SessionService): Route[] {
  const route = routeTable({ tag: 'Sessions', service: 'product' });
  return [
    route({
      method: 'POST',
      path: PATH,
      operation: 'session-create',
      summary: 'Sign in: exchange the credential of the call, or a code, for a session in a cookie',
      access: { kind: 'self-service', withoutCredential: true },
      body: CodeBody,
      response: SessionResponse,
      async handle({ body, principal, clientAddress, apiUrl }) {
        const { secret, ...signedIn } =
          body.code === undefined
            ? await sessions.signIn(principal)
            : await sessions.signInByCode(body.code, clientAddress);
        const cookie = sessionCookie(secret, LONGEST_MS / 1_000, apiUrl);
        return withHeaders(ok(sessionResponse(signedIn)), { 'set-cookie': cookie });
      },
    }),
    route({
      method: 'GET',
      path: PATH,
      operation: 'session-get',
      summary: 'Get the session of the call',
      access: { kind: 'self-service' },
      response: CurrentSessionResponse,
      async handle({ principal }) {
        const session = sessionResponse(await sessions.current(principal));
        const mayWrite = writes.some((capability) => principal.allowsSomewhere(capability));
        return ok({ ...session, is_read_only: !mayWrite });
      },
    }),
    route({
      method: 'DELETE',
      path: PATH,
      operation: 'session-delete',
      summary: 'Sign out: end the session of the call',
      access: { kind: 'self-service' },
      response: IdResponse,
      async handle({ principal, apiUrl }) {
        const id = await sessions.signOut(principal);
        return withHeaders(ok({ id }), { 'set-cookie': removedSessionCookie(apiUrl) });
      },
    }),
    route({
      method: 'POST',
      path: `${PATH}/codes`,
      operation: 'session-code-create',
      summary:
        'Create a code that signs in once, within ten minutes, with the rights of this credential',
      access: { kind: 'self-service' },
      response: CodeResponse,
      async handle({ principal }) {
        const { code, expiresAt } = await sessions.createCode(principal);
        return ok({ code, expires_on: toMicrosecondText(expiresAt) });
      },
    }),
  ];
}

function sessionResponse({ session, actor, tokenName }: SignedIn) {
  return {
    id: session.id,
    actor: { type: actor.type, email: actor.email, token_name: tokenName },
    created_on: toMicrosecondText(session.createdAt),
    expires_on: toMicrosecondText(endOf(session)),
    idle_seconds: IDLE_MS / 1_000,
  };
}
