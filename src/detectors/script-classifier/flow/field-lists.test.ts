import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCode, taintNames } from '../fixtures/read-code.ts';
import { bitsOfElements } from './field-lists.ts';

/** The bits of the only `form.elements` in the code. */
function taken(code: string): string {
  const reading = readCode(code);
  const number = reading.tree.ofType('MemberExpression').find((it) => {
    const node = reading.tree.node(it);
    return node?.type === 'MemberExpression' && reading.values.property(node) === 'elements';
  });
  return taintNames(bitsOfElements(reading, number ?? -1));
}

const all = 'field allFields';

describe('lists of fields', () => {
  const cases: Readonly<Record<string, string>> = {
    'send(form.elements);': all,
    'send(form.elements.email.value);': 'field',
    [`send(form.elements['email'].value);`]: 'field',
    'send(form.elements[0].value);': 'field',
    'send(form.elements[i].value);': all,
    'send(form.elements[0].name);': '',
    'send(form.elements.map((it) => it.value));': all,
    'send([].map.call(form.elements, (it) => it.name));': '',
    'send([].map.call(form.elements, (it) => it.name + it.value));': all,
    'send(Array.from(form.elements, (it) => it.name));': '',
    'send(Array.from(form.elements).map((it) => it.id));': '',
    'send([...form.elements].filter((it) => it.required).map((it) => it.value));': all,
    'send([...form.elements].map(read));': all,
    'for (const it of form.elements) send(it.name);': '',
    'for (const it of form.elements) send(it.value);': all,
  };
  for (const [code, bits] of Object.entries(cases)) {
    it(`${bits || 'nothing'}: ${code}`, () => assert.equal(taken(code), bits));
  }
});
