/** Names of card fields in forms of shops; letters and digits only. */
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
/** Too short to be searched for inside other words. */
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
/** Also secrets that open a wallet. */
const passwordWord =
  /password|passwd|pwd|mnemonic|seedphrase|seedword|recoveryphrase|secretphrase|privatekey/;

const cardWord = new RegExp(cardWords.join('|'));
/** For markup, where short words are too common. */
const longCardWord = new RegExp(cardWords.filter((word) => word.length > 3).join('|'));
const paymentWord = /payment|checkout|billing|placeorder|onepage/;

/** Selectors and names of fields are short; longer strings are prose or templates. */
const MAX_NAME_LENGTH = 160;

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

export function isCardName(text: string): boolean {
  if (text.length > MAX_NAME_LENGTH) return false;
  const letters = lettersOf(text);
  return wholeCardWords.has(letters) || cardWord.test(letters);
}

/** Minifiers use such short names for members of any meaning. */
export const isShortCardWord = (name: string): boolean => wholeCardWords.has(lettersOf(name));

export function isPasswordName(text: string): boolean {
  if (text.length > MAX_NAME_LENGTH) return false;
  const letters = lettersOf(text);
  return wholePasswordWords.has(letters) || passwordWord.test(letters);
}

/** Whether a selector names a form or button of a payment. */
export function isPaymentName(text: string): boolean {
  return text.length <= MAX_NAME_LENGTH && paymentWord.test(lettersOf(text));
}

/** Whether markup contains a card field. */
export const mentionsCardField = (markup: string): boolean =>
  longCardWord.test(lettersOf(markup)) || /\bcv[vc]\b/i.test(markup);
