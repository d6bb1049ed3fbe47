import { createServer } from 'vite';

/** The page of all parts of the dashboard, which exists in development only, with the API of a node. */
export async function servePartsPage(
  apiOrigin: string,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = await createServer({
    root: 'dashboard',
    logLevel: 'error',
    server: { port: 0, proxy: { '/client/v4': apiOrigin } },
  });
  await server.listen();
  const [address = ''] = server.resolvedUrls?.local ?? [];
  return { url: `${address}#parts`, close: () => server.close() };
}
