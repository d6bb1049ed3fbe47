import type { IncomingMessage, ServerResponse } from 'node:http';

/** What the edge itself can have to say to a visitor, instead of the origin. */
const problems = {
  noSuchZone: {
    status: 404,
    title: 'No such zone',
    detail: 'This edge serves no zone for the host name that was asked for.',
  },
  noOrigin: {
    status: 503,
    title: 'No origin',
    detail: 'The zone exists, but nothing says where its traffic should go.',
  },
} as const;

export type EdgeProblem = keyof typeof problems;

/** Answers with JSON for programs and a plain page for people. `ray` identifies the request in logs. */
export function sendProblem(
  request: IncomingMessage,
  response: ServerResponse,
  problem: EdgeProblem,
  ray: string,
): void {
  const { status, title, detail } = problems[problem];
  const wantsJson = request.headers.accept?.includes('application/json') ?? false;
  const body = wantsJson
    ? JSON.stringify({ status, title, detail, ray })
    : `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${detail}</p><p><small>Ray ${ray}</small></p></html>`;
  response.writeHead(status, {
    'content-type': wantsJson ? 'application/json' : 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-palisade-ray': ray,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
