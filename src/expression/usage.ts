/** The names that an expression uses, so that only those values are computed and only those lists loaded. */
import { standardFunctions } from './functions/standard-functions.ts';
import type { Scheme } from './scheme.ts';
import type { ArgumentNode, CallNode, ExpressionTree, FieldNode } from './syntax.ts';

/** A read of a field, or of one key of it. */
export interface FieldRead {
  readonly field: string;
  readonly key: string | undefined;
}

export interface ContextCall {
  readonly name: string;
  readonly subject: string;
}

export interface ExpressionUsage {
  readonly fields: ReadonlySet<string>;
  /** The same fields with the first key that is read, by their spelling: `http.request.headers["a"]`. */
  readonly reads: ReadonlyMap<string, FieldRead>;
  readonly functions: ReadonlySet<string>;
  /** Calls of functions with `needsContext`, by their spelling: `is_jwt_valid("a")`. */
  readonly contextCalls: ReadonlyMap<string, ContextCall>;
  readonly lists: ReadonlySet<string>;
  /** Uses of `matches` and of functions that take a pattern. */
  readonly regexes: number;
}

const takesPattern = new Set(
  standardFunctions.filter((definition) => definition.takesPattern).map(({ name }) => name),
);

const needsContext = new Set(
  standardFunctions.filter((definition) => definition.needsContext).map(({ name }) => name),
);

export function usage(tree: ExpressionTree): ExpressionUsage {
  const used = {
    fields: new Set<string>(),
    reads: new Map<string, FieldRead>(),
    functions: new Set<string>(),
    contextCalls: new Map<string, ContextCall>(),
    lists: new Set<string>(),
    regexes: 0,
  };
  const visit = (node: ArgumentNode): void => {
    switch (node.kind) {
      case 'field':
        used.fields.add(node.name);
        addRead(used.reads, node);
        return;
      case 'call':
        used.functions.add(node.name);
        if (takesPattern.has(node.name)) used.regexes += 1;
        if (needsContext.has(node.name)) addContextCall(used.contextCalls, node);
        node.args.forEach(visit);
        return;
      case 'truth':
        visit(node.value);
        return;
      case 'compare':
        if (node.test.kind === 'matches') used.regexes += 1;
        if (node.test.kind === 'in-list') used.lists.add(node.test.list);
        visit(node.left);
        return;
      case 'not':
        visit(node.of);
        return;
      case 'combine':
        node.items.forEach(visit);
        return;
      case 'constant':
      case 'string':
      case 'int':
      case 'ip':
        return;
    }
  };
  visit(tree);
  return used;
}

/** True if it uses a field that is available with the response only. */
export function usesResponse(tree: ExpressionTree, scheme: Scheme): boolean {
  for (const name of usage(tree).fields) {
    if (scheme.fields.get(name)?.side === 'response') return true;
  }
  return false;
}

function addRead(reads: Map<string, FieldRead>, { name, indexes: [first] }: FieldNode): void {
  const key = first?.kind === 'key' ? first.key : undefined;
  const spelled = key === undefined ? name : `${name}[${JSON.stringify(key)}]`;
  reads.set(spelled, { field: name, key });
}

function addContextCall(
  contextCalls: Map<string, ContextCall>,
  { name, args: [first] }: CallNode,
): void {
  if (first?.kind !== 'string') return;
  contextCalls.set(`${name}(${JSON.stringify(first.value)})`, { name, subject: first.value });
}
