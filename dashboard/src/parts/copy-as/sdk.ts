import { requestPath } from '../../api/request-path.ts';
import { type ApiCall, sentQuery } from './api-call.ts';
import type { SdkCall } from './sdk-call.ts';

/** The call in JavaScript with the official SDK: its method for the operation, or the generic one of the HTTP method. */
export function sdkText(call: ApiCall, api: string, sdk: SdkCall | undefined): string {
  const start = `import Cloudflare from 'cloudflare';

const client = new Cloudflare({
  apiToken: process.env.TOKEN,
  baseURL: '${api}',
});

`;
  return start + (sdk && isSentBy(sdk, call) ? methodCall(sdk, call) : generalCall(call));
}

function methodCall(sdk: SdkCall, call: ApiCall): string {
  const members = {
    ...Object.fromEntries(
      Object.entries(sdk.named).map(([name, parameter]) => [name, call.params[parameter]]),
    ),
    ...(sdk.sends === 'query' ? sentQuery(call) : bodyMembers(call.body)),
  };
  const list = [
    ...sdk.positional.map((parameter) => valueText(call.params[parameter])),
    ...(Object.keys(members).length > 0 ? [valueText(members)] : []),
  ];
  const text = `client.${sdk.method}(${list.join(', ')})`;
  if (!sdk.isPaged) return `const result = await ${text};`;
  return `for await (const item of ${text}) {\n  console.log(item);\n}`;
}

/** Members of a body are merged into the argument; a body that is a list becomes the member `body`. */
function bodyMembers(body: unknown): object {
  return Array.isArray(body) ? { body } : ((body as object | undefined) ?? {});
}

function isSentBy({ sends }: SdkCall, call: ApiCall): boolean {
  const hasQuery = Object.keys(sentQuery(call)).length > 0;
  return (call.body === undefined || sends === 'body') && (!hasQuery || sends === 'query');
}

function generalCall(call: ApiCall): string {
  const [method = '', template = ''] = call.operation.split(' ');
  const query = sentQuery(call);
  const options = {
    ...(Object.keys(query).length > 0 && { query }),
    ...(call.body !== undefined && { body: call.body }),
  };
  const list = [valueText(requestPath(template, call.params, {}))];
  if (Object.keys(options).length > 0) list.push(valueText(options));
  return `const response = await client.${method.toLowerCase()}(${list.join(', ')});`;
}

/** A value as JavaScript: like JSON, without quotes around names that need none. */
function valueText(value: unknown): string {
  return (JSON.stringify(value, null, 2) ?? 'undefined').replace(
    /^(\s*)"([A-Za-z_]\w*)":/gm,
    '$1$2:',
  );
}
