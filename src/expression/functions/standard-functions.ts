/** Every function of the language, by name. Adding one is one file and one line here. */
import type { FunctionDefinition } from '../function-definition.ts';
import { all } from './all.ts';
import { any } from './any.ts';
import { bitSlice } from './bit-slice.ts';
import { cidr } from './cidr.ts';
import { cidr6 } from './cidr6.ts';
import { concat } from './concat.ts';
import { decodeBase64 } from './decode-base64.ts';
import { encodeBase64 } from './encode-base64.ts';
import { endsWith } from './ends-with.ts';
import { hasKey } from './has-key.ts';
import { hasValue } from './has-value.ts';
import { isJwtPresent, isJwtValid } from './is-jwt.ts';
import { isTimedHmacValidV0 } from './is-timed-hmac-valid-v0.ts';
import { join } from './join.ts';
import { len } from './len.ts';
import { lookupJsonInteger } from './lookup-json-integer.ts';
import { lookupJsonString } from './lookup-json-string.ts';
import { lower } from './lower.ts';
import { regexReplace } from './regex-replace.ts';
import { removeBytes } from './remove-bytes.ts';
import { removeQueryArgs } from './remove-query-args.ts';
import { sha256 } from './sha256.ts';
import { split } from './split.ts';
import { startsWith } from './starts-with.ts';
import { substring } from './substring.ts';
import { toStringFunction } from './to-string.ts';
import { upper } from './upper.ts';
import { urlDecode } from './url-decode.ts';
import { uuidv4 } from './uuidv4.ts';
import { wildcardReplace } from './wildcard-replace.ts';

export const standardFunctions: readonly FunctionDefinition[] = [
  all,
  any,
  bitSlice,
  cidr,
  cidr6,
  concat,
  decodeBase64,
  encodeBase64,
  endsWith,
  hasKey,
  hasValue,
  isJwtPresent,
  isJwtValid,
  isTimedHmacValidV0,
  join,
  len,
  lookupJsonInteger,
  lookupJsonString,
  lower,
  regexReplace,
  removeBytes,
  removeQueryArgs,
  sha256,
  split,
  startsWith,
  substring,
  toStringFunction,
  upper,
  urlDecode,
  uuidv4,
  wildcardReplace,
];
