import { breakable, type Html, html } from '../../kernel/html.ts';
import { JSON_LINES } from '../json-lines.ts';
import type { OpenApiOperation } from '../openapi.ts';
import { curlExample } from './curl-example.ts';
import type { JsonSchema } from './json-schema.ts';
import { memberTable, rowTable } from './member-table.ts';
import { operationExample } from './operation-example.ts';
import { sdkExample } from './sdk-example.ts';

export interface DocumentedOperation {
  readonly method: string;
  /** Below the base path of the API. */
  readonly path: string;
  readonly operation: OpenApiOperation;
}

/** Where the API is: `http://127.0.0.1:8787` and `/client/v4`. */
export interface ApiAddress {
  readonly origin: string;
  readonly basePath: string;
}

/** The id is inside the details element, because browsers open it to show a target in it. */
export function operationSection(documented: DocumentedOperation, address: ApiAddress): Html {
  const { method, path, operation } = documented;
  const { operationId, summary, description } = operation;
  const example = operationExample(method, path, operation);
  return html`<details class="operation"><summary>${methodLabel(method)}<strong>${summary}</strong><a class="link" href="#${operationId}" title="Link to this operation">#</a><code>${breakable(path, '/')}</code></summary>
<div class="content" id="${operationId}"><p>${description}</p>
<div class="examples">${codeBlock('curl', curlExample(address.origin + address.basePath, example), address.origin)}
${codeBlock('SDK', sdkExample(example))}</div>
<div>${inputParts(operation)}${resultPart(operation)}</div>
</div></details>\n`;
}

export function methodLabel(method: string): Html {
  return html`<span class="method ${method}">${method.toUpperCase()}</span>`;
}

/** Text to copy. The script of the page replaces `origin` in it by the address that the page was loaded from. */
export function codeBlock(title: string, text: string, origin = ''): Html {
  const [before = '', after] = origin === '' ? [text] : text.split(origin);
  const rest =
    after === undefined ? undefined : html`<span class="origin">${origin}</span>${after}`;
  return html`<div class="code"><h3>${title}</h3><pre>${before}${rest}</pre></div>`;
}

function inputParts({ parameters, requestBody }: OpenApiOperation): Html {
  const rows = parameters.map(({ name, in: location, required, schema }) => ({
    name,
    note: location === 'path' ? 'path' : required ? 'query, required' : 'query',
    schema,
  }));
  const body = requestBody?.content['application/json'].schema;
  return html`${rows.length > 0 ? html`<h3>Parameters</h3>${rowTable(rows)}` : undefined}
${body ? html`<h3>Body</h3>${memberTable(body, { forWriting: true })}` : undefined}`;
}

function resultPart({ responses }: OpenApiOperation): Html {
  const content = (responses['200'] ?? responses['201'])?.content;
  const line: JsonSchema | undefined = content?.[JSON_LINES]?.schema;
  const envelope: JsonSchema | undefined = content?.['application/json']?.schema;
  const result = line ?? envelope?.properties?.['result'];
  if (!result) return html`<p>Returns 204 without a body.</p>`;
  const isList = result.type === 'array' && result.items?.properties !== undefined;
  const title = line ? 'Each line of the result' : isList ? 'Each item of the result' : 'Result';
  const table = memberTable(isList && result.items ? result.items : result, { forWriting: false });
  return html`<details class="result"><summary>${title}</summary>${table}</details>`;
}
