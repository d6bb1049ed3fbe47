import type { TObject, TSchema } from 'typebox';
import type { Capability } from '../../catalogs/permissions.ts';
import { ok, okPage, type PathParams, type Route, routeTable } from '../../http/route.ts';
import { mapPage, type Page } from '../../kernel/page.ts';
import { IdResponse, ReferenceResponse } from './common-schema.ts';
import { referenceResponse } from './references/reference-store.ts';
import type { Reference, ResourceRecord, Scope } from './resource-model.ts';
import type { ResourceService } from './resource-service.ts';

/** What a kind of resource needs to be listed, read and written over the API. */
export interface ResourceRoutesOptions<Document, R extends ResourceRecord<Document>> {
  readonly base: string;
  /** Name of the path segment with the id. */
  readonly idParam: string;
  /** Of the names of operations. */
  readonly prefix: string;
  readonly tag: string;
  readonly noun: string;
  readonly read: Capability;
  readonly write: Capability;
  readonly body: TObject;
  /** The same with every member optional. */
  readonly patchBody: TObject;
  readonly response: TSchema;
  readonly listQuery: TObject;
  readonly resources: ResourceService<Document, R>;
  toResponse(record: R): unknown;
  scopeOf(params: PathParams): Promise<Scope>;
  list(scope: Scope, query: Readonly<Record<string, unknown>>): Promise<Page<R>>;
}

/** Lists answer everything unless asked for less: clients of these lists do not turn pages. */
export const listBounds = { default: 1000, min: 1, max: 1000 };

export const loadBalancingTable = (tag: string) =>
  routeTable({ tag, service: 'product', invalidBody: 'loadBalancingInvalid' });

export function resourceRoutes<Document, R extends ResourceRecord<Document>>(
  options: ResourceRoutesOptions<Document, R>,
): Route[] {
  const { base, prefix, noun, body, patchBody, response, resources, toResponse } = options;
  const route = loadBalancingTable(options.tag);
  const read = { kind: 'capability', capability: options.read } as const;
  const write = { kind: 'capability', capability: options.write } as const;
  const one = `${base}/:${options.idParam}`;
  const locate = async (params: PathParams) => ({
    scope: await options.scopeOf(params),
    id: params[options.idParam] ?? '',
  });
  const answer = (record: R) => ok(toResponse(record));

  return [
    route({
      method: 'GET',
      path: base,
      operation: `${prefix}-list`,
      summary: `List ${noun}s`,
      access: read,
      query: options.listQuery,
      response,
      list: true,
      async handle({ params, query }) {
        const page = await options.list(await options.scopeOf(params), query);
        return okPage(mapPage(page, toResponse));
      },
    }),
    route({
      method: 'POST',
      path: base,
      operation: `${prefix}-create`,
      summary: `Create a ${noun}`,
      access: write,
      body,
      response,
      async handle({ params, principal, body: sent }) {
        const scope = await options.scopeOf(params);
        // The kit took the body apart by the schema that the document's type is made from.
        return answer(await resources.create(principal.actor, scope, sent as Document));
      },
    }),
    route({
      method: 'GET',
      path: one,
      operation: `${prefix}-get`,
      summary: `Read a ${noun}`,
      access: read,
      response,
      async handle({ params }) {
        const { scope, id } = await locate(params);
        return answer(await resources.get(scope, id));
      },
    }),
    route({
      method: 'PUT',
      path: one,
      operation: `${prefix}-replace`,
      summary: `Replace a ${noun}: members that are left out get their defaults`,
      access: write,
      body,
      response,
      async handle({ params, principal, body: sent }) {
        const { scope, id } = await locate(params);
        const alter = () => sent as Document;
        return answer(await resources.change(principal.actor, scope, id, alter));
      },
    }),
    route({
      method: 'PATCH',
      path: one,
      operation: `${prefix}-change`,
      summary: `Change members of a ${noun}: those that are left out stay`,
      access: write,
      body: patchBody,
      response,
      async handle({ params, principal, body: sent }) {
        const { scope, id } = await locate(params);
        const alter = (document: Document) => ({ ...document, ...(sent as Partial<Document>) });
        return answer(await resources.change(principal.actor, scope, id, alter));
      },
    }),
    route({
      method: 'DELETE',
      path: one,
      operation: `${prefix}-delete`,
      summary: `Delete a ${noun}`,
      access: write,
      response: IdResponse,
      async handle({ params, principal }) {
        const { scope, id } = await locate(params);
        await resources.delete(principal.actor, scope, id);
        return ok({ id });
      },
    }),
  ];
}

/** What refers to a resource, and what it refers to. */
export function referenceRoute<Document, R extends ResourceRecord<Document>>(
  options: ResourceRoutesOptions<Document, R>,
  references: (id: string) => Promise<readonly Reference[]>,
): Route {
  return loadBalancingTable(options.tag)({
    method: 'GET',
    path: `${options.base}/:${options.idParam}/references`,
    operation: `${options.prefix}-references`,
    summary: `List what refers to a ${options.noun}, and what it refers to`,
    access: { kind: 'capability', capability: options.read },
    response: ReferenceResponse,
    list: true,
    async handle({ params }) {
      const id = params[options.idParam] ?? '';
      await options.resources.get(await options.scopeOf(params), id);
      const found = (await references(id)).map(referenceResponse);
      const whole = { page: 1, perPage: Math.max(1, found.length), totalCount: found.length };
      return okPage({ items: found, ...whole });
    },
  });
}
