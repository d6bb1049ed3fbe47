import { fields } from '../../catalogs/fields/fields.ts';
import type { LoginShape } from '../../catalogs/managed-rulesets/exposed-credentials/credential-rule.ts';
import {
  type Accessors,
  compileExpression,
  compileValue,
  createScheme,
  type LogicNode,
  parseExpression,
  parseValueExpression,
} from '../../expression/expression.ts';
import type { Login } from './credential-store.ts';

/** A login shape, or the credential check of a custom rule, after parsing. */
export interface LoginTrees {
  readonly condition: LogicNode;
  readonly username: ReturnType<typeof parseValueExpression>;
  readonly password: ReturnType<typeof parseValueExpression>;
}

/** Undefined when the request is no such login, or lacks one of the two values. */
export type LoginReader<Request> = (request: Request) => Login | undefined;

const scheme = createScheme({ fields });

/** Parses a shape of the catalog. */
export function parseLogin(shape: LoginShape): LoginTrees {
  const value = (text: string) => parseValueExpression(text, scheme, { type: 'String' });
  return {
    condition: parseExpression(shape.expression, scheme),
    username: value(shape.usernameExpression),
    password: value(shape.passwordExpression),
  };
}

/** Reads logins of one shape from requests, whatever a request is to the caller. */
export function compileLogin<Request>(
  { condition, username, password }: LoginTrees,
  accessors: Accessors<Request>,
): LoginReader<Request> {
  const matches = compileExpression(condition, accessors);
  const readUsername = compileValue(username, accessors);
  const readPassword = compileValue(password, accessors);
  return (request) => {
    if (!matches(request)) return undefined;
    const login = { username: readUsername(request), password: readPassword(request) };
    return isLogin(login) ? login : undefined;
  };
}

/** Reads a login in the first of several shapes that fits: a rule may know a product in many. */
export function compileLogins<Request>(
  shapes: readonly LoginShape[],
  accessors: Accessors<Request>,
): LoginReader<Request> {
  const readers = shapes.map((shape) => compileLogin(parseLogin(shape), accessors));
  return (request) => {
    for (const read of readers) {
      const login = read(request);
      if (login) return login;
    }
    return undefined;
  };
}

function isLogin(values: { username: unknown; password: unknown }): values is Login {
  const { username, password } = values;
  return (
    typeof username === 'string' &&
    username !== '' &&
    typeof password === 'string' &&
    password !== ''
  );
}
