import type { OpenApiOperation, OpenApiParameter } from '../openapi.ts';
import { exampleValue } from './example-value.ts';
import type { JsonSchema } from './json-schema.ts';

/** One call of an operation, from which the examples in each language are written. */
export interface OperationExample {
  readonly method: string;
  /** Below the base path of the API, with `{name}` for parameters. */
  readonly path: string;
  /** A value for each parameter of the path: `$ZONE_ID`. */
  readonly pathValues: Readonly<Record<string, unknown>>;
  /** Required parameters only. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

export function operationExample(
  method: string,
  path: string,
  operation: OpenApiOperation,
): OperationExample {
  const { parameters, requestBody } = operation;
  const schema: JsonSchema | undefined = requestBody?.content['application/json'].schema;
  const body = schema && exampleValue(schema);
  return {
    method: method.toUpperCase(),
    path,
    pathValues: valuesOf(parameters.filter((parameter) => parameter.in === 'path')),
    query: valuesOf(
      parameters.filter((parameter) => parameter.in === 'query' && parameter.required),
    ),
    body: isEmptyObject(body) ? undefined : body,
  };
}

/** An id has no meaningful example value, so a variable of its name is used. */
function valuesOf(parameters: readonly OpenApiParameter[]): Record<string, unknown> {
  return Object.fromEntries(
    parameters.map((parameter) => {
      const { name } = parameter;
      const schema: JsonSchema = parameter.schema;
      const isId = name.endsWith('_id') && !schema.enum && !schema.examples;
      return [name, isId ? `$${name.toUpperCase()}` : exampleValue(schema)];
    }),
  );
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
