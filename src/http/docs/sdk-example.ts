import { variableName } from './example-value.ts';
import type { OperationExample } from './operation-example.ts';
import type { SdkCall } from './sdk-call.ts';
import { sdkCalls } from './sdk-calls.ts';
import { type ValueSyntax, valueText } from './value-text.ts';

/** The call in JavaScript: with the specific method of the SDK, or the generic one for its HTTP method. */
export function sdkExample(example: OperationExample): string {
  const call = sdkCalls[`${example.method} ${example.path}`];
  if (!call || !isSentBy(call, example)) return generalCall(example);
  const members = {
    ...Object.fromEntries(
      Object.entries(call.named).map(([name, parameter]) => [name, example.pathValues[parameter]]),
    ),
    ...(call.sends === 'query' ? example.query : bodyMembers(example.body)),
  };
  const list = [
    ...call.positional.map((parameter) => valueText(example.pathValues[parameter], javaScript)),
    ...(Object.keys(members).length > 0 ? [valueText(members, javaScript)] : []),
  ];
  const text = `client.${call.method}(${list.join(', ')})`;
  return call.isPaged
    ? `for await (const item of ${text}) {\n  console.log(item);\n}`
    : `const result = await ${text};`;
}

/** Members of a body are merged into the argument; a body that is a list becomes the member `body`. */
function bodyMembers(body: unknown): object {
  return Array.isArray(body) ? { body } : ((body as object | undefined) ?? {});
}

/** Whether the method can send everything that the example sends. */
function isSentBy({ sends }: SdkCall, { body, query }: OperationExample): boolean {
  const hasQuery = Object.keys(query).length > 0;
  return (body === undefined || sends === 'body') && (!hasQuery || sends === 'query');
}

function generalCall({ method, path, pathValues, query, body }: OperationExample): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const variable = variableName(pathValues[name]);
    return variable ? `\${${variable}}` : encodeURIComponent(String(pathValues[name]));
  });
  const quote = address.includes('${') ? '`' : "'";
  const options = {
    ...(Object.keys(query).length > 0 && { query }),
    ...(body !== undefined && { body }),
  };
  const list = [quote + address + quote];
  if (Object.keys(options).length > 0) list.push(valueText(options, javaScript));
  return `const response = await client.${method.toLowerCase()}(${list.join(', ')});`;
}

const javaScript: ValueSyntax = {
  variable: (name) => name,
  text: stringText,
  memberName: (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : stringText(name)),
};

function stringText(text: string): string {
  const quoted = JSON.stringify(text);
  return text.includes("'") ? quoted : `'${quoted.slice(1, -1).replaceAll('\\"', '"')}'`;
}
