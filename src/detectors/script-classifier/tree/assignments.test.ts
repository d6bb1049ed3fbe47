import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOf, readCode } from '../fixtures/read-code.ts';

/** The known values of `x`, the first variable of that name. */
function assignedTo(code: string): string {
  const reading = readCode(code);
  const binding = reading.bindings.all.find(({ name }) => name === 'x');
  assert.ok(binding, code);
  const { values, hasUnknownValues, origin } = binding;
  const whole = origin?.of ? codeOf(reading, origin.of) : 'page';
  return [
    ...values.map((value) => codeOf(reading, value)),
    ...(hasUnknownValues ? ['unknown'] : []),
    ...(origin ? [[`${origin.kind} of ${whole}`, ...origin.keys].join('.')] : []),
  ].join(' | ');
}

describe('assignments', () => {
  const cases: Readonly<Record<string, string>> = {
    'var x;': '',
    'var x = 1; x = 2;': '1 | 2',
    'x = 1;': '1',
    'var x; x += 1;': 'unknown',
    'x++;': 'unknown',
    'var { x } = a;': 'unknown | value of a.x',
    'var { b: { x = 1 } } = a;': 'unknown | value of a.b.x',
    'var { [b]: x } = a;': 'unknown',
    'var [x] = a;': 'unknown',
    '[x] = a;': 'unknown',
    'a.x = 1; x;': '',
    'for (const x of list);': 'list',
    'for (x in o);': 'unknown',
    'function x() {}': 'function x() {}',
    '(function x() {});': 'function x() {}',
    'class x {}': 'class x {}',
    '(function (x) {})(1);': '1',
    '(function (x) {})();': 'unknown',
    '((a, x) => {})(1, 2);': '2',
    '(0, function (x) {})(1);': '1',
    'function f(x) {} f(1); f(2);': '1 | 2',
    'function f(x) {} f.call(self, 1);': '1',
    'function f(x) {} new f(1);': '1',
    'class A { constructor(x) {} } new A(1);': '1',
    'const o = { keep(x) {} }; o.keep(1);': '1',
    'class A { keep(x) {} go() { this.keep(1); } }': '1',
    'function f({ x }) {} f({ x: 1 });': 'unknown | value of { x: 1 }.x',
    'function f({ x } = {}) {} f(a);': 'unknown | value of a.x',
    'function f([b, x]) {} f(a);': 'unknown',
  };
  for (const [code, assigned] of Object.entries(cases)) {
    it(`are ${assigned || 'none'}: ${code}`, () => assert.equal(assignedTo(code), assigned));
  }

  const callbacks: Readonly<Record<string, string>> = {
    [`document.addEventListener('a', (x) => 1);`]: 'event of document',
    [`addEventListener('a', (x) => 1);`]: 'event of page',
    [`el.attachEvent('a', function (x) {});`]: 'event of el',
    [`el.on('a', '.b', (x) => 1);`]: 'event of el',
    [`$('a').click((x) => 1);`]: `event of $('a')`,
    [`el.onclick = (x) => 1;`]: 'event of el',
    [`el['onclick'] = (x) => 1;`]: 'event of el',
    [`el.click = (x) => 1;`]: '',
    [`el.on('a', ({ target: { x } }) => 1);`]: 'event of el.target.x',
    [`({ handleEvent(x) {} });`]: 'event of page',
    [`({ handle(x) {} });`]: '',
    [`el.on('a', f); function f(x) {}`]: 'event of el',
    [`el.on('a', f.bind(this)); function f(x) {}`]: 'event of el',
    [`el.on('a', this.take); class A { take(x) {} }`]: 'event of el',
    'list.forEach((x) => 1);': 'item of list',
    'list.filter((a, x) => 1);': '',
    'list.reduce((a, x) => 1);': 'item of list',
    '$(a).each((i, x) => 1);': 'item of $(a)',
    '$.each(list, (i, x) => 1);': 'item of list',
    '[].map.call(list, (x) => 1);': 'item of list',
    'Array.from(list, (x) => 1);': 'item of list',
    'Other.from(list, (x) => 1);': '',
    'promise.then((x) => 1);': '',
  };
  for (const [code, origin] of Object.entries(callbacks)) {
    it(`${origin || 'nothing'} is passed to ${code}`, () => assert.equal(assignedTo(code), origin));
  }

  const methods: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
    'const o = { save() {}, b: () => 1, c: 1 };': { save: ['() {}'], b: ['() => 1'] },
    'class A { save() {} #hide() {} }': { save: ['() {}'], '#hide': ['() {}'] },
    'A.prototype.save = function () {};': { save: ['function () {}'] },
    'function save() {} exports.save = save;': { save: ['save'] },
    'exports.save = save;': {},
    'a.save = () => 1; b.save = () => 2;': { save: ['() => 1', '() => 2'] },
  };
  for (const [code, named] of Object.entries(methods)) {
    it(`name methods: ${code}`, () => {
      const reading = readCode(code);
      const found = [...reading.bindings.methods].map(
        ([name, functions]) => [name, functions.map((it) => codeOf(reading, it))] as const,
      );
      assert.deepEqual(Object.fromEntries(found), named);
    });
  }

  it('include functions whose `this` is an element', () => {
    const reading = readCode(`el.on('a', function () {}); list.forEach(f); function f() {}`);
    const found = [...reading.bindings.calledByElements].map(([handler, of]) => [
      codeOf(reading, handler),
      codeOf(reading, of),
    ]);
    // A function that is passed by name may also be called elsewhere.
    assert.deepEqual(found, [['function () {}', 'el']]);
  });
});
