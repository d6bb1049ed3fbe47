import { type ConstValue, NotConstant, sized, textOf } from './const-values.ts';

const numeric: ReadonlyMap<string, (left: number, right: number) => number | boolean> = new Map<
  string,
  (left: number, right: number) => number | boolean
>([
  ['-', (left, right) => left - right],
  ['*', (left, right) => left * right],
  ['/', (left, right) => left / right],
  ['%', (left, right) => left % right],
  ['^', (left, right) => left ^ right],
  ['&', (left, right) => left & right],
  ['|', (left, right) => left | right],
  ['<<', (left, right) => left << right],
  ['>>', (left, right) => left >> right],
  ['>>>', (left, right) => left >>> right],
  ['<', (left, right) => left < right],
  ['<=', (left, right) => left <= right],
  ['>', (left, right) => left > right],
  ['>=', (left, right) => left >= right],
]);

export function binaryOperators(operator: string, left: ConstValue, right: ConstValue): ConstValue {
  switch (operator) {
    case '+':
      if (typeof left === 'number' && typeof right === 'number') return left + right;
      return sized(textOf(left) + textOf(right));
    case '===':
    case '==':
      return left === right;
    case '!==':
    case '!=':
      return left !== right;
    default: {
      const work = numeric.get(operator);
      if (!work) throw new NotConstant(operator);
      return work(Number(textOf(left)), Number(textOf(right)));
    }
  }
}

export function unaryOperators(operator: string, value: ConstValue): ConstValue {
  switch (operator) {
    case '-':
      return -Number(textOf(value));
    case '+':
      return Number(textOf(value));
    case '~':
      return ~Number(textOf(value));
    case '!':
      return !value;
    case 'void':
      return undefined;
    default:
      throw new NotConstant(operator);
  }
}
