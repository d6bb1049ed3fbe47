/** How a method of the official SDK takes its arguments. */
export interface SdkCall {
  /** Below the client: `zones.list`. */
  readonly method: string;
  /** Path parameters that are positional arguments, before all others. */
  readonly positional: readonly string[];
  /** The other path parameters, by their names in the SDK. */
  readonly named: Readonly<Record<string, string>>;
  /** Where the other members of the last argument are sent. */
  readonly sends?: 'body' | 'query';
  /** Whether the result is a list whose further pages are requested as needed. */
  readonly isPaged: boolean;
}
