import { fields } from '../../catalogs/fields/fields.ts';
import type { LoginShape } from '../../catalogs/managed-rulesets/exposed-credentials/credential-rule.ts';
import {
  type Accessors,
  compileExpression,
  compileValue,
  createScheme,
  jsonLookupOf,
  jsonValues,
  type LogicNode,
  parseExpression,
  parseValueExpression,
} from '../../expression/expression.ts';
import type { Login } from './credential-store.ts';
import { lenientFields } from './lenient-fields.ts';

/** A login shape, or the credential check of a custom rule, after parsing. */
export interface LoginTrees {
  readonly condition: LogicNode;
  readonly username: ReturnType<typeof parseValueExpression>;
  readonly password: ReturnType<typeof parseValueExpression>;
}

/** Undefined if the request is not such a login, or lacks one of the two values. */
export type LoginReader<Request> = (request: Request) => Login | undefined;

/** All logins that a server might read from the request. */
export type LoginsReader<Request> = (request: Request) => readonly Login[];

const scheme = createScheme({ fields });

/** Fields of forms by their names. */
const FIELD_NAMES = /http\.request\.body\.(?:form|multipart)\["[^"]*"\]/g;

/** Values of a repeated name that are read: servers use the first or the last. */
const MAX_AT_EACH_END = 3;

/**
 * Parses a shape of the catalog. `[0]` in its expressions is replaced, so that all values of a repeated name are read, and
 * names of fields are in lower case, as those of `lenientFields`.
 */
export function parseLogin(shape: LoginShape): LoginTrees {
  return {
    condition: parseExpression(shape.expression, scheme),
    username: parseEach(shape.usernameExpression),
    password: parseEach(shape.passwordExpression),
  };
}

function parseEach(text: string): ReturnType<typeof parseValueExpression> {
  const folded = text.replace(FIELD_NAMES, (name) => name.toLowerCase());
  const first = parseValueExpression(folded, scheme, { type: 'String' });
  // Outside of a call the list itself is the value; inside of a call `[*]` unpacks its items.
  const each = folded.replace(/("\])\[0\]\s*$/, '$1').replace(/("\])\[0\](?=\s*\))/, '$1[*]');
  return each === folded ? first : parseValueExpression(each, scheme, {});
}

/** Reads logins of one shape from requests of any type. */
export function compileLogin<Request>(
  { condition, username, password }: LoginTrees,
  accessors: Accessors<Request>,
): LoginsReader<Request> {
  const matches = compileExpression(condition, accessors);
  const lenient = lenientFields(accessors);
  const readUsername = readerOf(username, lenient);
  const readPassword = readerOf(password, lenient);
  return (request) => {
    if (!matches(request)) return [];
    const passwords = textsOf(readPassword(request));
    return textsOf(readUsername(request)).flatMap((each) =>
      passwords.map((password) => ({ username: each, password })),
    );
  };
}

/** JSON lookups find names in any case, and every value of a repeated name. */
function readerOf<Request>(
  tree: LoginTrees['username'],
  accessors: Accessors<Request>,
): (request: Request) => unknown {
  const lookup = jsonLookupOf(tree);
  if (!lookup) return compileValue(tree, accessors);
  const read = compileValue(lookup.text, accessors);
  const fold = (name: string) => name.toLowerCase();
  return (request) => jsonValues(String(read(request) ?? ''), lookup.path, fold);
}

/** Reads logins in the first shape that matches: a rule may have several shapes for a product. */
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

/** The distinct non-empty values; of many, the first and the last ones. */
function textsOf(value: unknown): string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = values.filter((each): each is string => typeof each === 'string' && each !== '');
  const different = [...new Set(texts)];
  if (different.length <= 2 * MAX_AT_EACH_END) return different;
  return [...different.slice(0, MAX_AT_EACH_END), ...different.slice(-MAX_AT_EACH_END)];
}
