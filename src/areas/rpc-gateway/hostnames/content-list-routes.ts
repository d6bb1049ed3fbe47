import { ApiError } from '../../../http/api-error.ts';
import { type Method, type Route, routeTable } from '../../../http/route.ts';
import { type TObject, Type } from '../../../kernel/schema.ts';

const list = '/zones/:zone_id/web3/hostnames/:hostname_id/ipfs_universal_path/content_list';
const entries = `${list}/entries`;
const entry = `${entries}/:entry_id`;

const ListBody = Type.Object({ action: Type.String({ examples: ['block'] }) });
const EntryBody = Type.Object({
  type: Type.String({ examples: ['cid'] }),
  content: Type.String({ examples: ['QmPZ9gcCEpqKTo6aq61g2nXGUhM4iCL3ewB6LDXZCtioEB'] }),
});

const calls: readonly [method: Method, path: string, operation: string, body?: TObject][] = [
  ['GET', list, 'get'],
  ['PUT', list, 'replace', ListBody],
  ['GET', entries, 'entries-list'],
  ['POST', entries, 'entries-create', EntryBody],
  ['GET', entry, 'entries-get'],
  ['PUT', entry, 'entries-replace', EntryBody],
  ['DELETE', entry, 'entries-delete'],
];

/** Content lists exist only for IPFS hostnames, which are not supported. The routes respond with an error that explains this. */
export function contentListRoutes(): Route[] {
  const route = routeTable({ tag: 'Web3 hostnames', service: 'product' });
  return calls.map(([method, path, operation, body]) =>
    route({
      method,
      path,
      operation: `web3-content-list-${operation}`,
      summary: 'Not supported: responds with 404, because IPFS is not served',
      access: {
        kind: 'capability',
        capability: method === 'GET' ? 'web3-hostname:read' : 'web3-hostname:write',
      },
      ...(body && { body }),
      response: Type.Null(),
      async handle() {
        throw new ApiError('web3ContentList');
      },
    }),
  );
}
