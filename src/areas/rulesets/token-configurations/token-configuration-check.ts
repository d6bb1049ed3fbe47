import { fields } from '../../../catalogs/fields/fields.ts';
import type { TokenKey } from '../../../contracts/snapshot/token-validation-section.ts';
import { importTokenKey, TokenKeyError } from '../../../detectors/tokens/token-key.ts';
import {
  createScheme,
  ExpressionError,
  parseValueExpression,
} from '../../../expression/expression.ts';
import { ApiError } from '../../../http/api-error.ts';
import { sameKey, type TokenConfigurationDocument } from './token-configuration-model.ts';

const scheme = createScheme({ fields });

const HEADERS = 'http.request.headers';
const COOKIES = 'http.request.cookies';
const EXAMPLE = `${HEADERS}["authorization"][0] or ${COOKIES}["session"][0]`;

/** The members of each key type, in addition to `alg` and `kid`, and its algorithms. */
const keyTypes: Readonly<
  Record<TokenKey['kty'], { readonly members: readonly string[]; readonly algorithms: RegExp }>
> = {
  RSA: { members: ['n', 'e'], algorithms: /^[RP]S/ },
  EC: { members: ['crv', 'x', 'y'], algorithms: /^ES/ },
  oct: { members: ['k'], algorithms: /^HS/ },
};
const ownMembers = ['n', 'e', 'crv', 'x', 'y', 'k'] as const;

/** Throws unless the edge can find and verify tokens with the configuration. */
export function checkTokenConfiguration({
  token_sources,
  credentials,
}: TokenConfigurationDocument): void {
  token_sources.forEach((source, index) => {
    const problem = sourceProblem(source);
    if (!problem) return;
    throw new ApiError('tokenSourceInvalid', { problem }, { pointer: `/token_sources/${index}` });
  });
  checkTokenKeys(credentials.keys, '/credentials/keys');
}

/** `at` is the JSON pointer to the keys in the body. */
export function checkTokenKeys(keys: readonly TokenKey[], at: string): void {
  for (const [index, key] of keys.entries()) {
    const problem = memberProblem(key) ?? importProblem(key) ?? twiceProblem(keys, index);
    if (!problem) continue;
    const [member, text] = problem;
    const pointer = `${at}/${index}${member && `/${member}`}`;
    throw new ApiError('tokenKeyInvalid', { number: index + 1, problem: text }, { pointer });
  }
}

/** Why a key is invalid, and the member that causes it. */
type KeyProblem = readonly [member: string, problem: string];

function sourceProblem(text: string): string | undefined {
  try {
    const tree = parseValueExpression(text, scheme, { side: 'request', type: 'String' });
    const isHeaderOrCookie =
      tree.kind === 'field' && (tree.name === HEADERS || tree.name === COOKIES);
    if (!isHeaderOrCookie) return `a source is a header or a cookie, such as ${EXAMPLE}`;
    const [name] = tree.indexes;
    const isKey = name?.kind === 'key' && tree.indexes[1]?.kind === 'position';
    if (!isKey) return `a source names one value, such as ${EXAMPLE}`;
    const isLower = tree.name === COOKIES || name.key === name.key.toLowerCase();
    return isLower ? undefined : 'names of headers are written in lower case in expressions';
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return `could not parse the expression: ${error.message}`;
  }
}

function memberProblem(key: TokenKey): KeyProblem | undefined {
  const { members, algorithms } = keyTypes[key.kty];
  if (!algorithms.test(key.alg)) return ['alg', `${key.kty} keys have no algorithm ${key.alg}`];
  for (const member of ownMembers) {
    if (member in key === members.includes(member)) continue;
    const problem =
      member in key
        ? `"${member}" is no member of ${key.kty} keys`
        : `"${member}" is missing, which ${key.kty} keys have`;
    return [member in key ? member : '', problem];
  }
  return undefined;
}

function importProblem(key: TokenKey): KeyProblem | undefined {
  try {
    importTokenKey(key);
    return undefined;
  } catch (error) {
    if (!(error instanceof TokenKeyError)) throw error;
    return [error.member, error.message];
  }
}

function twiceProblem(keys: readonly TokenKey[], index: number): KeyProblem | undefined {
  const first = keys.findIndex((each) => sameKey(each, keys[index] as TokenKey));
  return first === index
    ? undefined
    : ['kid', `key ${first + 1} has the same algorithm and the same "kid"`];
}
