import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

/** The status of a visit to a host, on a connection of its own. */
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
