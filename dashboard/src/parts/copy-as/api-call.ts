/** A call of the API with its values, to be shown in other languages. */
export interface ApiCall {
  /** `GET /zones/{zone_id}`. */
  readonly operation: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
}

export function sentQuery({ query = {} }: ApiCall): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}
