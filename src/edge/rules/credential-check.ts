import { isUtf8 } from 'node:buffer';
import type { LoginShape } from '../../catalogs/managed-rulesets/exposed-credentials/credential-rule.ts';
import type { Login } from '../../detectors/credentials/credential-store.ts';
import { compileLogin, parseLogin } from '../../detectors/credentials/login-reader.ts';
import { ASCII } from '../../detectors/credentials/normal-username.ts';
import {
  type FieldRead,
  type Prerequisites,
  prerequisites,
  toByteString,
  usage,
} from '../../expression/expression.ts';
import type { RuleContext } from './compiled-rule.ts';
import { liveAccessors } from './expression-values.ts';
import type { LiveRequest } from './live-request.ts';
import type { FoundValue } from './matched-evidence.ts';
import type { RuleEffects } from './rule-effects.ts';

export interface CredentialCheck {
  readonly reads: ReadonlyMap<string, FieldRead>;
  /** Prerequisites of the login shapes, such as the method. */
  readonly needs: Prerequisites | undefined;
  /** Whether the request is a login with leaked credentials. */
  isExposed(context: RuleContext): boolean;
  /** The credentials in plain text, and their fields. */
  found(request: LiveRequest): readonly FoundValue[];
}

/** The check of a custom rule, whose own condition is evaluated before. */
export function customCredentialCheck(check: {
  readonly username_expression: string;
  readonly password_expression: string;
}): CredentialCheck {
  const shape: LoginShape = {
    expression: 'true',
    usernameExpression: check.username_expression,
    passwordExpression: check.password_expression,
  };
  return checkOf([shape]);
}

/** The check of a managed rule, which defines the login shapes. */
export function managedCredentialCheck(shapes: readonly LoginShape[]): CredentialCheck {
  return checkOf(shapes);
}

function checkOf(shapes: readonly LoginShape[]): CredentialCheck {
  const logins = shapes.map(parseLogin);
  const readers = logins.map((login) => compileLogin(login, liveAccessors));
  const used = logins.flatMap((login) => Object.values(login)).map((tree) => usage(tree));
  const secretIn = secretPartOfUrl(
    logins.flatMap(({ username, password }) => [username, password]),
  );
  const exposed = new WeakMap<LiveRequest, readonly FoundValue[]>();
  return {
    reads: new Map(used.flatMap(({ reads }) => [...reads])),
    needs: prerequisites({
      kind: 'combine',
      op: 'or',
      items: logins.map(({ condition }) => condition),
    }),
    isExposed({ request, effects, edge }) {
      effects.secretIn ??= secretIn;
      const isKnown = ({ username, password }: Login) =>
        edge.credentials.hasPair(toUtf8(username), toUtf8(password));
      for (const [index, read] of readers.entries()) {
        const login = read(request).find(isKnown);
        if (!login) continue;
        exposed.set(request, loginValues(shapes[index], login));
        return true;
      }
      return false;
    },
    found: (request) => exposed.get(request) ?? firstLogin(request),
  };

  /** Finds the login in a request object that `isExposed` has not checked, such as the copy that a trace makes. */
  function firstLogin(request: LiveRequest): readonly FoundValue[] {
    for (const [index, read] of readers.entries()) {
      const [login] = read(request);
      if (login) return loginValues(shapes[index], login);
    }
    return [];
  }
}

/** The part of the URL that contains the password, if the expressions read it from there. */
function secretPartOfUrl(values: readonly Parameters<typeof usage>[0][]): RuleEffects['secretIn'] {
  const fields = values.flatMap((tree) => [...usage(tree).fields]);
  const names = fields.map((name) => name.replace(/^raw\./, ''));
  if (names.some((name) => WHOLE.has(name))) return 'target';
  return names.some((name) => QUERY.test(name)) ? 'query' : undefined;
}

const WHOLE = new Set(['http.request.uri', 'http.request.full_uri', 'http.request.uri.path']);
const QUERY = /^http\.request\.uri\.(?:query|args)/;

function loginValues(
  shape: LoginShape | undefined,
  { username, password }: Login,
): readonly FoundValue[] {
  return [
    { field: shape?.usernameExpression ?? '', role: 'username', value: username },
    { field: shape?.passwordExpression ?? '', role: 'password', value: password },
  ];
}

/** Leaked credentials are stored in UTF-8. Old pages post forms in Latin-1, whatever charset their headers name. */
function toUtf8(bytes: string): string {
  return ASCII.test(bytes) || isUtf8(Buffer.from(bytes, 'latin1')) ? bytes : toByteString(bytes);
}
