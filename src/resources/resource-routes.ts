import type { ErrorCode } from '../catalogs/error-codes.ts';
import type { Notice } from '../http/envelope.ts';
import {
  type ApiRequest,
  noContent,
  ok,
  okPage,
  type PathParams,
  type Route,
  routeTable,
} from '../http/route.ts';
import { mapPage, type Page } from '../kernel/page.ts';
import { type Static, type TObject, type TSchema, Type } from '../kernel/schema.ts';
import type { CoreTables } from '../storage/core-tables.ts';
import { bodySchema, changedDocument, newDocument, type WriteMode } from './document-write.ts';
import type { ResourceRecord } from './resource-model.ts';
import type { ResourceService } from './resource-service.ts';
import { accountScope, type Scope, type ZoneFinder } from './scope.ts';

type Caller = Pick<ApiRequest<PathParams>, 'params' | 'principal'>;

/** For ids that the API shows in another form than the stored text, such as integers. */
export interface IdFormat {
  readonly schema: TSchema;
  /** The schema of an id in a path, where it is text; left out if it is the same. */
  readonly path?: TSchema;
  /** The stored text of an id in a path; left out if it is the same. */
  fromPath?(text: string): string;
  toResponse(id: string): unknown;
}

const hexId: IdFormat = { schema: Type.String(), toResponse: (id) => id };

/** How resources of one kind are listed, read and written over the API. */
export interface ResourceRoutesOptions<
  R extends ResourceRecord,
  S extends Scope,
  Tables extends CoreTables,
  Query extends TObject = TObject,
> {
  readonly resources: ResourceService<R, S, Tables>;
  readonly tag: string;
  /** Prefix of the operation names: `pools` gives `pools-list`, `pools-create` … */
  readonly operations: string;
  readonly base: string;
  /** Path segment with the id. */
  readonly idParam: string;
  /** Left out for hexadecimal ids. */
  readonly id?: IdFormat;
  /** The error code for a body that violates its schema. */
  readonly invalidBody?: ErrorCode;
  /** Schema of a whole document, with the read-only members that clients may send back. */
  readonly document: TObject;
  readonly response: TSchema;
  /** The methods that change a resource. */
  readonly writes: { readonly PUT?: WriteMode; readonly PATCH?: WriteMode };
  /** The status of a creation; left out: 200. */
  readonly created?: Route['status'];
  /** Whether a creation and a change return the document or only its id; left out: the document. */
  readonly written?: 'document' | 'id';
  /** Whether a deletion returns the id, the deleted document, null, or a response without a body. */
  readonly deletion: keyof typeof deletionResponses;
  /** Left out: "List …s". */
  readonly listSummary?: string;
  readonly listQuery?: Query;
  /** Notices about a document that is accepted but may not have the intended effect. */
  noticesOf?(document: R['document'], scope: S): readonly Notice[] | Promise<readonly Notice[]>;
  scopeOf(caller: Caller): S | Promise<S>;
  list(scope: S, query: Static<Query>): Promise<Page<R>>;
}

/** The schema of the result of a deletion. */
const deletionResponses = {
  id: (id: TSchema) => id,
  document: (_id: TSchema, document: TSchema) => document,
  null: () => Type.Null(),
  empty: undefined,
} as const;

export const accountOfPath = ({ params }: Pick<Caller, 'params'>) =>
  accountScope(params.account_id);

export const zoneOfPath =
  (findZone: ZoneFinder) =>
  ({ params }: Pick<Caller, 'params'>) =>
    findZone(params.zone_id);

const writeOperations = {
  replace: {
    name: 'replace',
    summary: (noun: string) => `Replace a ${noun}: members that are left out get their defaults`,
  },
  merge: {
    name: 'change',
    summary: (noun: string) => `Change members of a ${noun}: members that are left out stay`,
  },
} as const;

export function resourceRoutes<
  R extends ResourceRecord,
  S extends Scope,
  Tables extends CoreTables,
  Query extends TObject,
