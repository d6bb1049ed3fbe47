/** The session of the browser: signing in and out, and what the shell shows. */
import { ApiError } from './api-error.ts';
import { send } from './client.ts';
import { Store } from './store.ts';

export interface Session {
  readonly actor: {
    readonly type: string;
    readonly email: string | null;
    readonly token_name: string | null;
  };
  readonly created_on: string;
  readonly expires_on: string;
  readonly idle_seconds: number;
  /** Whether every change would be refused. */
  readonly is_read_only: boolean;
}

export type SessionState =
  | { readonly kind: 'checking' }
  /** The API has refused to say whether there is one, for example because there were too many calls. */
  | { readonly kind: 'unknown'; readonly error: Error }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'signed-in'; readonly session: Session }
  /** It ended while the dashboard was in use. The page stays as it is until somebody signs in. */
  | { readonly kind: 'ended'; readonly session: Session };

export type Credential =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'key'; readonly email: string; readonly key: string }
  | { readonly kind: 'code'; readonly code: string };

export const sessionState = new Store<SessionState>({ kind: 'checking' });

/** Reads the session that the browser has a cookie of. */
export async function checkSession(): Promise<void> {
  const session = await readSession();
  if (session) return sessionState.set({ kind: 'signed-in', session });
  const before = sessionState.get();
  const hadOne = before.kind === 'signed-in' || before.kind === 'ended';
  sessionState.set(hadOne ? { kind: 'ended', session: before.session } : { kind: 'signed-out' });
}

export function isReadOnly(state: SessionState): boolean {
  return 'session' in state && state.session.is_read_only;
}

export async function signIn(credential: Credential): Promise<void> {
  const code = credential.kind === 'code' ? { body: { code: credential.code } } : {};
  await send('POST', '/session', { headers: headersOf(credential), ...code });
  await checkSession();
  if (sessionState.get().kind === 'signed-in') return;
  throw new Error('The browser has not kept the session. Allow cookies for this address.');
}

export async function signOut(): Promise<void> {
  await send('DELETE', '/session', {});
  sessionState.set({ kind: 'signed-out' });
}

/** The code of a link that signs in: `/#code=…`. It is removed from the address, because it is valid once. */
export function takeCode(): string | undefined {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code === null) return undefined;
  history.replaceState(history.state, '', location.pathname + location.search);
  return code;
}

/** Whether an error may mean that the session has ended. Other reasons have the same statuses, so the session is read to find out. */
export function mayBeSignedOut(error: unknown): boolean {
  return error instanceof ApiError && [400, 401, 403].includes(error.status);
}

async function readSession(): Promise<Session | undefined> {
  try {
    return sessionIn(await send('GET', '/session', {}));
  } catch (error) {
    if (mayBeSignedOut(error)) return undefined;
    throw error;
  }
}

function sessionIn(text: string): Session {
  return (JSON.parse(text) as { result: Session }).result;
}

function headersOf(credential: Credential): Record<string, string> {
  switch (credential.kind) {
    case 'token':
      return { authorization: `Bearer ${credential.token}` };
    case 'key':
      return { 'x-auth-email': credential.email, 'x-auth-key': credential.key };
    case 'code':
      return {};
  }
}
