import { variableName } from './example-value.ts';
import type { OperationExample } from './operation-example.ts';
import { type ValueSyntax, valueText } from './value-text.ts';

/** The call as a command for a shell; `api` is the address of the API. */
export function curlExample(api: string, example: OperationExample): string {
  const { method, body } = example;
  const address = `"${api}${pathOf(example)}${queryOf(example)}"`;
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${address}`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${valueText(body, json, '  ')}'`]),
  ];
  return lines.join(' \\\n  ');
}

function pathOf({ path, pathValues }: OperationExample): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => urlText(pathValues[name]));
}

function queryOf({ query }: OperationExample): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${urlText(value)}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** The shell expands variables; their values are ids, which need no encoding. */
function urlText(value: unknown): string {
  return variableName(value) ? String(value) : encodeURIComponent(String(value));
}

/** JSON in single quotes, which are interrupted for a variable or a single quote. */
const json: ValueSyntax = {
  variable: (name) => `"'$${name}'"`,
  text: quoted,
  memberName: quoted,
};

function quoted(text: string): string {
  return JSON.stringify(text).replaceAll("'", "'\\''");
}
