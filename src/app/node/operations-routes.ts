import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { docsPage, docsPolicy } from '../../http/docs-page.ts';
import type { OpenApiDocument } from '../../http/openapi.ts';

export interface OperationsOptions {
  /** Undefined on a node that does not serve the API. */
  readonly document: OpenApiDocument | undefined;
  /** Names what keeps the node from being ready; empty if nothing does. */
  notReady(): Promise<readonly string[]>;
  /** What is wrong although the node is ready. */
  problems(): readonly string[];
  metrics(): Promise<string>;
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

  const { document } = options;
  if (!document) return;
  const page = docsPage(document);
  const policy = docsPolicy((text) => createHash('sha256').update(text).digest('base64'));
  app.get('/openapi.json', async () => document);
  app.get('/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page),
  );
}
