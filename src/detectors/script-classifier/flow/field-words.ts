/** Names of fields for card data, as forms and shops use them; letters and digits only. */
const cardWords: readonly string[] = [
  'cardnumber',
  'cardnum',
  'cardno',
  'ccnum',
  'ccno',
  'creditcard',
  'debitcard',
  'cardcvv',
  'cardcvc',
  'cvv',
  'cvc',
  'cccid',
  'securitycode',
  'cardcode',
  'verificationvalue',
  'ccexp',
  'cardexp',
  'expirationyr',
  'expmonth',
  'expyear',
  'cardholder',
  'ccowner',
  'ccname',
  'ccmonth',
  'ccyear',
  'accountnumber',
];
/** Too short to be looked for inside of other words. */
const wholeCardWords: ReadonlySet<string> = new Set([
  'cc',
  'ccn',
  'pan',
  'cid',
  'csc',
  'cvn',
  'card',
]);
const wholePasswordWords: ReadonlySet<string> = new Set(['pass', 'pw', 'passphrase']);
/** Also what opens a wallet. */
const passwordWords: readonly string[] = [
  ...['password', 'passwd', 'typepassword', 'pwd'],
  ...['mnemonic', 'seedphrase', 'seedword', 'recoveryphrase', 'secretphrase', 'privatekey'],
];

/** A selector or a name of a field is short; prose and templates are not. */
const LONGEST_NAME = 160;

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

export function isCardName(text: string): boolean {
  if (text.length > LONGEST_NAME) return false;
  const letters = lettersOf(text);
  return wholeCardWords.has(letters) || cardWords.some((word) => letters.includes(word));
}

/** The same for members of objects, where minifiers make short names of their own. */
export const isCardProperty = (name: string): boolean =>
  isCardName(name) && !wholeCardWords.has(lettersOf(name));

export function isPasswordName(text: string): boolean {
  if (text.length > LONGEST_NAME) return false;
  const letters = lettersOf(text);
  return wholePasswordWords.has(letters) || passwordWords.some((word) => letters.includes(word));
}

const paymentWords: readonly string[] = ['payment', 'checkout', 'billing', 'placeorder', 'onepage'];

/** A selector of a form or button with which something is paid. */
export function isPaymentName(text: string): boolean {
  if (text.length > LONGEST_NAME) return false;
  const letters = lettersOf(text);
  return paymentWords.some((word) => letters.includes(word));
}

/** Markup with a field for card data in it. */
export function mentionsCardField(markup: string): boolean {
  const letters = lettersOf(markup);
  return (
    cardWords.some((word) => word.length > 3 && letters.includes(word)) ||
    /\bcv[vc]\b/i.test(markup)
  );
}
