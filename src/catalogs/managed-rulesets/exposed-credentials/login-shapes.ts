import type { LoginShape } from './credential-rule.ts';

/**
 * The three formats of a login. Values of URL-encoded forms are decoded; those of multipart forms and JSON are plain.
 * For repeated names the expressions here use the first value. The login reader reads all of them, with names in any
 * case. A login needs a user and a password that are not empty.
 */
export interface LoginNames {
  readonly username: string;
  readonly password: string;
}

const inParentheses = (condition: string): string => `(${condition})`;

const allOf = (...conditions: (string | undefined)[]): string =>
  conditions
    .filter((condition) => condition !== undefined)
    .map(inParentheses)
    .join(' and ');

const WRITES = 'http.request.method in {"POST" "PUT" "PATCH"}';

type FormField = 'http.request.body.form' | 'http.request.body.multipart';

function formShape(
  field: FormField,
  read: (value: string) => string,
  names: LoginNames,
  when?: (form: FormField) => string,
): LoginShape {
  const value = (name: string): string => `${field}["${name}"][0]`;
  return {
    expression: allOf(WRITES, when?.(field)),
    usernameExpression: read(value(names.username)),
    passwordExpression: read(value(names.password)),
  };
}

/** An HTML form, in both of its encodings. `when` receives the field with the form. */
export function formLogin(
  names: LoginNames,
  when?: (form: FormField) => string,
): readonly LoginShape[] {
  return [
    formShape('http.request.body.form', (value) => `url_decode(${value})`, names, when),
    formShape('http.request.body.multipart', (value) => value, names, when),
  ];
}

/** Parses a body as JSON only if its type is JSON, or it contains the name of the password or an escape: most bodies need no parsing. */
const mayBeJson = (password: string): string =>
  `any(lower(http.request.headers["content-type"][*])[*] contains "json") or lower(http.request.body.raw) contains "\\"${password}\\"" or http.request.body.raw contains "\\\\u00"`;

/** A JSON object with user and password at the top level. */
export function jsonLogin(names: LoginNames, when?: string): readonly LoginShape[] {
  const value = (name: string): string => `lookup_json_string(http.request.body.raw, "${name}")`;
  return [
    {
      expression: allOf(WRITES, mayBeJson(names.password), when),
      usernameExpression: value(names.username),
      passwordExpression: value(names.password),
    },
  ];
}
