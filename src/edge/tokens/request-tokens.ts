import type { ClaimName, SentToken } from '../../detectors/tokens/read-token.ts';

/** The tokens of a request in the source that decides. */
export interface SentTokens {
  readonly first: SentToken;
  /** Other values of a repeated cookie. Servers differ in which of them they use. */
  readonly others: readonly SentToken[];
  /** Whether a server could read something else than these tokens. */
  readonly isAmbiguous: boolean;
}

/** Finds the tokens of a request and verifies them. */
interface TokenReader<Request> {
  tokensIn(request: Request): SentTokens | undefined;
  /** `now`: milliseconds since the epoch. */
  areValid(tokens: SentTokens, now: number): boolean;
}

/** By id of the token configuration. */
export type TokenReaders<Request> = ReadonlyMap<string, TokenReader<Request>>;

interface FoundTokens {
  readonly tokens: SentTokens;
  /** Undefined until they were verified. */
  isValid: boolean | undefined;
}

/** The tokens of one request. Each is extracted and verified lazily, at most once. */
export class RequestTokens<Request extends { readonly receivedAt: number }> {
  readonly #configurations: TokenReaders<Request>;
  readonly #request: Request;
  /** By id of the configuration; null if the request has no token for it. */
  readonly #found = new Map<string, FoundTokens | null>();

  /** `request` has the headers as sent: changes by rules must not replace the token. */
  constructor(configurations: TokenReaders<Request>, request: Request) {
    this.#configurations = configurations;
    this.#request = request;
  }

  /** Undefined if the zone has no such configuration. */
  isPresent(id: string): boolean | undefined {
    const configuration = this.#configurations.get(id);
    return configuration && this.#find(id, configuration) !== null;
  }

  isValid(id: string): boolean | undefined {
    const configuration = this.#configurations.get(id);
    return configuration && this.#validToken(id, configuration) !== undefined;
  }

  /** By configuration. Claims of invalid tokens could be forged and are left out. */
  claims<Name extends ClaimName>(name: Name) {
    const claims = new Map<string, NonNullable<SentToken['claims'][Name]>>();
    for (const [id, configuration] of this.#configurations) {
      const values = this.#validToken(id, configuration)?.claims[name];
      if (values !== undefined) claims.set(id, values);
    }
    return claims;
  }

  #validToken(id: string, configuration: TokenReader<Request>): SentToken | undefined {
    const found = this.#find(id, configuration);
    if (!found) return undefined;
    found.isValid ??= configuration.areValid(found.tokens, this.#request.receivedAt);
    return found.isValid ? found.tokens.first : undefined;
  }

  #find(id: string, configuration: TokenReader<Request>): FoundTokens | null {
    const known = this.#found.get(id);
    if (known !== undefined) return known;
    const tokens = configuration.tokensIn(this.#request);
    const found = tokens ? { tokens, isValid: undefined } : null;
    this.#found.set(id, found);
    return found;
  }
}
