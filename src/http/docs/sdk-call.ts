/** How a method of the official SDK takes its arguments. */
export interface SdkCall {
  /** Below the client: `zones.list`. */
  readonly method: string;
  /** Parameters of the path that are arguments of their own, before all others. */
  readonly positional: readonly string[];
  /** The other parameters of the path, by the names that the SDK has for them. */
  readonly named: Readonly<Record<string, string>>;
  /** What the other members of the last argument become. */
  readonly sends?: 'body' | 'query';
  /** Whether the result is a list whose further pages are requested as needed. */
  readonly isPaged: boolean;
}
