import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '../catalogs/error-codes.ts';
import { isHexId } from '../kernel/hex-id.ts';
import type { TSchema } from '../kernel/schema.ts';
import { suggest } from '../kernel/suggest.ts';
import { isStorableText } from '../kernel/text.ts';
import { ApiError } from './api-error.ts';
import { type Notice, notice } from './envelope.ts';
import { keepKnownMembers, MOST_REPORTED } from './known-members.ts';
import type { Route } from './route.ts';
import { bodyValidator, findBadName, type Problem, queryValidator } from './validation.ts';

/** Whether ids in the path are well-formed and other segments match their schema; otherwise the response is that of a missing route. */
export function paramsChecker(route: Route): (params: Record<string, string>) => boolean {
  const ids = [...route.path.matchAll(/:(\w+_id)\b/g)].map((match) => match[1] as string);
  const hexIds = ids.filter((name) => !(name in (route.params?.properties ?? {})));
  const validate = route.params && queryValidator(route.params);
  return (params) =>
    hexIds.every((name) => isHexId(params[name] ?? '')) && validate?.({ ...params }) === undefined;
}

/** The validated parts of a request that a handler gets. */
interface Input {
  readonly query: unknown;
  readonly body: unknown;
  readonly notices: readonly Notice[];
}

export function inputReader(route: Route): (request: FastifyRequest) => Input {
  const readBody = bodyReader(route);
  const validateQuery = route.query && queryValidator(route.query);
  // Other notations of numbers, such as 0x10 and 1e1, are refused.
  const integers = parametersOf(route, 'integer');
  // Array parameters may be given several times.
  const lists = new Set(parametersOf(route, 'array'));
  const known = new Set(Object.keys(route.query?.properties ?? {}));
  return (request) => {
    const query = { ...(request.query as Record<string, unknown>) };
    const ignored: string[] = [];
    for (const [name, value] of Object.entries(query)) {
      if (!known.has(name)) {
        if (route.unknownParameters === 'refuse') throw unknownParameter(name, known);
        ignored.push(name);
        continue;
      }
      if (lists.has(name)) {
        query[name] = [value].flat();
        if ([value].flat().every(isText)) continue;
      } else if (isText(value)) continue;
      throw invalidQuery(`the parameter "${name}" must be given once, as plain text`);
    }
    for (const name of integers) {
      if (query[name] === undefined || /^-?\d{1,15}$/.test(String(query[name]))) continue;
      throw invalidQuery(`the parameter "${name}" must be a whole number of at most 15 digits`);
    }
    const problem = validateQuery?.(query);
    if (problem) throw invalidQuery(problem.text);
    const { body, notices } = readBody(request.body);
    return { query, body, notices: [...ignoredParameters(ignored, known), ...notices] };
  };
}

function parametersOf(route: Route, type: string): string[] {
  return Object.entries(route.query?.properties ?? {})
    .filter(([, schema]) => (schema as { type?: string }).type === type)
    .map(([name]) => name);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && isStorableText(value);
}

function bodyReader(route: Route): (body: unknown) => Pick<Input, 'body' | 'notices'> {
  const { body: schema, unknownMembers, nullMembers, invalidBody } = route;
  if (!schema) return () => ({ body: undefined, notices: [] });
  const validate = bodyValidator(schema);
  const needsMembers = needsBody(schema);
  return (sent) => {
    if (sent === undefined && needsMembers) throw new ApiError('missingBody');
    const received = sent === undefined ? {} : sent;
    const { value, unknown } = keepKnownMembers(schema, received, nullMembers);
    if (unknown[0] !== undefined && unknownMembers === 'refuse') {
      const name = unknown[0].slice(unknown[0].lastIndexOf('/') + 1);
      throw new ApiError('unknownMember', { name }, { pointer: unknown[0] });
    }
    const problem = validate(value) ?? findBadName(value);
    if (problem) throw bodyError(problem, invalidBody);
    const ignored = unknown.map((pointer) => notice('memberIgnored', { pointer }));
    return { body: value, notices: isIdle(route, value) ? [...ignored, idle()] : ignored };
  };
}

/** A PATCH without members is valid, and changes nothing. */
function isIdle({ method }: Route, body: unknown): boolean {
  if (method !== 'PATCH' || typeof body !== 'object' || body === null) return false;
  return !Array.isArray(body) && Object.keys(body).length === 0;
}

const idle = () => notice('noChange', { reason: 'its body has no members' });

function unknownParameter(name: string, known: ReadonlySet<string>): ApiError {
  return invalidQuery(`there is no parameter "${shortened(name)}" here; ${listOf(known)}`);
}

function ignoredParameters(names: readonly string[], known: ReadonlySet<string>): Notice[] {
  return names.slice(0, MOST_REPORTED).map((name) => {
    const meant = suggest(name, known);
    const hint = meant === undefined ? listOf(known) : `did you mean "${meant}"?`;
    return notice('parameterIgnored', { name: shortened(name), hint });
  });
}

const shortened = (name: string) => name.slice(0, 100);

function listOf(known: ReadonlySet<string>): string {
  return known.size === 0 ? 'there are none' : `there are ${[...known].join(', ')}`;
}

function invalidQuery(problem: string): ApiError {
  return new ApiError('invalidQuery', { problem });
}

/** The error for a problem of a body. */
export function bodyError(
  { pointer, text, unknownMember }: Problem,
  code: ErrorCode = 'invalidBody',
): ApiError {
  return unknownMember === undefined || code !== 'invalidBody'
    ? new ApiError(code, { problem: text }, { pointer })
    : new ApiError('unknownMember', { name: unknownMember }, { pointer });
}

/** A body may be omitted if none of its members is required. */
export function needsBody(schema: TSchema): boolean {
  return ((schema as { required?: string[] }).required ?? []).length > 0;
}
