/** Writes the operations of the API as TypeScript types, for the client of the dashboard. */
import type { OpenApiDocument, OpenApiOperation } from '../src/http/openapi.ts';

/** The part of JSON Schema that the document uses. */
interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
}

/** Objects with longer types than this get a name if they occur more than once. */
const SHORT = 160;

export function apiTypesModule({ paths }: OpenApiDocument, basePath: string): string {
  const types = new TypeTexts();
  const write = () =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const name = `${method.toUpperCase()} ${path.slice(basePath.length)}`;
        return `  '${name}': ${operationText(operation, types)};\n`;
      }),
    );
  // The first pass counts, so that the second knows which types are shared.
  write();
  types.nameShared();
  const operations = write();
  return (
    '// Written by `npm run reference` from the OpenAPI document. Do not edit.\n\n' +
    types.declarations() +
    '/** What each operation of the API takes and returns. */\n' +
    `export interface Operations {\n${operations.join('')}}\n`
  );
}

function operationText(operation: OpenApiOperation, types: TypeTexts): string {
  const body = operation.requestBody?.content['application/json'].schema;
  const optional = operation.requestBody?.required ? '' : '?';
  return objectText([
    ['params', parametersText(operation, 'path', types)],
    ['query', parametersText(operation, 'query', types)],
    ...(body ? [[`body${optional}`, types.of(body as Schema)] as const] : []),
    ...Object.entries(resultTexts(operation, types)),
  ]);
}

function parametersText(
  { parameters }: OpenApiOperation,
  place: 'path' | 'query',
  types: TypeTexts,
): string {
  return objectText(
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, required, schema }) => [
        memberName(name) + (required ? '' : '?'),
        types.of(schema as Schema) + (required ? '' : ' | undefined'),
      ]),
  );
}

/** The result, and what lists say about their pages. Other content than JSON is text. */
function resultTexts(
  { responses }: OpenApiOperation,
  types: TypeTexts,
): Readonly<Record<string, string>> {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  if (!success?.content) return { result: 'undefined' };
  const envelope = success.content['application/json']?.schema as Schema | undefined;
  if (!envelope?.properties) return { result: 'string' };
  const { result, result_info: info } = envelope.properties;
  return {
    result: result ? types.of(result) : 'unknown',
    ...(info && { info: types.of(info) }),
  };
}

/** The TypeScript types of schemas. Long types that occur several times become declarations. */
class TypeTexts {
  readonly #counts = new Map<string, number>();
  readonly #names = new Map<string, string>();

  of(schema: Schema): string {
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
    if ('const' in schema) return JSON.stringify(schema.const);
    if (schema.anyOf) return this.#unionOf(schema.anyOf);
    switch (schema.type) {
      case 'array':
        return `(${schema.items ? this.of(schema.items) : 'unknown'})[]`;
      case 'object':
        return this.#shared(this.#objectOf(schema));
      case 'integer':
      case 'number':
        return 'number';
      case 'boolean':
      case 'null':
      case 'string':
        return schema.type;
      default:
        return 'unknown';
    }
  }

  nameShared(): void {
    for (const [text, count] of this.#counts) {
      if (count > 1) this.#names.set(text, `Shared${this.#names.size + 1}`);
    }
  }

  declarations(): string {
    const texts = [...this.#names].map(([text, name]) => `type ${name} = ${text};\n`);
    return texts.length === 0 ? '' : `${texts.join('')}\n`;
  }

  #unionOf(schemas: readonly Schema[]): string {
    const texts = [...new Set(schemas.map((schema) => this.of(schema)))];
    return texts.includes('unknown') ? 'unknown' : `(${texts.join(' | ')})`;
  }

  #objectOf({ properties = {}, required = [], ...schema }: Schema): string {
    const open = [
      ...Object.values(schema.patternProperties ?? {}),
      ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
    ];
    const members = Object.entries(properties).map(
      ([name, member]) =>
        [memberName(name) + (required.includes(name) ? '' : '?'), this.of(member)] as const,
    );
    if (members.length === 0) {
      const [values] = open;
      return `Record<string, ${values ? this.of(values) : 'unknown'}>`;
    }
    return objectText(members);
  }

  #shared(text: string): string {
    if (text.length < SHORT) return text;
    const name = this.#names.get(text);
    if (name) return name;
    if (this.#names.size === 0) this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1);
    return text;
  }
}

function objectText(members: readonly (readonly [string, string])[]): string {
  if (members.length === 0) return '{}';
  return `{ ${members.map(([name, type]) => `${name}: ${type}`).join('; ')} }`;
}

function memberName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
}
