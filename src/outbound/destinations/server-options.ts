import { booleanOption, type OptionRule } from './option-rules.ts';

/** Options of kinds with self-hosted servers. */
export const serverOptions = {
  /** `false` for plain HTTP, to addresses that the operator lists. */
  tls: booleanOption,
  'insecure-skip-verify': booleanOption,
  user: {},
  password: { secret: true },
} satisfies Readonly<Record<string, OptionRule>>;

type Values = Readonly<Record<string, string>>;

export function protocolOf(values: Values): 'http' | 'https' {
  return values['tls'] === 'false' ? 'http' : 'https';
}

export function verifiesTls(values: Values): boolean {
  return values['insecure-skip-verify'] !== 'true';
}

/** The header for `user` and `password`, if there are any. */
export function basicAuthorization({ user, password }: Values): Record<string, string> {
  if (user === undefined && password === undefined) return {};
  const pair = Buffer.from(`${user ?? ''}:${password ?? ''}`).toString('base64');
  return { authorization: `Basic ${pair}` };
}