>(options: ResourceRoutesOptions<R, S, Tables, Query>): Route[] {
  const { resources, base, idParam, operations, document, response, scopeOf } = options;
  const { id: idFormat = hexId } = options;
  const { kind } = resources;
  const { noun } = kind;
  const route = routeTable({
    tag: options.tag,
    service: 'product',
    ...(options.invalidBody && { invalidBody: options.invalidBody }),
  });
  const read = { kind: 'capability', capability: kind.read } as const;
  const write = { kind: 'capability', capability: kind.write } as const;
  const one = {
    path: `${base}/:${idParam}`,
    ...(options.id && { params: Type.Object({ [idParam]: options.id.path ?? options.id.schema }) }),
  };
  const idOf = ({ params }: Caller) => {
    const text = params[idParam] ?? '';
    return idFormat.fromPath?.(text) ?? text;
  };
  const idResponse = Type.Object({ id: idFormat.schema });
  const toId = (id: string) => ({ id: idFormat.toResponse(id) });
  const deleted = deletionResponses[options.deletion];
  const isIdOnly = options.written === 'id';
  const writtenResponse = isIdOnly ? idResponse : response;
  const written = async (record: R, scope: S) =>
    ok(
      isIdOnly ? toId(record.id) : kind.toResponse(record),
      (await options.noticesOf?.(record.document, scope)) ?? [],
    );

  const shownTo = ({ principal }: Caller, scope: S) => {
    const { accountId } = scope;
    const resource =
      scope.kind === 'zone'
        ? ({ type: 'zone', zoneId: scope.id, accountId } as const)
        : ({ type: 'account', accountId } as const);
    return (record: R) =>
      kind.toReaderResponse && !principal.allows(kind.write, resource)
        ? kind.toReaderResponse(record)
        : kind.toResponse(record);
  };

  const changing = Object.entries(options.writes).map(([method, mode]) =>
    route({
      method: method as keyof typeof options.writes,
      ...one,
      operation: `${operations}-${writeOperations[mode].name}`,
      summary: writeOperations[mode].summary(noun),
      access: write,
      body: bodySchema(mode, document),
      nullMembers: mode === 'merge' ? 'checked' : 'absent',
      response: writtenResponse,
      async handle(request) {
        const scope = await scopeOf(request);
        const alter = (stored: R['document']) => changedDocument(mode, stored, request.body);
        const { actor } = request.principal;
        return written(await resources.change(actor, scope, idOf(request), alter), scope);
      },
    }),
  );

  return [
    route({
      method: 'GET',
      path: base,
      operation: `${operations}-list`,
      summary: options.listSummary ?? `List ${noun}s`,
      access: read,
      ...(options.listQuery && { query: options.listQuery }),
      response,
      list: true,
      async handle(request) {
        const scope = await scopeOf(request);
        const page = await options.list(scope, request.query as Static<Query>);
        return okPage(mapPage(page, shownTo(request, scope)));
      },
    }),
    route({
      method: 'POST',
      path: base,
      operation: `${operations}-create`,
      summary: `Create a ${noun}`,
      access: write,
      body: bodySchema('replace', document),
      ...(options.created && { status: options.created }),
      response: writtenResponse,
      async handle(request) {
        const scope = await scopeOf(request);
        const { actor } = request.principal;
        const created = newDocument<R['document']>(request.body);
        return written(await resources.create(actor, scope, created), scope);
      },
    }),
    route({
      method: 'GET',
      ...one,
      operation: `${operations}-get`,
      summary: `Read a ${noun}`,
      access: read,
      response,
      async handle(request) {
        const scope = await scopeOf(request);
        return ok(shownTo(request, scope)(await resources.get(scope, idOf(request))));
      },
    }),
    ...changing,
    route({
      method: 'DELETE',
      ...one,
      operation: `${operations}-delete`,
      summary: `Delete a ${noun}`,
      access: write,
      ...(deleted && { response: deleted(idResponse, response) }),
      async handle(request) {
        const id = idOf(request);
        const record = await resources.delete(request.principal.actor, await scopeOf(request), id);
        if (options.deletion === 'empty') return noContent;
        if (options.deletion === 'id') return ok(toId(id));
        return ok(options.deletion === 'null' || !record ? null : kind.toResponse(record));
      },
    }),
  ];
}
