import type { AnyNode, CallExpression, Function as FunctionNode, MemberExpression } from 'acorn';
import type { Bindings } from './bindings.ts';
import { memberName } from './known-calls.ts';
import { mayBePure } from './pure-code.ts';
import { PureFunctions } from './pure-functions.ts';
import { callHost } from './pure-host.ts';
import type { PureMachine, Variables } from './pure-machine.ts';
import { callMethod } from './pure-methods.ts';
import { binaryOperators, unaryOperators } from './pure-operators.ts';
import { PureRun } from './pure-run.ts';
import { runBlock } from './pure-statements.ts';
import { isObject, itemsOf, NotPure, type PureValue, sized, textOf } from './pure-values.ts';
import { PureVariables } from './pure-variables.ts';
import type { SyntaxTree } from './syntax-tree.ts';

/** Functions in functions in functions. */
const MOST_DEPTH = 12;

/** Works out expressions. Whatever is not known, or is not pure, is thrown as such. */
export class PureExpressions implements PureMachine {
  readonly tree: SyntaxTree;
  readonly bindings: Bindings;
  readonly functions: PureFunctions;
  readonly variables: PureVariables;
  readonly run = new PureRun();

  constructor(tree: SyntaxTree, bindings: Bindings) {
    this.tree = tree;
    this.bindings = bindings;
    this.functions = new PureFunctions(tree, bindings);
    this.variables = new PureVariables(this);
  }

  expression(node: AnyNode, variables: Variables): PureValue {
    this.run.step();
    switch (node.type) {
      case 'Literal':
        if (node.regex || typeof node.value === 'bigint') throw new NotPure('pattern');
        return node.value as PureValue;
      case 'Identifier':
        return this.variables.valueOf(node, variables);
      case 'TemplateLiteral':
        return sized(
          node.quasis
            .map(({ value }, at) => {
              const next = node.expressions[at];
              return (value.cooked ?? '') + (next ? textOf(this.expression(next, variables)) : '');
            })
            .join(''),
        );
      case 'ArrayExpression':
        return this.list(node.elements, variables);
      case 'ObjectExpression':
        return this.#object(node.properties, variables);
      case 'UnaryExpression':
        return unaryOperators(node.operator, this.expression(node.argument, variables));
      case 'BinaryExpression':
        return this.#binary(
          node.operator,
          this.expression(node.left, variables),
          this.expression(node.right, variables),
        );
      case 'LogicalExpression': {
        const left = this.expression(node.left, variables);
        const isEnough =
          node.operator === '||'
            ? left
            : node.operator === '&&'
              ? !left
              : left !== null && left !== undefined;
        return isEnough ? left : this.expression(node.right, variables);
      }
      case 'ConditionalExpression':
        return this.expression(
          this.expression(node.test, variables) ? node.consequent : node.alternate,
          variables,
        );
      case 'SequenceExpression':
        return node.expressions.map((it) => this.expression(it, variables)).at(-1);
      case 'AssignmentExpression': {
        const right = this.expression(node.right, variables);
        const operator = node.operator.slice(0, -1);
        const value =
          operator === ''
            ? right
            : this.#binary(operator, this.expression(node.left, variables), right);
        this.assign(node.left, value, variables);
        return value;
      }
      case 'UpdateExpression': {
        const before = Number(textOf(this.expression(node.argument, variables)));
        const after = node.operator === '++' ? before + 1 : before - 1;
        this.assign(node.argument, after, variables);
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
    if (operator === '+' && typeof value === 'string') this.run.pieces += 1;
    if (operator === '^') this.run.isDecoded = true;
    return value;
  }

  assign(target: AnyNode, value: PureValue, variables: Variables): void {
    if (target.type === 'Identifier') {
      const binding = this.bindings.of(this.tree.numberOf(target));
      if (!binding) throw new NotPure('no variable');
      variables.set(binding, sized(value));
      return;
    }
    if (target.type !== 'MemberExpression') throw new NotPure(target.type);
    const object = this.expression(target.object, variables);
    const key = this.#key(target, variables);
    if (Array.isArray(object) && typeof key === 'number' && key >= 0 && key <= object.length) {
      object[key] = value;
      sized(object);
    } else if (isObject(object)) object.members.set(textOf(key), value);
    else throw new NotPure('member');
  }

  list(elements: readonly (AnyNode | null)[], variables: Variables): PureValue[] {
    return sized(
      elements.flatMap((it) => {
        if (!it) return [undefined];
        if (it.type !== 'SpreadElement') return [this.expression(it, variables)];
        return itemsOf(this.expression(it.argument, variables));
      }),
    );
  }

  #object(properties: readonly AnyNode[], variables: Variables): PureValue {
    const members = new Map<string, PureValue>();
    for (const it of properties) {
      if (it.type !== 'Property' || it.kind !== 'init') throw new NotPure('property');
      // Methods beside the data do no harm as long as nobody asks for them.
      if (this.tree.isFunction(this.tree.numberOf(it.value))) continue;
      const key = it.computed
        ? textOf(this.expression(it.key, variables))
        : it.key.type === 'Literal'
          ? String(it.key.value)
          : memberName(it.key);
      if (key !== undefined) members.set(key, this.expression(it.value, variables));
    }
    return { members };
  }

  #key(node: MemberExpression, variables: Variables): PureValue {
    return node.computed ? this.expression(node.property, variables) : memberName(node.property);
  }

  #member(node: MemberExpression, variables: Variables): PureValue {
    const object = this.expression(node.object, variables);
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
    const { callee, arguments: args } = node;
    if (callee.type === 'MemberExpression') {
      const name = memberName(callee.property) ?? textOf(this.#key(callee, variables));
      return callMethod(this, node, callee, name, variables);
    }
    const called = this.functions.calledBy(callee);
    if (called !== undefined) return this.call(called, this.list(args, variables));
    if (callee.type !== 'Identifier' || !this.bindings.of(this.tree.numberOf(callee))?.isGlobal) {
      throw new NotPure('unknown function');
    }
    return callHost(this.run, callee.name, this.list(args, variables));
  }

  call(called: number, args: readonly PureValue[], around?: Variables): PureValue {
    const node = this.tree.node(called) as FunctionNode;
    if (this.run.depth >= MOST_DEPTH || !mayBePure(this.tree, called)) {
      throw new NotPure('function');
    }
    const variables: Variables = around ?? new Map();
    for (const [at, parameter] of node.params.entries())
      this.assign(parameter, args[at], variables);
    this.run.depth += 1;
    const done =
      node.body.type === 'BlockStatement'
        ? runBlock(this, node.body.body, variables)
        : { returned: this.expression(node.body, variables) };
    this.run.depth -= 1;
    return typeof done === 'object' ? done.returned : undefined;
  }
}
