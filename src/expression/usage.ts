/** What an expression uses, so that only those values are computed and only those lists loaded. */
import { standardFunctions } from './functions/standard-functions.ts';
import type { Scheme } from './scheme.ts';
import type { ArgumentNode, CallNode, ExpressionTree, FieldNode } from './syntax.ts';

/** A look at a field, or at one key of it. */
export interface FieldRead {
  readonly field: string;
  readonly key: string | undefined;
}

export interface Question {
  readonly name: string;
  readonly subject: string;
}

export interface ExpressionUsage {
  readonly fields: ReadonlySet<string>;
  /** The same with the first key that is asked for, by their spelling: `http.request.headers["a"]`. */
  readonly reads: ReadonlyMap<string, FieldRead>;
  readonly functions: ReadonlySet<string>;
  /** Calls of functions that ask the request, by their spelling: `is_jwt_valid("a")`. */
  readonly questions: ReadonlyMap<string, Question>;
  readonly lists: ReadonlySet<string>;
  /** Uses of `matches` and of functions that take a pattern. */
  readonly regexes: number;
}

const takesPattern = new Set(
  standardFunctions.filter((definition) => definition.takesPattern).map(({ name }) => name),
);

const asksRequest = new Set(
  standardFunctions.filter((definition) => definition.asksRequest).map(({ name }) => name),
);

export function usage(tree: ExpressionTree): ExpressionUsage {
  const used = {
    fields: new Set<string>(),
    reads: new Map<string, FieldRead>(),
    functions: new Set<string>(),
    questions: new Map<string, Question>(),
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
        if (asksRequest.has(node.name)) addQuestion(used.questions, node);
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

/** True when it needs the response: a field known on that side only. */
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

function addQuestion(questions: Map<string, Question>, { name, args: [first] }: CallNode): void {
  if (first?.kind !== 'string') return;
  questions.set(`${name}(${JSON.stringify(first.value)})`, { name, subject: first.value });
}
