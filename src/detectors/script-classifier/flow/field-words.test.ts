import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isCardName,
  isPasswordName,
  isPaymentName,
  mentionsCardField,
  mentionsPassword,
  mentionsWalletSecret,
} from './field-words.ts';
import { selectsAllFields } from './sources.ts';

type Test = (text: string) => boolean;

function table(title: string, test: Test, yes: readonly string[], no: readonly string[]): void {
  describe(title, () => {
    for (const text of yes) it(`include ${text}`, () => assert.equal(test(text), true));
    for (const text of no) it(`do not include ${text}`, () => assert.equal(test(text), false));
  });
}

table(
  'names of card fields',
  isCardName,
  [
    'cardnumber',
    'Card-Number',
    '[name="payment[cc_number]"]',
    '#cvv',
    'cc',
    'PAN',
    'exp_month',
  ].concat(
    ...['cardnum', 'card_no', 'ccnum', 'ccno', 'credit-card', 'debit-card', 'cvc', 'cc_cid', 'csc'],
    ...['security_code', 'cardcode', 'verification_value', 'cc_exp', 'card-exp', 'expiration_yr'],
    ...['exp-year', 'cardholder', 'cc_owner', 'cc-name', 'cc_month', 'cc_year', 'account_number'],
    ...['ccn', 'cid', 'cvn', 'card'],
  ),
  ['quantity', 'discard', 'company', 'account', 'span', `${'a'.repeat(150)} card number`].concat(
    ...[
      '../node_modules/card-validator/card-number.js',
      'Please ask your bank for the card number',
    ],
  ),
);
table(
  'names of password fields',
  isPasswordName,
  ['password', 'input[type=password]', 'user_pwd', 'pass', 'passwd', 'pw', 'passphrase'],
  ['passenger', 'compass', 'token', `${'a'.repeat(160)}password`].concat(
    ...[
      'loginPasswordless',
      './lib/password.js',
      'We send you a link for a login without password',
    ],
  ),
);
table(
  'names of what opens a wallet',
  mentionsWalletSecret,
  ['seed-phrase', 'privateKey', 'mnemonic', 'seed_word', 'recovery phrase', 'secret-phrase'].concat(
    'Enter your 12 words',
  ),
  ['seed', 'key', 'public key', 'recovery'],
);
table(
  'markup with fields for secrets',
  mentionsPassword,
  ['<input type="password">', '<textarea placeholder="Seed phrase">'],
  ['<input name="street">'],
);
table(
  'names of payment',
  isPaymentName,
  ['#co-payment-form', '.place-order', 'checkout'],
  ['form', '#search', `${'a'.repeat(160)}checkout`],
);
table(
  'markup with card fields',
  mentionsCardField,
  ['<input name="card-number">', '<input id=cvv>', '<b>CVC</b>'],
  ['<input name="street">', '<b>cvvx</b>', 'account card'],
);
table(
  'selectors of all fields',
  selectsAllFields,
  ['input', 'input, select', 'form', 'form.checkout input', ':input', 'a, textarea'].concat(
    'input[type="text"]',
    'input[name]',
    'input:not([type=hidden])',
  ),
  ['#a', 'input#a', 'input[name=email]', 'div', 'label', `${'a, '.repeat(100)}input`],
);
