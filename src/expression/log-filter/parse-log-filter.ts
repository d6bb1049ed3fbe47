import { parseJson } from '../../kernel/json.ts';
import { judgeJson } from '../../kernel/strict-json.ts';
import { suggest } from '../../kernel/suggest.ts';
import type { LogFilter, LogFilterNode, LogFilterScheme } from './log-filter.ts';
import { LogFilterError } from './log-filter-error.ts';
import { logOperators } from './operators.ts';
import { parseExactly } from './read-value.ts';

export interface LogFilterOptions {
  /** Live sessions also accept `neq`, an older name of `!eq`. */
  readonly isLive?: boolean;
}

const MOST_BYTES = 1_000;
/** Leaves, `and` and `or`. Each level has at least one, so the depth is bounded as well. */
const MOST_OPERATORS = 30;

/** Parses a filter. Throws a `LogFilterError` with the position of the problem. */
export function parseLogFilter(
  text: string,
  scheme: LogFilterScheme,
  options: LogFilterOptions = {},
): LogFilter {
  const bytes = Buffer.byteLength(text);
  if (bytes > MOST_BYTES) {
    throw new LogFilterError('', `the filter has ${bytes} bytes; ${MOST_BYTES} are allowed`);
  }
  const parser = new Parser(scheme, options);
  const root = parser.filter(readJson(text));
  if (parser.operators > MOST_OPERATORS) {
    throw new LogFilterError(
      'where',
      `the filter has ${parser.operators} operators, counting each comparison, "and" and "or"; ${MOST_OPERATORS} are allowed`,
    );
  }
  return { root, operators: parser.operators, fields: parser.fields };
}

function readJson(text: string): unknown {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new LogFilterError('', `the filter is not valid JSON: ${parsed.problem}`);
  if (judgeJson(text) !== 'sound') {
    throw new LogFilterError('', 'the filter has an object with the same member twice');
  }
  return parseExactly(text);
}

type Members = Readonly<Record<string, unknown>>;

class Parser {
  operators = 0;
  readonly fields = new Set<string>();
  readonly #scheme: LogFilterScheme;
  readonly #options: LogFilterOptions;

  constructor(scheme: LogFilterScheme, options: LogFilterOptions) {
    this.#scheme = scheme;
    this.#options = options;
  }

  filter(value: unknown): LogFilterNode {
    const members = membersOf(value, '');
    const stranger = Object.keys(members).find((name) => name !== 'where');
    if (!Object.hasOwn(members, 'where')) throw new LogFilterError('where', 'is missing');
    if (stranger !== undefined) throw new LogFilterError(stranger, 'only "where" is allowed here');
    return this.#node(members['where'], 'where');
  }

  #node(value: unknown, pointer: string): LogFilterNode {
    const members = membersOf(value, pointer);
    this.operators += 1;
    const op = (['and', 'or'] as const).find((name) => Object.hasOwn(members, name));
    return op ? this.#combination(op, members, pointer) : this.#leaf(members, pointer);
  }

  #combination(op: 'and' | 'or', members: Members, pointer: string): LogFilterNode {
    const other = Object.keys(members).find((name) => name !== op);
    if (other !== undefined) {
      throw new LogFilterError(at(pointer, other), `cannot be used beside "${op}"`);
    }
    const items = members[op];
    const list = at(pointer, op);
    if (!Array.isArray(items) || items.length === 0) {
      throw new LogFilterError(list, 'expected an array with at least one condition');
    }
    const nodes = items.map((item, index) => this.#node(item, `${list}[${index}]`));
    return { kind: 'combine', op, items: nodes };
  }

  #leaf(members: Members, pointer: string): LogFilterNode {
    const allowed = ['key', 'operator', 'value'];
    const stranger = Object.keys(members).find((name) => !allowed.includes(name));
    if (stranger !== undefined) {
      throw new LogFilterError(
        at(pointer, stranger),
        'expected "and", "or", or "key", "operator" and "value"',
      );
    }
    for (const name of allowed) {
      if (!Object.hasOwn(members, name)) throw new LogFilterError(pointer, `${name} missing`);
    }
    const { key, value } = members;
    const { type, isUnfilterable } = this.#field(key, at(pointer, 'key'));
    const operatorPath = at(pointer, 'operator');
    const { name, operator, isNegated } = this.#operator(members['operator'], operatorPath);
    if (isUnfilterable || type === 'object') {
      throw new LogFilterError(at(pointer, 'key'), `${key} cannot be used in filters`);
    }
    if (!operator.types.includes(type)) {
      throw new LogFilterError(
        operatorPath,
        `${name} compares ${listed(operator.types)}; ${key} is of the type ${type}`,
      );
    }
    const test = operator.test(type, value, at(pointer, 'value'));
    // The scheme has this field, so the key is a string.
    const node: LogFilterNode = { kind: 'test', field: key as string, test };
    return isNegated ? { kind: 'not', of: node } : node;
  }

  #field(key: unknown, pointer: string) {
    if (typeof key !== 'string') throw new LogFilterError(pointer, 'expected the name of a field');
    const field = this.#scheme.get(key);
    if (!field) {
      const similar = suggest(key, this.#scheme.keys());
      const hint = similar === undefined ? '' : `, did you mean ${JSON.stringify(similar)}?`;
      throw new LogFilterError(pointer, `the dataset has no field ${JSON.stringify(key)}${hint}`);
    }
    this.fields.add(key);
    return field;
  }

  #operator(value: unknown, pointer: string) {
    const name = this.#options.isLive && value === 'neq' ? '!eq' : value;
    if (typeof name !== 'string') throw new LogFilterError(pointer, 'expected an operator');
    const isNegated = name.startsWith('!');
    const positive = isNegated ? name.slice(1) : name;
    const operator = Object.hasOwn(logOperators, positive) ? logOperators[positive] : undefined;
    if (!operator || (isNegated && !operator.canBeNegated)) {
      throw new LogFilterError(
        pointer,
        `${JSON.stringify(name)} is not an operator; expected one of ${operatorNames.join(', ')}`,
      );
    }
    return { name, operator, isNegated };
  }
}

const operatorNames = Object.entries(logOperators).flatMap(([name, { canBeNegated }]) =>
  canBeNegated ? [name, `!${name}`] : [name],
);

function membersOf(value: unknown, pointer: string): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members;
  throw new LogFilterError(
    pointer,
    pointer === '' ? 'the filter must be an object' : 'expected an object',
  );
}

const at = (pointer: string, name: string): string =>
  pointer === '' ? name : `${pointer}.${name}`;

function listed(types: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(types);
}
