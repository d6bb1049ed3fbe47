import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

/** The response status for a host, on a new connection. */
export async function statusOf(
  edge: string,
  host: string,
  path = '/',
): Promise<number | undefined> {
  const [response] = (await once(
    request(edge + path, { headers: { host }, agent: false }).end(),
    'response',
  )) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}
