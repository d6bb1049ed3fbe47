import type { ErrorCode } from '../catalogs/error-codes.ts';
import type { Capability } from '../catalogs/permissions.ts';
import type { Page } from '../kernel/page.ts';
import type { Static, TObject, TSchema } from '../kernel/schema.ts';
import type { TableCell } from './csv.ts';
import type { Notice } from './envelope.ts';
import type { Principal } from './principal.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call a route. A capability is checked on the zone or account that the path names. If the path names
 * neither, the caller must have it on any resource, and the handler restricts the result.
 */
export type Access =
  | {
      readonly kind: 'capability';
      readonly capability: Capability;
      /** Alternative capabilities; the handler restricts the actions of their holders. */
      readonly others?: readonly Capability[];
      /** Whether administrators of the installation may call it for a deleted account. */
      readonly forDeleted?: true;
      /** The capability that a refusal names, if another one than `capability` is closer to the path. */
      named?(params: Readonly<Record<string, string | undefined>>): Capability | undefined;
    }
  /** Only administrators of the installation; `what` completes "may …". */
  | { readonly kind: 'installation'; readonly what: string }
  /** The handler verifies the credential itself. */
  | {
      readonly kind: 'self-service';
      /** Whether it may be called without one. Sessions are ignored. */
      readonly withoutCredential?: true;
    };

export interface ApiRequest<Params = unknown, Query = unknown, Body = unknown> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly principal: Principal;
  readonly clientAddress: string;
  /** The URL of the API as the client's headers give it: `https://api.shop.test/client/v4`. Not trustworthy: use it only for links in responses. */
  readonly apiUrl: string;
  /** The bearer token as sent; only self-service routes need it. */
  readonly bearer: string | undefined;
}

export type RouteResult =
  | {
      readonly kind: 'result';
      readonly result: unknown;
      readonly notices?: readonly Notice[];
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** `after` is the cursor of the next page, in lists that have cursors. */
  | { readonly kind: 'page'; readonly page: Page<unknown>; readonly after?: string }
  /** Part of a list that is too long to be counted; `after` is the cursor of the next part. */
  | {
      readonly kind: 'slice';
      readonly items: readonly unknown[];
      readonly perPage: number;
      readonly after: string | undefined;
    }
  /** A list of any length, sent as JSON lines while it is read. */
  | { readonly kind: 'lines'; readonly items: AsyncGenerator<unknown> }
  /** A table to download, sent while it is read; `name` is the file name. */
  | {
      readonly kind: 'table';
      readonly name: string;
      readonly columns: readonly string[];
      readonly rows: AsyncGenerator<readonly TableCell[]>;
    }
  | { readonly kind: 'empty' };

export const ok = (result: unknown, notices?: readonly Notice[]): Result =>
  notices ? { kind: 'result', result, notices } : { kind: 'result', result };
type Result = Extract<RouteResult, { kind: 'result' }>;

/** A result with headers of the response. */
export const withHeaders = (result: Result, headers: Result['headers'] & object): Result => ({
  ...result,
  headers,
});
export const okPage = (page: Page<unknown>, after?: string): RouteResult =>
  after === undefined ? { kind: 'page', page } : { kind: 'page', page, after };
export const okSlice = (
  items: readonly unknown[],
  perPage: number,
  after?: string,
): RouteResult => ({
  kind: 'slice',
  items,
  perPage,
  after,
});
export const okLines = (items: AsyncGenerator<unknown>): RouteResult => ({ kind: 'lines', items });
export const okTable = (
  name: string,
  columns: readonly string[],
  rows: AsyncGenerator<readonly TableCell[]>,
): RouteResult => ({ kind: 'table', name, columns, rows });
export const noContent: RouteResult = { kind: 'empty' };

/** One row of a route table: everything that a route does and that its documentation shows. */
export interface Route {
  readonly method: Method;
  /** Below the API's base path, with `:name` segments. Segments named `…_id` are hexadecimal ids. */
  readonly path: string;
  /** Unique: the name of the operation in the OpenAPI document. */
  readonly operation: string;
  readonly summary: string;
  readonly tag: string;
  readonly access: Access;
  /** `core` services return the older error code for bad credentials. */
  readonly service: 'core' | 'product';
  readonly params: TObject | undefined;
  readonly query: TObject | undefined;
  /** Unknown parameters of the query: ignored with a notice, or refused where a mistyped filter would return more than was meant. */
  readonly unknownParameters: 'ignore' | 'refuse';
  readonly body: TSchema | undefined;
  /** Larger bodies are refused. */
  readonly bodyBytes: number;
  /** Unknown members of a body: refused, or ignored with a notice. */
  readonly unknownMembers: 'ignore' | 'refuse';
  /** The meaning of null in a member of the body: absent, or a value that the schema checks. */
  readonly nullMembers: 'absent' | 'checked';
  /** The error for a body that does not match its schema; its text contains `{problem}`. */
  readonly invalidBody: ErrorCode;
  /** The status of a success with a body. */
  readonly status: 200 | 201;
  /** Schema of `result`; for lists, of one item. Undefined if the response has no body. */
  readonly response: TSchema | undefined;
  /** Lists have pages with totals, or only a cursor, or are sent completely as JSON lines. */
  readonly list: boolean | 'cursor' | 'lines';
  /** Whether the list is also available as CSV. */
  readonly csv: boolean;
  handle(request: ApiRequest): Promise<RouteResult>;
}

interface RouteOptions<P extends TObject, Q extends TObject, B extends TSchema>
  extends Pick<Route, 'method' | 'path' | 'operation' | 'summary' | 'access'> {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly bodyBytes?: number;
  readonly unknownMembers?: Route['unknownMembers'];
  readonly nullMembers?: Route['nullMembers'];
  readonly status?: Route['status'];
  readonly response?: TSchema;
  readonly list?: Route['list'];
  readonly csv?: boolean;
  handle(request: ApiRequest<PathParams, Static<Q>, Static<B>>): Promise<RouteResult>;
}

/** Path segments are checked before the handler runs, so every named segment is a string. */
export type PathParams = Readonly<Record<string, string>> & {
  readonly zone_id: string;
  readonly account_id: string;
};

/** The limit of bodies of most routes. */
export const BODY_LIMIT = 1024 * 1024;

/** Makes the rows of one route table: adds defaults and keeps the types of the handlers. */
export function routeTable(
  common: Pick<Route, 'tag' | 'service'> &
    Partial<Pick<Route, 'invalidBody' | 'unknownParameters'>>,
) {
  return <P extends TObject, Q extends TObject, B extends TSchema>(
    options: RouteOptions<P, Q, B>,
  ): Route => ({
    invalidBody: 'invalidBody',
    // JSON lines have no `messages` to name them in.
    unknownParameters: options.list === 'lines' ? 'refuse' : 'ignore',
    ...common,
    params: undefined,
    query: undefined,
    body: undefined,
    bodyBytes: BODY_LIMIT,
    status: 200,
    response: undefined,
    unknownMembers: 'ignore',
    nullMembers: 'absent',
    list: false,
    csv: false,
    ...options,
    // The kit validates params, query and body against the schemas before it calls the handler.
    handle: options.handle as Route['handle'],
  });
}
