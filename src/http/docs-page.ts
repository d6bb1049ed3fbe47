import { JSON_LINES } from './json-lines.ts';
import type { OpenApiDocument, OpenApiOperation } from './openapi.ts';

const STYLE = `
  :root { color-scheme: light dark; --soft: color-mix(in srgb, currentColor 12%, transparent); }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--soft); }
  details { border: 1px solid var(--soft); border-radius: 6px; margin: .5rem 0; padding: .4rem .8rem; }
  summary { cursor: pointer; display: flex; gap: .8rem; flex-wrap: wrap; align-items: baseline; }
  code, pre { font: 14px/1.45 ui-monospace, monospace; overflow-wrap: anywhere; }
  pre { background: var(--soft); padding: .8rem; border-radius: 6px; overflow: auto; max-height: 24rem; }
  .method { font-weight: 700; min-width: 5rem; }
  table { border-collapse: collapse; } td, th { text-align: left; padding: .2rem 1rem .2rem 0; vertical-align: top; }
`;

/** The page at `/docs`: the OpenAPI document as plain HTML, without scripts or external resources. */
export function docsPage(document: OpenApiDocument): string {
  const byTag = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] ?? 'other';
      byTag.set(tag, [...(byTag.get(tag) ?? []), operationHtml(method, path, operation)]);
    }
  }
  const sections = [...byTag].map(([tag, html]) => `<h2>${escapeHtml(tag)}</h2>${html.join('')}`);
  const { title, version, description } = document.info;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>
<h1>${escapeHtml(title)} <small>${escapeHtml(version)}</small></h1>
<p>${escapeHtml(description)} The same as data: <a href="/openapi.json">OpenAPI 3.1</a>.</p>
${sections.join('\n')}</body></html>`;
}

/** Allows the style of the page and nothing else. `hash` is the base64 SHA-256 of the style. */
export function docsPolicy(hash: (text: string) => string): string {
  return `default-src 'none'; style-src 'sha256-${hash(STYLE)}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

function operationHtml(method: string, path: string, operation: OpenApiOperation): string {
  const parameters = operation.parameters.map(
    ({ name, in: place, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}</td><td><code>${escapeHtml(JSON.stringify(schema))}</code></td></tr>`,
  );
  const body = operation.requestBody?.content['application/json'].schema;
  const content = operation.responses['200']?.content;
  const envelope = content?.['application/json']?.schema as
    | { properties?: { result?: unknown } }
    | undefined;
  const line = content?.[JSON_LINES]?.schema;
  const result = envelope?.properties?.result ?? line;
  return `<details><summary><span class="method">${method.toUpperCase()}</span><code>${escapeHtml(path)}</code><span>${escapeHtml(operation.summary)}</span></summary>
<p>${escapeHtml(operation.description)}</p>
${parameters.length ? `<h4>Parameters</h4><table>${parameters.join('')}</table>` : ''}
${body ? `<h4>Body</h4>${schemaHtml(body)}` : ''}
${result ? `<h4>${line ? 'Each line' : 'Result'}</h4>${schemaHtml(result)}` : '<p>Returns 204 without a body.</p>'}</details>`;
}

function schemaHtml(schema: unknown): string {
  return `<pre>${escapeHtml(JSON.stringify(schema, undefined, 2))}</pre>`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replace(/[&<>"]/g, (char) => entities[char] ?? char);
}
