import type { Fragment } from './fragment-parser.ts';

/** A fragment with what is known of its surroundings. */
export interface Situation extends Fragment {
  /** Whether nothing stands before it in its context. */
  readonly isFirst: boolean;
  /** Whether it reaches the end of the text. */
  readonly isWhole: boolean;
  /** Whether the quote of the context is closed again, or cut off. */
  readonly isRejoined: boolean;
  readonly quote: string;
  /** Whether the quote of the context stands behind words or an opening bracket, as before a quotation. */
  readonly isQuotation: boolean;
  /** Whether there are two quotes in the text, and not more than a word before and after them. */
  readonly isTight: boolean;
  /** Whether the text up to the quote is one word. */
  readonly isAfterWord: boolean;
  /** Whether the comment that follows says nothing. */
  readonly isCommentEmpty: boolean;
  readonly isBlockComment: boolean;
}

interface Place {
  readonly quote: string;
  /** Where the context begins: after the quote. */
  readonly quoteEnd: number;
  readonly isFirst: boolean;
}

/** Longer texts are not looked at for words; they are no user names. */
const MAX_WORD = 64;
/** A semicolon with nothing, or an empty comment, behind it. */
const LAST = /^;\s*$/;
const CUT_OFF = /^;\s*(?:--|#|\/\*)[\s+*/-]{0,8}$/;
const QUOTATION = /[A-Za-z]{2}[\w:,]*(?:\s+|\()$/;
const EMPTY_COMMENT = /^(?:--|#|\/\*)[\s+*/-]{0,8}$/;

export function situationOf(fragment: Fragment, text: string, place: Place): Situation {
  const { end } = fragment;
  const { quote, quoteEnd, isFirst } = place;
  const rest = text.slice(end, end + MAX_WORD);
  const ending = fragment.ending === 'semicolon' && CUT_OFF.test(rest) ? 'cut' : fragment.ending;
  const comment = ending === 'cut' ? rest.replace(/^;\s*/, '') : '';
  const isAfterQuote = quote !== '' && isFirst;
  const before = isAfterQuote ? text.slice(Math.max(0, quoteEnd - MAX_WORD - 2), quoteEnd - 1) : '';
  return {
    ...fragment,
    ending,
    isFirst,
    quote,
    isQuotation:
      quote !== '' && QUOTATION.test(text.slice(Math.max(0, quoteEnd - MAX_WORD), quoteEnd - 1)),
    isWhole: ending !== 'junk' && (ending !== 'semicolon' || LAST.test(rest)),
    isRejoined: quote !== '' && (ending === 'cut' || ending === 'resumed'),
    isTight: isAfterQuote && quote === "'" && isWord(before) && hasOneMore(text, quoteEnd, quote),
    isAfterWord: isAfterQuote && isWord(before) && !/\s$/.test(before),
    isCommentEmpty: EMPTY_COMMENT.test(comment),
    isBlockComment: comment.startsWith('/*'),
  };
}

const isWord = (text: string): boolean => text.length <= MAX_WORD && !/\S\s+\S/.test(text);

function hasOneMore(text: string, start: number, quote: string): boolean {
  const second = text.indexOf(quote, start);
  return second !== -1 && !text.includes(quote, second + 1) && isWord(text.slice(second + 1));
}
