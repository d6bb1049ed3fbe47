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

/** Every login that a server might read from the request. */
export type LoginsReader<Request> = (request: Request) => readonly Login[];

const scheme = createScheme({ fields });

/** Of values that are there several times servers take the first or the last; few take others. */
const MAX_AT_EACH_END = 3;

/** Parses a shape of the catalog. What it reads at the first place of a name is read at all places. */
export function parseLogin(shape: LoginShape): LoginTrees {
  return {
    condition: parseExpression(shape.expression, scheme),
    username: parseEach(shape.usernameExpression),
    password: parseEach(shape.passwordExpression),
  };
}

function parseEach(text: string): ReturnType<typeof parseValueExpression> {
  const first = parseValueExpression(text, scheme, { type: 'String' });
  // The list itself is a value; inside of a call its entries are meant one by one.
  const each = text.replace(/("\])\[0\]\s*$/, '$1').replace(/("\])\[0\](?=\s*\))/, '$1[*]');
  return each === text ? first : parseValueExpression(each, scheme, {});
}

/** Reads logins of one shape from requests, whatever a request is to the caller. */
export function compileLogin<Request>(
  { condition, username, password }: LoginTrees,
  accessors: Accessors<Request>,
): LoginsReader<Request> {
  const matches = compileExpression(condition, accessors);
  const readUsername = compileValue(username, accessors);
  const readPassword = compileValue(password, accessors);
  return (request) => {
    if (!matches(request)) return [];
    const passwords = textsOf(readPassword(request));
    return textsOf(readUsername(request)).flatMap((each) =>
      passwords.map((password) => ({ username: each, password })),
    );
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
      const [login] = read(request);
      if (login) return login;
    }
    return undefined;
  };
}

/** The different values that are not empty: some from the beginning and some from the end. */
function textsOf(value: unknown): string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = values.filter((each): each is string => typeof each === 'string' && each !== '');
  const different = [...new Set(texts)];
  if (different.length <= 2 * MAX_AT_EACH_END) return different;
  return [...different.slice(0, MAX_AT_EACH_END), ...different.slice(-MAX_AT_EACH_END)];
}
