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
/** Secrets that open a wallet. */
const walletSecret =
  /mnemonic|(?:seed|recovery|secret|backup)(?:phrase|words?)|privatekey|(?:12|24|twelve|twentyfour)words?/;
/** A login without a password takes none. */
const passwordWord = /password(?!less|free)|passwd|pwd/;

const cardWord = new RegExp(cardWords.join('|'));
/** For markup, where short words are too common. */
const longCardWord = new RegExp(cardWords.filter((word) => word.length > 3).join('|'));
const paymentWord = /payment|checkout|billing|placeorder|onepage/;

/** Selectors and names of fields are short; longer strings are prose or templates. */
const MAX_NAME_LENGTH = 160;

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Files that bundlers name their modules after, such as `./lib/card-number.js`. */
const moduleName = /\.(?:[cm]?[jt]sx?|json|css|svg|vue)$/i;

const isName = (text: string): boolean =>
  text.length <= MAX_NAME_LENGTH && !moduleName.test(text) && !isSentence(text);

/** Labels have a few words, selectors have signs between their parts. */
const isSentence = (text: string): boolean =>
  !/[#[=>{(]/.test(text) && text.split(' ').length >= SENTENCE_WORDS;
const SENTENCE_WORDS = 7;

export function isCardName(text: string): boolean {
  if (!isName(text)) return false;
  const letters = lettersOf(text);
  return wholeCardWords.has(letters) || cardWord.test(letters);
}

/** Minifiers use such short names for members of any meaning. */
export const isShortCardWord = (name: string): boolean => wholeCardWords.has(lettersOf(name));

/** Strings of any meaning are so short. */
export const isShortPasswordWord = (text: string): boolean =>
  wholePasswordWords.has(lettersOf(text));

export function isPasswordName(text: string): boolean {
  if (!isName(text)) return false;
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

/** Whether markup contains a field for a password or for what opens a wallet. */
export function mentionsPassword(markup: string): boolean {
  const letters = lettersOf(markup);
  return passwordWord.test(letters) || walletSecret.test(letters);
}

/** Whether a text names what opens a wallet. */
export const mentionsWalletSecret = (text: string): boolean => walletSecret.test(lettersOf(text));
