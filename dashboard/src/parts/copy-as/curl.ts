import { requestPath } from '../../api/request-path.ts';
import type { ApiCall } from './api-call.ts';

/** The call as a command for a shell. The token is a variable, so that it is in no history. */
export function curlText(call: ApiCall, api: string): string {
  const [method = '', template = ''] = call.operation.split(' ');
  const path = requestPath(template, call.params, call.query ?? {});
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(api + path)}`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(call.body === undefined
      ? []
      : [
          "-H 'Content-Type: application/json'",
          `-d ${quoted(JSON.stringify(call.body, null, 2))}`,
        ]),
  ];
  return lines.join(' \\\n  ');
}

/** A word for a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
