import { type ActionForm, member, type Parameters, text } from './action-form.ts';
import { readValue, valueFields, writeValue } from './value-field.ts';

export const uriForm: ActionForm = {
  fields: (values, scope) => [
    ...valueFields(values, {
      name: 'path',
      label: 'Path',
      scope,
      pointer: '/action_parameters/uri/path',
      placeholder: '/new/path',
      unchanged: 'Keep it',
    }),
    ...valueFields(values, {
      name: 'query',
      label: 'Query',
      scope,
      pointer: '/action_parameters/uri/query',
      placeholder: 'key=value',
      unchanged: 'Keep it',
    }),
  ],
  read: (parameters) => ({
    ...readValue('path', member(parameters, 'uri', 'path'), ''),
    ...readValue('query', member(parameters, 'uri', 'query'), ''),
  }),
  write: (values) => {
    const [path, query] = [writeValue('path', values), writeValue('query', values)];
    return { uri: { ...(path && { path }), ...(query && { query }) } };
  },
};

interface HeaderChange {
  readonly operation: string;
  readonly value?: string;
  readonly expression?: string;
}

/** Header changes as lines: `set X-Frame: deny`, `add X-Country = ip.src.country`, `remove Server`. */
export const headersForm: ActionForm = {
  fields: () => [
    {
      name: 'headers',
      label: 'Headers',
      kind: 'lines',
      isRequired: true,
      placeholder: 'set X-Frame-Options: DENY\nremove Server',
      help: 'One per line: "set Name: text", "set Name = expression", "add Name: text" or "remove Name".',
      pointer: '/action_parameters/headers',
    },
  ],
  read: (parameters) => {
    const headers = (member(parameters, 'headers') ?? {}) as Record<string, HeaderChange>;
    return { headers: Object.entries(headers).map(headerLine).join('\n') };
  },
  write: (values) => {
    const lines = text(values, 'headers')
      .split('\n')
      .filter((line) => line.trim() !== '');
    return { headers: Object.fromEntries(lines.map(readHeaderLine)) as Parameters };
  },
};

function headerLine([name, { operation, value, expression }]: [string, HeaderChange]): string {
  if (expression !== undefined) return `${operation} ${name} = ${expression}`;
  return value === undefined ? `${operation} ${name}` : `${operation} ${name}: ${value}`;
}

/** What is not understood is sent as it is, so that the API says what is wrong. */
function readHeaderLine(line: string): [string, HeaderChange] {
  const [, operation = 'set', name = line, sign, rest = ''] =
    /^\s*(\w+)\s+([^\s:=]+)\s*(?:([:=])\s*(.*?))?\s*$/.exec(line) ?? [];
  if (sign === undefined) return [name, { operation }];
  return [name, { operation, ...(sign === ':' ? { value: rest } : { expression: rest }) }];
}
