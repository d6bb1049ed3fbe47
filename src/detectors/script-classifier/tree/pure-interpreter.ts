import type { AnyNode, CallExpression, Function as FunctionNode, MemberExpression } from 'acorn';
import type { Binding, Bindings } from './bindings.ts';
import { functionOf, isOwnObject, memberName, methodOf } from './known-calls.ts';
import { knownFunctions } from './known-functions.ts';
import { mayBePure } from './pure-code.ts';
import { binaryOperators, unaryOperators } from './pure-operators.ts';
import {
  isObject,
  listMethods,
  NotPure,
  type PureValue,
  quickPattern,
  sized,
  textMethods,
  textOf,
} from './pure-values.ts';
import type { SyntaxTree } from './syntax-tree.ts';

/** Steps for one value, and for all values of a script: time stays in proportion to nothing but these. */
const MOST_STEPS = 20_000;
const MOST_STEPS_OF_SCRIPT = 120_000;
const MOST_DEPTH = 12;
/** Statements that write to one variable. */
const MOST_WRITERS = 40;

const address = /^(?:(?:https?|wss?):)?\/\//i;

/** What came out, and how well it was hidden. */
export interface PureResult {
  readonly value: PureValue;
  /** Characters were made of numbers, decoded, reversed or looked up one after the other. */
  readonly isDecoded: boolean;
  readonly pieces: number;
}

type Done = 'next' | 'break' | 'continue' | { readonly returned: PureValue };
type Variables = Map<Binding, PureValue>;

/**
 * Runs code that does nothing but work out texts, such as a loop that puts an address together from a
 * table. It knows no browser, calls nothing of the host but listed functions, and stops after so many steps.
 */
export class PureInterpreter {
  readonly #tree: SyntaxTree;
  readonly #bindings: Bindings;
  /** Functions that are known not to be pure. */
  readonly #impure = new Set<number>();
  readonly #impureVariables = new Set<Binding>();
  readonly #known = new Map<Binding, PureResult>();
  readonly #waiting = new Set<Binding>();
  #scriptSteps = MOST_STEPS_OF_SCRIPT;
  #steps = 0;
  #depth = 0;
  #isDecoded = false;
  #isLooped = false;
  #pieces = 0;

  constructor(tree: SyntaxTree, bindings: Bindings) {
    this.#tree = tree;
    this.#bindings = bindings;
  }

