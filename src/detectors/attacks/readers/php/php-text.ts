import type { ReadContext } from '../../attack-reader.ts';

/** `<?php`, `<?=`, and the short tag with code of PHP behind it. */
export const OPEN_TAG =
  /<\?(?:php\b|=|\s{0,4}(?:@\w+\s?\(|@?\$\w|echo\b|eval\b|system\b|print\b|include\b|require\b|die\b|if\s?\())/i;

/** Variables that contain what a request says. */
export const REQUEST_DATA =
  /\$\{?\s?['"]?(?:_(?:GET|POST|REQUEST|COOKIE|SERVER|FILES|SESSION|ENV)\b|HTTP_\w+_VARS\b)|\bgetallheaders\s?\(|php:\/\/input|\bfilter_input\s?\(/;

/** The first bytes of images, before which code is hidden. */
const IMAGE = /^(?:GIF8[79]a|\x89PNG|\xff\xd8\xff|BM|RIFF)/;
const IMAGE_NAME = /\.(?:gif|jpe?g|png|bmp|webp|ico|svg|pdf|txt|csv|docx?|xlsx?|zip)\W*$/i;

export interface PhpRole {
  /** Whether the value shows code to people, or is a file that people can be expected to send. */
  readonly isQuoted: boolean;
  /** Whether the value is a file that claims to be none of code. */
  readonly isDisguised: boolean;
}

export function phpRole(text: string, { role, value }: ReadContext): PhpRole {
  const { place, isName, fileName = '', fileType = '' } = value;
  if (place === 'file' && isName !== true) {
    const isDisguised =
      IMAGE.test(text) || IMAGE_NAME.test(fileName) || fileType.startsWith('image/');
    return { isQuoted: !isDisguised, isDisguised };
  }
  return { isQuoted: role === 'code' || role === 'prose' || role === 'markup', isDisguised: false };
}
