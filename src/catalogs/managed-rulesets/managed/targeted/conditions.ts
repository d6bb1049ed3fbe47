/**
 * Conditions of targeted rules, as text of the rule language. They compare in lower case, with all encodings of values
 * undone. Each rule begins with a condition on the path, the query or the name of a header, so that gates rule it out
 * for other requests.
 */
const PATH = 'lower(http.request.uri.path)';
const RAW_PATH = 'lower(raw.http.request.uri.path)';
const QUERY = 'lower(http.request.uri.query)';
const DECODED_QUERY = 'lower(url_decode(http.request.uri.query, "ru"))';
const BODY = 'lower(url_decode(http.request.body.raw, "ru"))';

const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;

const isOneOf = (left: string, texts: readonly string[]): string =>
  `${left} in {${texts.map(quoted).join(' ')}}`;

const containsAny = (left: string, parts: readonly string[]): string =>
  anyOf(...parts.map((part) => `${left} contains ${quoted(part)}`));

export const allOf = (...conditions: readonly string[]): string => conditions.join(' and ');

export const anyOf = (...conditions: readonly string[]): string =>
  conditions.length === 1 ? (conditions[0] as string) : `(${conditions.join(' or ')})`;

export const not = (condition: string): string => `not (${condition})`;

export const methodIs = (...methods: readonly string[]): string =>
  isOneOf('http.request.method', methods);

/** All texts are in lower case. Products can be installed in a folder, so most conditions look for a part of the path. */
export const pathHas = (...parts: readonly string[]): string => containsAny(PATH, parts);
export const pathIs = (...paths: readonly string[]): string => isOneOf(PATH, paths);
export const pathEnds = (...endings: readonly string[]): string =>
  anyOf(...endings.map((ending) => `ends_with(${PATH}, ${quoted(ending)})`));
export const pathMatches = (pattern: string): string => `${PATH} matches r#"${pattern}"#`;
/** The path as sent: dot segments and escapes are still there. */
export const rawPathHas = (...parts: readonly string[]): string => containsAny(RAW_PATH, parts);

/**
 * Excludes views of source code, such as `/ada/site/blob/main/wp-config.php.bak`. The file must follow the view in the path,
 * because servers run a script whatever follows it.
 */
export const outsideSources = (file: string): string =>
  not(pathMatches(`/(?:blob|tree|raw|blame|browse|edit|src/(?:branch|commit|tag))/.*(?:${file})`));

/** The query as sent, for conditions that rule out most requests. */
export const queryHas = (...parts: readonly string[]): string => containsAny(QUERY, parts);
/** The query with all escapes decoded. */
export const decodedQueryHas = (...parts: readonly string[]): string =>
  containsAny(DECODED_QUERY, parts);
export const decodedQueryMatches = (pattern: string): string =>
  `${DECODED_QUERY} matches r#"${pattern}"#`;

/** The decoded body, whatever its type. A plus sign is a space there. */
export const bodyHas = (...parts: readonly string[]): string =>
  parts.length === 1 ? containsAny(BODY, parts) : bodyMatches(parts.map(escaped).join('|'));
export const bodyMatches = (pattern: string): string => `${BODY} matches r#"${pattern}"#`;

/** Values of a query argument or a form field of this name. */
function fieldTest(name: string, test: (left: string) => string): string {
  const key = quoted(name);
  const encoded = ['http.request.uri.args', 'http.request.body.form'].map(
    (field) => `any(${test(`lower(url_decode(${field}[${key}][*], "ru")[*])[*]`)})`,
  );
  return anyOf(...encoded, `any(${test(`lower(http.request.body.multipart[${key}][*])[*]`)})`);
}

export const fieldIs = (name: string, ...values: readonly string[]): string =>
  fieldTest(name, (left) => isOneOf(left, values));

export const fieldHas = (name: string, ...parts: readonly string[]): string =>
  fieldMatches(name, parts.map(escaped).join('|'));

const escaped = (part: string): string => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

export const fieldMatches = (name: string, pattern: string): string =>
  fieldTest(name, (left) => `${left} matches r#"${pattern}"#`);

/** Whether the field is there, with any value. */
export const hasField = (name: string): string =>
  anyOf(
    `has_key(http.request.uri.args, ${quoted(name)})`,
    `has_key(http.request.body.form, ${quoted(name)})`,
    `has_key(http.request.body.multipart, ${quoted(name)})`,
  );

/** The names of all arguments and fields of forms, decoded. */
export const anyFieldName = (pattern: string): string =>
  anyOf(
    ...[
      'url_decode(http.request.uri.args.names[*], "ru")[*]',
      'url_decode(http.request.body.form.names[*], "ru")[*]',
      'http.request.body.multipart.names[*][*]',
    ].map((names) => `any(lower(${names})[*] matches r#"${pattern}"#)`),
  );

/** A value that is no number, name, date or list of these. Injected SQL, HTML or shell commands need more characters. */
export const fieldIsNotPlain = (...names: readonly string[]): string =>
  anyOf(...names.map((name) => fieldMatches(name, '[^0-9a-z_,.:-]')));

/** Characters that separate commands or substitute their output. */
const SHELL = '[;|`&\\n]|\\$[(a-z{]';
export const fieldHasShell = (...names: readonly string[]): string =>
  anyOf(...names.map((name) => fieldMatches(name, SHELL)));

export const headerHas = (name: string, ...parts: readonly string[]): string =>
  containsAnyValue(`lower(http.request.headers[${quoted(name)}][*])[*]`, parts);
export const headerMatches = (name: string, pattern: string): string =>
  `any(lower(http.request.headers[${quoted(name)}][*])[*] matches r#"${pattern}"#)`;
export const hasHeader = (name: string): string => `has_key(http.request.headers, ${quoted(name)})`;
export const cookieHas = (...parts: readonly string[]): string =>
  containsAny('lower(http.cookie)', parts);

const containsAnyValue = (left: string, parts: readonly string[]): string =>
  anyOf(...parts.map((part) => `any(${left} contains ${quoted(part)})`));

/** The name of an uploaded file. */
export const fileNameMatches = (pattern: string): string =>
  `any(lower(http.request.body.multipart.filenames[*][*])[*] matches r#"${pattern}"#)`;

/** Extensions of files that servers run. */
export const EXECUTABLE = '\\.(?:php[0-9]?|phtml|phar|phps|pht|aspx?|ashx|asmx|jspx?|cfm|cgi|pl)';

/** The path and the query with all escapes decoded. */
export const decodedUriHas = (...parts: readonly string[]): string =>
  containsAny('lower(url_decode(http.request.uri, "ru"))', parts);

/** The path and the query as sent. */
export const uriHas = (...parts: readonly string[]): string =>
  containsAny('lower(http.request.uri)', parts);
