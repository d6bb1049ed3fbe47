import type { AnyNode, CallExpression, Function as FunctionNode, MemberExpression } from 'acorn';
import type { Bindings } from '../tree/bindings.ts';
import { memberName } from '../tree/known-calls.ts';
import type { SyntaxTree } from '../tree/syntax-tree.ts';
import { callBuiltIn } from './const-built-ins.ts';
import { mayBeConstant } from './const-code.ts';
import { ConstFunctions } from './const-functions.ts';
import { callMethod } from './const-methods.ts';
import { binaryOperators, unaryOperators } from './const-operators.ts';
import { ConstRun } from './const-run.ts';
import { runBlock } from './const-statements.ts';
import { type ConstValue, isObject, itemsOf, NotConstant, sized, textOf } from './const-values.ts';
import { ConstVariables } from './const-variables.ts';
import type { Evaluator, Variables } from './evaluator.ts';

/** Functions in functions in functions. */
const MAX_DEPTH = 12;

/** Works out expressions. Whatever is not known, or is not pure, is thrown as such. */
export class ConstExpressions implements Evaluator {
  readonly tree: SyntaxTree;
  readonly bindings: Bindings;
  readonly functions: ConstFunctions;
  readonly variables: ConstVariables;
  readonly run = new ConstRun();

  constructor(tree: SyntaxTree, bindings: Bindings) {
    this.tree = tree;
    this.bindings = bindings;
    this.functions = new ConstFunctions(tree, bindings);
    this.variables = new ConstVariables(this);
  }

  expression(node: AnyNode, variables: Variables): ConstValue {
    this.run.step();
    switch (node.type) {
      case 'Literal':
        if (node.regex || typeof node.value === 'bigint') throw new NotConstant('pattern');
        return node.value as ConstValue;
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
        throw new NotConstant(node.type);
    }
  }

  #binary(operator: string, left: ConstValue, right: ConstValue): ConstValue {
    const value = binaryOperators(operator, left, right);
    if (operator === '+' && typeof value === 'string') this.run.pieces += 1;
    if (operator === '^') this.run.isDecoded = true;
    return value;
  }

  assign(target: AnyNode, value: ConstValue, variables: Variables): void {
    if (target.type === 'Identifier') {
      const binding = this.bindings.of(this.tree.numberOf(target));
      if (!binding) throw new NotConstant('no variable');
      variables.set(binding, sized(value));
      return;
    }
    if (target.type !== 'MemberExpression') throw new NotConstant(target.type);
    const object = this.expression(target.object, variables);
    const key = this.#key(target, variables);
    if (Array.isArray(object) && typeof key === 'number' && key >= 0 && key <= object.length) {
      object[key] = value;
      sized(object);
    } else if (isObject(object)) object.members.set(textOf(key), value);
    else throw new NotConstant('member');
  }

  list(elements: readonly (AnyNode | null)[], variables: Variables): ConstValue[] {
    return sized(
      elements.flatMap((it) => {
        if (!it) return [undefined];
        if (it.type !== 'SpreadElement') return [this.expression(it, variables)];
        return itemsOf(this.expression(it.argument, variables));
      }),
    );
  }

  #object(properties: readonly AnyNode[], variables: Variables): ConstValue {
    const members = new Map<string, ConstValue>();
    for (const it of properties) {
      if (it.type !== 'Property' || it.kind !== 'init') throw new NotConstant('property');
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

  #key(node: MemberExpression, variables: Variables): ConstValue {
    return node.computed ? this.expression(node.property, variables) : memberName(node.property);
  }

  #member(node: MemberExpression, variables: Variables): ConstValue {
    const object = this.expression(node.object, variables);
    const key = this.#key(node, variables);
    if (typeof object === 'string' || Array.isArray(object)) {
      if (key === 'length') return object.length;
      const at = Number(textOf(key));
      if (!Number.isInteger(at)) throw new NotConstant('member');
      return object[at];
    }
    if (isObject(object) && object.members.has(textOf(key))) return object.members.get(textOf(key));
    throw new NotConstant('member');
  }

  #call(node: CallExpression, variables: Variables): ConstValue {
    const { callee, arguments: args } = node;
    if (callee.type === 'MemberExpression') {
      const name = memberName(callee.property) ?? textOf(this.#key(callee, variables));
      return callMethod(this, node, callee, name, variables);
    }
    const called = this.functions.calledBy(callee);
    if (called !== undefined) return this.call(called, this.list(args, variables));
    if (callee.type !== 'Identifier' || !this.bindings.of(this.tree.numberOf(callee))?.isGlobal) {
      throw new NotConstant('unknown function');
    }
    return callBuiltIn(this.run, callee.name, this.list(args, variables));
  }

  call(called: number, args: readonly ConstValue[], around?: Variables): ConstValue {
    const node = this.tree.node(called) as FunctionNode;
    if (this.run.depth >= MAX_DEPTH || !mayBeConstant(this.tree, called)) {
      throw new NotConstant('function');
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
