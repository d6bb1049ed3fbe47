import type { FastifyInstance } from 'fastify';
import type { DocsPage } from '../../http/docs/docs-page.ts';
import { GUIDES_PATH } from '../../http/docs/guide-list.ts';
import type { ApiAddress } from '../../http/docs/operation-section.ts';
import type { OpenApiDocument } from '../../http/openapi.ts';
import { areaWords } from './area-words.ts';
import { readGuide, readGuides } from './guides.ts';

export interface OperationsOptions {
  /** Undefined on a node that does not serve the API. */
  readonly documentation: ApiDocumentation | undefined;
  /** The reasons why the node is not ready; empty if it is ready. */
  notReady(): Promise<readonly string[]>;
  /** Problems that do not affect readiness. */
  problems(): readonly string[];
  metrics(): Promise<string>;
}

interface ApiDocumentation {
  readonly address: ApiAddress;
  document(): OpenApiDocument;
}

/** Endpoints for operators and their tools: liveness, readiness, metrics and API documentation. */
export function addOperationsRoutes(app: FastifyInstance, options: OperationsOptions): void {
  app.get('/healthz', async () => ({ status: 'alive' }));

  app.get('/readyz', async (_request, reply) => {
    const waiting = await options.notReady();
    const problems = options.problems();
    const more = problems.length > 0 ? { problems } : {};
    if (waiting.length === 0) return { status: 'ready', ...more };
    return reply.code(503).send({ status: 'not ready', waiting_for: waiting, ...more });
  });

  app.get('/metrics', async (_request, reply) => {
    const text = await options.metrics();
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(text);
  });

  if (options.documentation) addDocumentation(app, options.documentation);
}

/** Both forms are generated at their first request, because most nodes never serve them. */
function addDocumentation(app: FastifyInstance, { address, document }: ApiDocumentation): void {
  let openApi: OpenApiDocument | undefined;
  let page: Promise<DocsPage> | undefined;
  const readDocument = () => {
    openApi ??= document();
    return openApi;
  };
  const renderPage = async () => {
    const { docsPage } = await import('../../http/docs/docs-page.ts');
    return docsPage(readDocument(), address, { guides: await readGuides(), areaWords });
  };

  app.get('/openapi.json', async () => readDocument());

  app.get<{ Params: { name: string } }>(`${GUIDES_PATH}/:name`, async (request, reply) => {
    const text = await readGuide(request.params.name);
    if (text === undefined) return reply.callNotFound();
    return reply.type('text/plain; charset=utf-8').send(text);
  });

  app.get('/docs', async (_request, reply) => {
    page ??= renderPage();
    const { text, policy } = await page;
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send(text);
  });
}
