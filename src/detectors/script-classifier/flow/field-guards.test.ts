import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCode } from '../fixtures/read-code.ts';
import { findFieldGuards } from './field-guards.ts';

/** How fields are treated, and whether `take` is called for card fields only. */
function guardsIn(code: string): string {
  const reading = readCode(code);
  const guards = findFieldGuards(reading);
  const take = reading.tree.ofType('CallExpression').find((number) => {
    const call = reading.tree.node(number);
    return call?.type === 'CallExpression' && reading.values.path(call.callee) === 'take';
  });
  const words = [
    ...(guards.masksCards ? ['masks cards'] : []),
    ...(guards.masksPasswords ? ['masks passwords'] : []),
    ...(take !== undefined && guards.isPicked(take) ? ['picks cards'] : []),
  ];
  return words.join(', ');
}

describe('field guards', () => {
  const cases: Readonly<Record<string, string>> = {
    [`v = e.type === 'password' ? '***' : e.value;`]: 'masks passwords',
    [`v = e.type !== 'password' ? e.value : null;`]: 'masks passwords',
    [`for (const e of f) { if (/card|cvv/.test(e.name)) continue; take(e); }`]: 'masks cards',
    [`if (!/card/.test(e.name)) take(e);`]: 'masks cards',
    [`if (names.indexOf('cvv') < 0) take(e);`]: 'masks cards',
    [`const isCard = (e) => /card/.test(e.name); if (isCard(e)) return; take(e);`]: 'masks cards',
    [`class A { skips(e) { return e.type === 'password'; } a(e) { if (this.skips(e)) return; take(e); } }`]:
      'masks passwords',
    [`const hide = e.type === 'password' || /cvc/.test(e.id); take(hide ? '' : e.value);`]:
      'masks cards, masks passwords',
    [`f.querySelectorAll('input:not([type=password])');`]: 'masks passwords',
    [`list.filter((e) => e.type !== 'password').map(take);`]: 'masks passwords',
    [`if (/card|cvv/.test(e.name)) take(e.value);`]: 'picks cards',
    [`/card|cvv/.test(e.name) && take(e.value);`]: 'picks cards',
    [`if (/card/.test(e.name)) e.value = '***'; take(e.value);`]: 'masks cards',
    [`if (/card/.test(e.name)) { v = mask(e); } take(v);`]: 'masks cards',
    [`v = /card/.test(e.name) ? take(e.value) : '';`]: 'picks cards',
    [`v = /card/.test(e.name) ? e.value.length : take(e.value);`]: 'masks cards',
    [`if (names.some((n) => n === 'cvv')) take(e.value);`]: 'picks cards',
    [`if (['card'].indexOf(e.name) === -1) take(e);`]: 'masks cards',
    [`if (e.dataset.private === 'sensitive') return; take(e);`]: 'masks cards, masks passwords',
    [`if (e.dataset.private === 'sensitive') take(e.value);`]: '',
    [`if (e.type === 'password' && e.form) take(e.value);`]: '',
    [`if (!/card/.test(e.name)) return; take(e.value);`]: '',
    [`show('Enter your card or password'); take(e.value);`]: '',
  };
  for (const [code, words] of Object.entries(cases)) {
    it(`${words || 'finds none'}: ${code}`, () => assert.equal(guardsIn(code), words));
  }
});
