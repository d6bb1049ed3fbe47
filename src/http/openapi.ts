import { groupNameFor } from '../catalogs/permissions.ts';
import { HEX_ID_PATTERN } from '../kernel/hex-id.ts';
import { type TSchema, Type } from '../kernel/schema.ts';
import { JSON_LINES } from './json-lines.ts';
import { needsBody } from './request-input.ts';
import type { Route } from './route.ts';

export interface OpenApiInfo {
  readonly title: string;
  readonly version: string;
  readonly basePath: string;
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly OpenApiParameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: JsonContent };
  readonly responses: Readonly<
    Record<
      string,
      { description: string; content?: Partial<JsonContent & LinesContent & CsvContent> }
    >
  >;
}

export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: TSchema;
}

type JsonContent = { readonly 'application/json': { readonly schema: TSchema } };
type CsvContent = { readonly 'text/csv': { readonly schema: TSchema } };
/** The schema describes one line. */
type LinesContent = { readonly [JSON_LINES]: { readonly schema: TSchema } };

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly security: readonly object[];
  readonly components: object;
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
}

const Entry = Type.Object({
  code: Type.Integer(),
  message: Type.String(),
  source: Type.Optional(Type.Object({ pointer: Type.String() })),
  error_chain: Type.Optional(
    Type.Array(Type.Object({ code: Type.Integer(), message: Type.String() })),
  ),
});

const ErrorEnvelope = Type.Object({
  result: Type.Null(),
  success: Type.Literal(false),
  errors: Type.Array(Entry),
  messages: Type.Array(Entry),
});

const SliceInfo = {
  per_page: Type.Integer(),
  count: Type.Integer(),
  cursor: Type.Optional(Type.String()),
  cursors: Type.Optional(Type.Object({ after: Type.String() })),
};

const PageInfo = {
  ...SliceInfo,
  page: Type.Integer(),
  total_count: Type.Integer(),
  total_pages: Type.Integer(),
};

/** The OpenAPI 3.1 document of the route tables: exactly the routes that are served. */
export function openApiDocument(info: OpenApiInfo, routes: readonly Route[]): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const route of routes) {
    const path = info.basePath + route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: info.title,
      version: info.version,
      description:
        'Every response has the same envelope; every error has a code and says what to do.',
    },
    security: [{ token: [] }, { email: [], key: [] }],
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        email: { type: 'apiKey', in: 'header', name: 'X-Auth-Email' },
        key: { type: 'apiKey', in: 'header', name: 'X-Auth-Key' },
      },
    },
    paths,
  };
}

function operationOf(route: Route): OpenApiOperation {
  return {
    operationId: route.operation,
    summary: route.summary,
    description: accessText(route),
    tags: [route.tag],
    parameters: [...pathParameters(route), ...queryParameters(route)],
    ...(route.body && {
      requestBody: {
        required: needsBody(route.body),
        content: { 'application/json': { schema: route.body } },
      },
    }),
    responses: {
      ...successResponse(route),
      default: {
        description: 'The call was refused or failed; `errors` says why.',
        content: { 'application/json': { schema: ErrorEnvelope } },
      },
    },
  };
}

function accessText({ access }: Route): string {
  switch (access.kind) {
    case 'capability':
      return `Needs the permission "${groupNameFor(access.capability)}".`;
    case 'installation':
      return `Needs the permission "${groupNameFor('installation:write')}".`;
    case 'self-service':
      return access.withoutCredential
        ? 'Needs no particular permission.'
        : 'Needs a token, but no particular permission.';
  }
}

function pathParameters(route: Route): OpenApiParameter[] {
  return [...route.path.matchAll(/:(\w+)/g)].map((match) => {
    const name = match[1] as string;
    const schema = route.params?.properties[name] ?? Type.String({ pattern: HEX_ID_PATTERN });
    return { name, in: 'path', required: true, schema };
  });
}

function queryParameters(route: Route): OpenApiParameter[] {
  const properties = Object.entries(route.query?.properties ?? {});
  // A parameter with a default is never missing.
  const required = properties.filter(([name, schema]) => {
    return route.query?.required?.includes(name) && !('default' in schema);
  });
  return properties.map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.some(([each]) => each === name),
    schema,
  }));
}

function successResponse(route: Route): OpenApiOperation['responses'] {
  if (!route.response) return { '204': { description: 'Done; the response has no body.' } };
  if (route.list === 'lines') {
    const content = { [JSON_LINES]: { schema: route.response }, ...csvContent(route) };
    return { '200': { description: 'One item per line.', content } };
  }
  const schema = Type.Object({
    result: route.list ? Type.Array(route.response) : route.response,
    success: Type.Literal(true),
    errors: Type.Array(Entry, { maxItems: 0 }),
    messages: Type.Array(Entry),
    ...(route.list && {
      result_info: Type.Object(route.list === 'cursor' ? SliceInfo : PageInfo),
    }),
  });
  const content = {
    'application/json': { schema },
    ...csvContent(route),
  };
  return { [route.status]: { description: 'The call succeeded.', content } };
}

function csvContent({ csv }: Route): Partial<CsvContent> {
  return csv ? { 'text/csv': { schema: Type.String() } } : {};
}
