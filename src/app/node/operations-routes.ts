import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { docsPage, docsPolicy } from '../../http/docs-page.ts';
import type { OpenApiDocument } from '../../http/openapi.ts';

export interface OperationsOptions {
  /** Undefined on a node that does not serve the API. */
  readonly document: OpenApiDocument | undefined;
  /** Names what is not ready yet; empty when everything serves. */
  notReady(): Promise<readonly string[]>;
  metrics(): Promise<string>;
}

/** What operators and their tools ask a node: is it alive, is it ready, how is it doing, what does it serve. */
export function addOperationsRoutes(app: FastifyInstance, options: OperationsOptions): void {
  app.get('/healthz', async () => ({ status: 'alive' }));

  app.get('/readyz', async (_request, reply) => {
    const waiting = await options.notReady();
    if (waiting.length === 0) return { status: 'ready' };
    return reply.code(503).send({ status: 'not ready', waiting_for: waiting });
  });

  app.get('/metrics', async (_request, reply) => {
    const text = await options.metrics();
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(text);
  });

  const { document } = options;
  if (!document) return;
  const page = docsPage(document);
  const policy = docsPolicy((text) => createHash('sha256').update(text).digest('base64'));
  app.get('/openapi.json', async () => document);
  app.get('/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page),
  );
}