  /** What a call of a function of the script gives. */
  call(node: CallExpression): PureResult | undefined {
    const called = this.#calledBy(node.callee);
    if (called === undefined) return undefined;
    let isRunning = false;
    const result = this.#try(() => {
      const args = this.#list(node.arguments, new Map());
      isRunning = true;
      return this.#run(called, args);
    });
    // Where only the arguments are not known, other calls may still be.
    if (!result && isRunning) this.#impure.add(called);
    return result;
  }

  /** What is in a variable after all statements that write to it, which have to stand in one block. */
  variable(binding: Binding): PureResult | undefined {
    if (this.#impureVariables.has(binding) || this.#isShared(binding)) return undefined;
    return this.#try(() => this.#written(binding));
  }

  /** What a chain of methods gives, such as `codes.map(f).join('')`. */
  chain(node: CallExpression): PureResult | undefined {
    if (!mayBePure(this.#tree, this.#tree.numberOf(node))) return undefined;
    return this.#try(() => this.#expression(node, new Map()));
  }

  /** What a member of a table is. */
  member(node: MemberExpression): PureResult | undefined {
    const table = this.#bindings.of(this.#tree.numberOf(node.object));
    if (!table || this.#impureVariables.has(table)) return undefined;
    return this.#try(() => this.#expression(node, new Map()));
  }

  #try(work: () => PureValue): PureResult | undefined {
    if (this.#scriptSteps <= 0) return undefined;
    this.#steps = Math.min(MOST_STEPS, this.#scriptSteps);
    const allowed = this.#steps;
    this.#depth = 0;
    this.#isDecoded = false;
    this.#isLooped = false;
    this.#pieces = 0;
    try {
      const value = work();
      return { value, isDecoded: this.#isDecoded || this.#isSpelt(value), pieces: this.#pieces };
    } catch {
      // Whatever it was, also an error of the code itself: the value is not known.
      for (const binding of this.#waiting) this.#impureVariables.add(binding);
      return undefined;
    } finally {
      this.#waiting.clear();
      this.#scriptSteps -= allowed - this.#steps + 1;
    }
  }

  /** Addresses that are put together piece by piece in a loop are hidden; other texts often are not. */
  #isSpelt(value: PureValue): boolean {
    return this.#isLooped && this.#pieces > 3 && typeof value === 'string' && address.test(value);
  }

  #calledBy(callee: AnyNode): number | undefined {
    if (callee.type !== 'Identifier' && !this.#tree.isFunction(this.#tree.numberOf(callee))) {
      return undefined;
    }
    const called = functionOf(this.#tree, this.#bindings, this.#tree.numberOf(callee));
    if (called === undefined || this.#impure.has(called)) return undefined;
    if (this.#tree.isFunction(called) && mayBePure(this.#tree, called)) return called;
    this.#impure.add(called);
    return undefined;
  }

  #written(binding: Binding): PureValue {
    const known = this.#known.get(binding);
    if (known) {
      this.#isDecoded ||= known.isDecoded;
      this.#pieces += known.pieces;
      return known.value;
    }
    if (this.#waiting.has(binding)) throw new NotPure('defined by itself');
    this.#waiting.add(binding);
    const before = this.#pieces;
    const variables: Variables = new Map([[binding, undefined]]);
    for (const statement of this.#writers(binding)) {
      if (!mayBePure(this.#tree, this.#tree.numberOf(statement))) throw new NotPure('not pure');
      this.#statement(statement, variables);
    }
    const value = variables.get(binding);
    this.#waiting.delete(binding);
    this.#known.set(binding, { value, isDecoded: this.#isDecoded, pieces: this.#pieces - before });
    return value;
  }

  /** Statements that write to the variable, all in the block of the first. */
  #writers(binding: Binding): readonly AnyNode[] {
    const found = new Map<number, AnyNode>();
    let block: AnyNode | undefined;
    for (const reference of this.#bindings.referencesOf(binding)) {
      if (!this.#isWrite(reference)) continue;
      let at = reference;
      while (block ? this.#tree.parent(at) !== block : !isBlock(this.#tree.parent(at))) {
        at = this.#tree.parents[at] ?? -1;
        if (at < 0 || this.#tree.isFunction(at)) throw new NotPure('written elsewhere');
      }
      block ??= this.#tree.parent(at);
      const statement = this.#tree.node(at);
      if (statement) found.set(at, statement);
      if (found.size > MOST_WRITERS) throw new NotPure('too many writers');
    }
    return [...found].sort(([a], [b]) => a - b).map(([, statement]) => statement);
  }

  #isWrite(reference: number): boolean {
    const [node, parent] = [this.#tree.node(reference), this.#tree.parent(reference)];
    switch (parent?.type) {
      case 'VariableDeclarator':
        return parent.id === node;
      case 'AssignmentExpression':
        return parent.left === node;
      case 'UpdateExpression':
        return true;
      case 'CallExpression':
        // Whoever is handed a list may change it.
        return false;
      case 'MemberExpression': {
        if (parent.object !== node) return false;
        const user = this.#tree.parent(this.#tree.numberOf(parent));
        if (user?.type === 'AssignmentExpression') return user.left === parent;
        const name = memberName(parent.property) ?? '';
        return user?.type === 'CallExpression' && user.callee === parent && changing.has(name);
      }
      default:
        return false;
    }
  }

  #step(): void {
    this.#steps -= 1;
    if (this.#steps < 0) throw new NotPure('too many steps');
  }

  #statement(node: AnyNode, variables: Variables): Done {
    this.#step();
    switch (node.type) {
      case 'VariableDeclaration':
        for (const { id, init } of node.declarations) {
          if (init) this.#assign(id, this.#expression(init, variables), variables);
          else if (id.type === 'Identifier') this.#declare(id, variables);
        }
        return 'next';
      case 'ExpressionStatement':
        this.#expression(node.expression, variables);
        return 'next';
      case 'ReturnStatement':
        return { returned: node.argument ? this.#expression(node.argument, variables) : undefined };
      case 'IfStatement':
        if (this.#expression(node.test, variables))
          return this.#statement(node.consequent, variables);
        return node.alternate ? this.#statement(node.alternate, variables) : 'next';
      case 'BlockStatement':
        return this.#block(node.body, variables);
      case 'ForStatement':
        if (node.init?.type === 'VariableDeclaration') this.#statement(node.init, variables);
        else if (node.init) this.#expression(node.init, variables);
        return this.#loop(node.test, node.update, node.body, variables);
      case 'WhileStatement':
        return this.#loop(node.test, undefined, node.body, variables);
      case 'DoWhileStatement': {
        const done = this.#statement(node.body, variables);
        if (typeof done === 'object') return done;
        return done === 'break' ? 'next' : this.#loop(node.test, undefined, node.body, variables);
      }
      case 'ForOfStatement':
      case 'ForInStatement': {
        const target =
          node.left.type === 'VariableDeclaration' ? node.left.declarations[0]?.id : node.left;
        const list = this.#expression(node.right, variables);
        for (const item of node.type === 'ForOfStatement' ? itemsOf(list) : keysOf(list)) {
          if (target) this.#assign(target, item, variables);
          const done = this.#statement(node.body, variables);
          if (typeof done === 'object') return done;
          if (done === 'break') break;
        }
        return 'next';
      }
      case 'BreakStatement':
        return 'break';
      case 'ContinueStatement':
        return 'continue';
      case 'EmptyStatement':
      case 'FunctionDeclaration':
        return 'next';
      default:
        throw new NotPure(node.type);
    }
  }

  #block(statements: readonly AnyNode[], variables: Variables): Done {
    for (const statement of statements) {
      const done = this.#statement(statement, variables);
      if (done !== 'next') return done;
    }
    return 'next';
  }

  #loop(
    test: AnyNode | null | undefined,
    update: AnyNode | null | undefined,
    body: AnyNode,
    variables: Variables,
  ): Done {
    this.#isLooped = true;
    while (!test || this.#expression(test, variables)) {
      const done = this.#statement(body, variables);
      if (typeof done === 'object') return done;
      if (done === 'break') break;
      if (update) this.#expression(update, variables);
    }
    return 'next';
  }

  #expression(node: AnyNode, variables: Variables): PureValue {
    this.#step();
    switch (node.type) {
      case 'Literal':
        if (node.regex || typeof node.value === 'bigint') throw new NotPure('pattern');
        return node.value as PureValue;
      case 'Identifier':
        return this.#name(node, variables);
      case 'TemplateLiteral':
        return sized(
          node.quasis
            .map(({ value }, at) => {
              const next = node.expressions[at];
              return (value.cooked ?? '') + (next ? textOf(this.#expression(next, variables)) : '');
            })
            .join(''),
        );
      case 'ArrayExpression':
        return this.#list(node.elements, variables);
      case 'ObjectExpression':
        return this.#object(node.properties, variables);
      case 'UnaryExpression':
        return unaryOperators(node.operator, this.#expression(node.argument, variables));
      case 'BinaryExpression':
        return this.#binary(
          node.operator,
          this.#expression(node.left, variables),
          this.#expression(node.right, variables),
        );
      case 'LogicalExpression': {
        const left = this.#expression(node.left, variables);
        const isEnough =
          node.operator === '||'
            ? left
            : node.operator === '&&'
              ? !left
              : left !== null && left !== undefined;
        return isEnough ? left : this.#expression(node.right, variables);
      }
      case 'ConditionalExpression':
        return this.#expression(
          this.#expression(node.test, variables) ? node.consequent : node.alternate,
          variables,
        );
      case 'SequenceExpression':
        return node.expressions.map((it) => this.#expression(it, variables)).at(-1);
      case 'AssignmentExpression': {
        const right = this.#expression(node.right, variables);
        const operator = node.operator.slice(0, -1);
        const value =
          operator === ''
            ? right
            : this.#binary(operator, this.#expression(node.left, variables), right);
        this.#assign(node.left, value, variables);
        return value;
      }
      case 'UpdateExpression': {
        const before = Number(textOf(this.#expression(node.argument, variables)));
        const after = node.operator === '++' ? before + 1 : before - 1;
        this.#assign(node.argument, after, variables);
        return node.prefix ? after : before;
      }
      case 'MemberExpression':
        return this.#member(node, variables);
      case 'CallExpression':
        return this.#call(node, variables);
      default:
        throw new NotPure(node.type);
    }
  }

  #binary(operator: string, left: PureValue, right: PureValue): PureValue {
    const value = binaryOperators(operator, left, right);
    if (operator === '+' && typeof value === 'string') this.#pieces += 1;
    if (operator === '^') this.#isDecoded = true;
    return value;
  }

  #name(node: AnyNode, variables: Variables): PureValue {
    const binding = this.#bindings.of(this.#tree.numberOf(node));
    if (!binding) throw new NotPure('no variable');
    if (variables.has(binding)) return variables.get(binding);
    if (binding.isGlobal && binding.values.length === 0) {
      if (binding.name === 'undefined') return undefined;
      throw new NotPure('global');
    }
    if (this.#impureVariables.has(binding)) throw new NotPure('known not to be pure');
    // What is quick to see comes first.
    const isUnknown = binding.isParameter && (binding.values.length !== 1 || binding.isOpen);
    if (isUnknown || binding.values.length === 0 || this.#isShared(binding)) {
      this.#impureVariables.add(binding);
      throw new NotPure('handed on');
    }
    const value = binding.isParameter ? this.#argument(binding) : this.#written(binding);
    variables.set(binding, value);
    return value;
  }

  /** A list that is handed to a function which changes it: obfuscators rotate theirs so. */
  #isShared(binding: Binding): boolean {
    return this.#bindings.referencesOf(binding).some((reference) => {
      const [node, parent] = [this.#tree.node(reference), this.#tree.parent(reference)];
      if (parent?.type !== 'CallExpression' || parent.callee === node) return false;
      const called = functionOf(this.#tree, this.#bindings, this.#tree.numberOf(parent.callee));
      const position = (parent.arguments as readonly (AnyNode | undefined)[]).indexOf(node);
      const taken = called === undefined ? [] : this.#bindings.parametersOf(called)[position];
      return taken?.some((it) => this.#isWritten(it)) ?? false;
    });
  }

  #isWritten(binding: Binding): boolean {
    return this.#bindings.referencesOf(binding).some((reference) => this.#isWrite(reference));
  }

  /** What the only caller of a function hands to it. */
  #argument(binding: Binding): PureValue {
    const [value, ...others] = binding.values;
    const given = this.#tree.node(value ?? -1);
    if (!given || others.length > 0 || this.#isWritten(binding)) {
      this.#impureVariables.add(binding);
      throw new NotPure('parameter');
    }
    if (this.#waiting.has(binding)) throw new NotPure('defined by itself');
    this.#waiting.add(binding);
    const argument = this.#expression(given, new Map());
    this.#waiting.delete(binding);
    return argument;
  }

  #declare(id: AnyNode, variables: Variables): void {
    const binding = this.#bindings.of(this.#tree.numberOf(id));
    if (binding && !variables.has(binding)) variables.set(binding, undefined);
  }

  #assign(target: AnyNode, value: PureValue, variables: Variables): void {
    if (target.type === 'Identifier') {
      const binding = this.#bindings.of(this.#tree.numberOf(target));
      if (!binding) throw new NotPure('no variable');
      variables.set(binding, sized(value));
      return;
    }
    if (target.type !== 'MemberExpression') throw new NotPure(target.type);
    const object = this.#expression(target.object, variables);
    const key = this.#key(target, variables);
    if (Array.isArray(object) && typeof key === 'number' && key >= 0 && key <= object.length) {
      object[key] = value;
      sized(object);
    } else if (isObject(object)) object.members.set(textOf(key), value);
    else throw new NotPure('member');
  }

  #list(elements: readonly (AnyNode | null)[], variables: Variables): PureValue[] {
    return sized(
      elements.flatMap((it) => {
        if (!it) return [undefined];
        if (it.type !== 'SpreadElement') return [this.#expression(it, variables)];
        return itemsOf(this.#expression(it.argument, variables));
      }),
    );
  }

  #object(properties: readonly AnyNode[], variables: Variables): PureValue {
    const members = new Map<string, PureValue>();
    for (const it of properties) {
      if (it.type !== 'Property' || it.kind !== 'init') throw new NotPure('property');
      // Methods beside the data do no harm as long as nobody asks for them.
      if (this.#tree.isFunction(this.#tree.numberOf(it.value))) continue;
      const key = it.computed
        ? textOf(this.#expression(it.key, variables))
        : it.key.type === 'Literal'
          ? String(it.key.value)
          : memberName(it.key);
      if (key !== undefined) members.set(key, this.#expression(it.value, variables));
    }
    return { members };
  }

  #key(node: MemberExpression, variables: Variables): PureValue {
    return node.computed ? this.#expression(node.property, variables) : memberName(node.property);
  }

  #member(node: MemberExpression, variables: Variables): PureValue {
    const object = this.#expression(node.object, variables);
    const key = this.#key(node, variables);
    if (typeof object === 'string' || Array.isArray(object)) {
      if (key === 'length') return object.length;
      const at = Number(textOf(key));
      if (!Number.isInteger(at)) throw new NotPure('member');
      return object[at];
    }
    if (isObject(object) && object.members.has(textOf(key))) return object.members.get(textOf(key));
    throw new NotPure('member');
  }

  #call(node: CallExpression, variables: Variables): PureValue {
    const { callee } = node;
    if (callee.type === 'MemberExpression') return this.#method(node, callee, variables);
    const called = this.#calledBy(callee);
    if (called !== undefined) {
      return this.#run(called, this.#list(node.arguments, variables));
    }
    if (callee.type !== 'Identifier' || !this.#bindings.of(this.#tree.numberOf(callee))?.isGlobal) {
      throw new NotPure('unknown function');
    }
    return this.#hostCall(callee.name, this.#list(node.arguments, variables));
  }

  #hostCall(name: string, args: readonly PureValue[]): PureValue {
    const [first, second] = args;
    if (name === 'parseInt')
      return Number.parseInt(textOf(first), second === undefined ? 10 : Number(second));
    if (name === 'Number') return Number(textOf(first));
    const known = knownFunctions.get(name);
    if (!known) throw new NotPure(name);
    const constants = args.map((arg) =>
      Array.isArray(arg)
        ? { kind: 'list' as const, items: arg.map(textOf), isDecoded: false, isNumeric: false }
        : { kind: 'text' as const, text: textOf(arg), isDecoded: false, pieces: 1 },
    );
    const result = known(constants);
    if (!result) throw new NotPure(name);
    if (result.isDecoded) this.#isDecoded = true;
    return sized(result.kind === 'text' ? result.text : [...result.items]);
  }

  #method(node: CallExpression, callee: MemberExpression, variables: Variables): PureValue {
    const name = memberName(callee.property) ?? textOf(this.#key(callee, variables));
    const isGlobal =
      callee.object.type === 'Identifier' &&
      this.#bindings.of(this.#tree.numberOf(callee.object))?.isGlobal;
    if (isGlobal && callee.object.type === 'Identifier' && hostObjects.has(callee.object.name)) {
      return this.#hostMethod(callee.object.name, name, node.arguments, variables);
    }
    const own = isOwnObject(this.#tree, this.#bindings, callee.object)
      ? methodOf(this.#tree, this.#bindings, callee)
      : undefined;
    if (own !== undefined) return this.#run(own, this.#list(node.arguments, variables));
    const self = this.#expression(callee.object, variables);
    const [first] = node.arguments;
    if (typeof self === 'string' && first?.type === 'Literal' && first.regex) {
      return this.#pattern(self, name, first.regex, node.arguments[1], variables);
    }
    if (Array.isArray(self) && first && this.#functionAt(first) !== undefined) {
      return this.#each(self, name, first, node.arguments[1], variables);
    }
    const args = this.#list(node.arguments, variables);
    if (typeof self === 'string') {
      const method = textMethods.get(name);
      if (!method) throw new NotPure(name);
      return sized(method(self, ...args));
    }
    if (typeof self === 'number' && name === 'toString') {
      if (args[0] !== undefined) this.#isDecoded = true;
      return self.toString(args[0] === undefined ? 10 : Number(args[0]));
    }
    const method = Array.isArray(self) ? listMethods.get(name) : undefined;
    if (!method || !Array.isArray(self)) throw new NotPure(name);
    if (name === 'reverse') this.#isDecoded = true;
    if (name === 'join') this.#pieces += self.length;
    const value = sized(method(self, ...args));
    sized(self);
    return value;
  }

  #hostMethod(
    object: string,
    name: string,
    args: readonly AnyNode[],
    variables: Variables,
  ): PureValue {
    if (object === 'Object' && args[0]) {
      const given = this.#expression(args[0], variables);
      if (name === 'keys') return keysOf(given);
      if (name === 'values' && isObject(given)) return [...given.members.values()];
      throw new NotPure(name);
    }
    const [list, callback] = args;
    if (object === 'Array' && name === 'from' && list && callback) {
      return this.#each(
        [...itemsOf(this.#expression(list, variables))],
        'map',
        callback,
        undefined,
        variables,
      );
    }
    const given = this.#list(
      args.map((it) => (isNull(it) ? null : it)),
      variables,
    );
    if (object === 'Math') {
      const work = mathMethods.get(name);
      if (!work) throw new NotPure(name);
      return work(...given.map(Number));
    }
    if (object === 'Number' && name === 'parseInt') return this.#hostCall(name, given);
    return this.#hostCall(
      `${object}.${name}`,
      name === 'apply' ? given : given.map((it) => it ?? ''),
    );
  }

  #pattern(
    self: string,
    name: string,
    { pattern, flags }: { pattern: string; flags: string },
    by: AnyNode | undefined,
    variables: Variables,
  ): PureValue {
    const regex = quickPattern(pattern, flags, self);
    if (name === 'split') return self.split(regex);
    if (name === 'match') return self.match(regex)?.slice() ?? null;
    if ((name !== 'replace' && name !== 'replaceAll') || !by) throw new NotPure(name);
    const called = this.#functionAt(by);
    if (called === undefined) {
      const text = textOf(this.#expression(by, variables));
      return sized(self.replace(regex, text));
    }
    return sized(
      self.replace(regex, (...found) =>
        textOf(
          this.#run(
            called,
            found.filter((it) => typeof it === 'string'),
            variables,
          ),
        ),
      ),
    );
  }

  #functionAt(node: AnyNode): number | undefined {
    const called = functionOf(this.#tree, this.#bindings, this.#tree.numberOf(node));
    return called !== undefined && this.#tree.isFunction(called) ? called : undefined;
  }

  #each(
    list: PureValue[],
    name: string,
    callback: AnyNode,
    start: AnyNode | undefined,
    variables: Variables,
  ): PureValue {
    const called = this.#functionAt(callback);
    if (called === undefined) throw new NotPure('callback');
    this.#isLooped = true;
    const run = (...args: PureValue[]): PureValue => this.#run(called, args, variables);
    switch (name) {
      case 'map':
        return list.map((item, at) => run(item, at));
      case 'filter':
        return list.filter((item, at) => run(item, at));
      case 'forEach':
        list.forEach((item, at) => void run(item, at));
        return undefined;
      case 'reduce':
        return list.reduce(
          (sum, item, at) => run(sum, item, at),
          start ? this.#expression(start, variables) : '',
        );
      case 'reduceRight':
        return list.reduceRight(
          (sum, item, at) => run(sum, item, at),
          start ? this.#expression(start, variables) : '',
        );
      default:
        throw new NotPure(name);
    }
  }

  /** Callbacks write to the variables around them; other functions have their own. */
  #run(called: number, args: readonly PureValue[], around?: Variables): PureValue {
    const node = this.#tree.node(called) as FunctionNode;
    if (this.#depth >= MOST_DEPTH || !mayBePure(this.#tree, called)) throw new NotPure('function');
    const variables: Variables = around ?? new Map();
    for (const [at, parameter] of node.params.entries())
      this.#assign(parameter, args[at], variables);
    this.#depth += 1;
    const done =
      node.body.type === 'BlockStatement'
        ? this.#block(node.body.body, variables)
        : { returned: this.#expression(node.body, variables) };
    this.#depth -= 1;
    return typeof done === 'object' ? done.returned : undefined;
  }
}

const changing: ReadonlySet<string> = new Set([
  'push',
  'unshift',
  'pop',
  'shift',
  'reverse',
  'splice',
  'sort',
]);
const hostObjects: ReadonlySet<string> = new Set(['String', 'Object', 'Math', 'Array', 'Number']);
const mathMethods: ReadonlyMap<string, (...args: number[]) => number> = new Map([
  ['floor', Math.floor],
  ['ceil', Math.ceil],
  ['round', Math.round],
  ['abs', Math.abs],
  ['min', Math.min],
  ['max', Math.max],
  ['pow', Math.pow],
]);

const isNull = (node: AnyNode): boolean => node.type === 'Literal' && node.value === null;

const isBlock = (node: AnyNode | undefined): boolean =>
  node?.type === 'Program' || node?.type === 'BlockStatement';

function itemsOf(value: PureValue): readonly PureValue[] {
  if (typeof value === 'string') return [...value];
  if (Array.isArray(value)) return value;
  throw new NotPure('no list');
}

function keysOf(value: PureValue): PureValue[] {
  if (isObject(value)) return [...value.members.keys()];
  return [...itemsOf(value).keys()].map(String);
}
