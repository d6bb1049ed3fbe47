import { createHash } from 'node:crypto';
import { Html, html } from '../../kernel/html.ts';
import type { OpenApiDocument } from '../openapi.ts';
import { DOCS_SCRIPT } from './docs-script.ts';
import { DOCS_STYLE } from './docs-style.ts';
import { type Guide, guideList } from './guide-list.ts';
import {
  type ApiAddress,
  codeBlock,
  type DocumentedOperation,
  methodLabel,
  operationSection,
} from './operation-section.ts';

export interface DocsPage {
  readonly text: string;
  /** The Content-Security-Policy: allows the style and the script of the page and nothing else. */
  readonly policy: string;
}

export interface DocsExtras {
  readonly guides: readonly Guide[];
  /** Words by which the search finds the operations of an area, besides those that it shows. */
  readonly areaWords: Readonly<Record<string, string>>;
}

/** The page at `/docs`: the OpenAPI document for people, without external resources. */
export function docsPage(
  document: OpenApiDocument,
  address: ApiAddress,
  { guides, areaWords }: DocsExtras = { guides: [], areaWords: {} },
): DocsPage {
  const areas = [...Map.groupBy(operationsOf(document, address), areaOf)];
  const { title, version, description } = document.info;
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${new Html(DOCS_STYLE)}</style></head><body><div class="page">
<nav aria-label="Contents"><a class="title" href="#top">${title}</a>
<input type="search" placeholder="Search guides and operations ( / )" aria-label="Search guides and operations" hidden>
<div class="areas">${areas.map(([area, operations]) => contentsOf(area, operations))}</div></nav>
<main id="top"><h1>${title} <small>${version}</small></h1>
<p>${description} Paths are below <code>${address.basePath}</code>. The same as data: <a href="/openapi.json">OpenAPI 3.1</a>.</p>
${introduction(address)}
<p id="nothing" hidden>No guide and no operation matches.</p>
${guideList(guides)}
${areas.map(([area, operations]) => areaSection({ area, words: areaWords[area] ?? '' }, operations, address))}</main></div>
<script>${new Html(DOCS_SCRIPT)}</script></body></html>`;
  return { text: page.text, policy: docsPolicy() };
}

function docsPolicy(): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return [
    "default-src 'none'",
    `style-src ${hash(DOCS_STYLE)}`,
    `script-src ${hash(DOCS_SCRIPT)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function operationsOf(
  { paths }: OpenApiDocument,
  { basePath }: ApiAddress,
): readonly DocumentedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method,
      path: path.slice(basePath.length),
      operation,
    })),
  );
}

function areaOf({ operation }: DocumentedOperation): string {
  return operation.tags[0] ?? 'Other';
}

function contentsOf(area: string, operations: readonly DocumentedOperation[]): Html {
  const links = operations.map(
    ({ method, operation: { operationId, summary } }) =>
      html`<li><a href="#${operationId}">${methodLabel(method)}<span>${summary}</span></a></li>`,
  );
  return html`<details><summary><a href="#${areaId(area)}">${area}</a> <small>${String(operations.length)}</small></summary><ul>${links}</ul></details>\n`;
}

function areaSection(
  { area, words }: { readonly area: string; readonly words: string },
  operations: readonly DocumentedOperation[],
  address: ApiAddress,
): Html {
  const sections = operations.map((operation) => operationSection(operation, address));
  return html`<section class="area" id="${areaId(area)}" data-words="${words}"><h2>${area}</h2>${sections}</section>\n`;
}

function areaId(area: string): string {
  return `area-${area.toLowerCase().replace(/[^a-z]+/g, '-')}`;
}

/** Set-up that all examples share. */
function introduction({ origin, basePath }: ApiAddress): Html {
  const shell = `TOKEN=$(cat ./data/admin-token)
curl "${origin}${basePath}/accounts" -H "Authorization: Bearer $TOKEN"`;
  const sdk = `import Cloudflare from 'cloudflare';

const client = new Cloudflare({
  apiToken: process.env.TOKEN,
  baseURL: '${origin}${basePath}',
});`;
  return html`<section id="introduction"><h2>Before the first call</h2>
<p>Send a token with every call; the first start of a node stores the administrator's in its data folder. Names such as <code>ZONE_ID</code> in the examples are placeholders for your values: variables of the shell, constants of the script.</p>
<p>A response has its <code>result</code> if <code>success</code> is true, otherwise <code>errors</code>, each with a code and a message that says what to do. <code>messages</code> has what you should know in either case. Lists have <code>result_info</code> with the page and the total.</p>
${codeBlock('curl', shell, origin)}${codeBlock('SDK', sdk, origin)}</section>`;
}
