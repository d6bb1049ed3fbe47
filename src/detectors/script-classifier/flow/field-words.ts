/** Names of fields for card data, as forms and shops use them; letters and digits only. */
const cardWords = [
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
const passwordWord =
  /password|passwd|pwd|mnemonic|seedphrase|seedword|recoveryphrase|secretphrase|privatekey/;

const cardWord = new RegExp(cardWords.join('|'));
/** In markup short words are too common. */
const longCardWord = new RegExp(cardWords.filter((word) => word.length > 3).join('|'));
const paymentWord = /payment|checkout|billing|placeorder|onepage/;

/** A selector or a name of a field is short; prose and templates are not. */
const MAX_NAME_LENGTH = 160;

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

export function isCardName(text: string): boolean {
  if (text.length > MAX_NAME_LENGTH) return false;
  const letters = lettersOf(text);
  return wholeCardWords.has(letters) || cardWord.test(letters);
}

/** Minifiers give such names to members of objects, whatever these are for. */
export const isShortCardWord = (name: string): boolean => wholeCardWords.has(lettersOf(name));

export function isPasswordName(text: string): boolean {
  if (text.length > MAX_NAME_LENGTH) return false;
  const letters = lettersOf(text);
  return wholePasswordWords.has(letters) || passwordWord.test(letters);
}

/** A selector of a form or button with which something is paid. */
export function isPaymentName(text: string): boolean {
  return text.length <= MAX_NAME_LENGTH && paymentWord.test(lettersOf(text));
}

/** Markup with a field for card data in it. */
export const mentionsCardField = (markup: string): boolean =>
  longCardWord.test(lettersOf(markup)) || /\bcv[vc]\b/i.test(markup);
