import type {
  CredentialRule,
  LoginSample,
} from '../../src/catalogs/managed-rulesets/exposed-credentials/credential-rule.ts';
import { exposedCredentialsRuleset } from '../../src/catalogs/managed-rulesets/exposed-credentials/exposed-credentials.ts';

/** Bodies of the catalog's sample logins with any credentials, also malformed or extended. */
export type Carrier = 'form' | 'multipart' | 'json';

export interface Pair {
  readonly username: string;
  readonly password: string;
}

/** The character encoding of a page. JSON is always UTF-8 (RFC 8259, section 8.1). */
export type Charset = 'utf8' | 'latin1';

export const credentialRules = exposedCredentialsRuleset.rules.filter(
  (rule): rule is CredentialRule => rule.kind === 'credential',
);

export function carrierOf({ headers, body }: LoginSample): Carrier {
  const type = headers['content-type'] ?? '';
  if (type.startsWith('multipart/')) return 'multipart';
  return body.startsWith('{') ? 'json' : 'form';
}

/** The sample's login with other credentials. */
export function loginBody(sample: LoginSample, pair: Pair, charset: Charset = 'utf8'): Buffer {
  const values = new Map([
    [sample.username, pair.username],
    [sample.password, pair.password],
  ]);
  const carrier = carrierOf(sample);
  if (carrier === 'json') {
    const replaced = (_: string, value: unknown) => values.get(value as string) ?? value;
    return Buffer.from(JSON.stringify(JSON.parse(sample.body), replaced));
  }
  if (carrier === 'form') {
    const pairs = sample.body.split('&').map((text) => {
      const [name = '', value = ''] = text.split('=');
      const other = values.get(new URLSearchParams(text).values().next().value ?? '');
      return `${name}=${other === undefined ? value : percents(Buffer.from(other, charset))}`;
    });
    return Buffer.from(pairs.join('&'));
  }
  let body = sample.body;
  for (const [before, now] of values) {
    body = body.replace(`\r\n\r\n${before}\r\n`, () => `\r\n\r\n${now}\r\n`);
  }
  return Buffer.from(body, charset);
}

/** A body that servers refuse, or do not parse as a login. */
export function malformed(carrier: Carrier, body: Buffer): Buffer {
  const text = body.toString('latin1');
  const spoilt = {
    form: () => text.replaceAll('=', ':'),
    multipart: () => text.replaceAll('--', '++'),
    json: () => text.slice(1),
  };
  return Buffer.from(spoilt[carrier](), 'latin1');
}

/** The same login with much other content after or before it. */
export function lengthened(carrier: Carrier, body: Buffer, at: 'start' | 'end'): Buffer {
  const filler = 'x'.repeat(140_000);
  const text = body.toString('latin1');
  const boundary = text.slice(0, text.indexOf('\r\n'));
  const part = `${boundary}\r\nContent-Disposition: form-data; name="filler"\r\n\r\n${filler}\r\n`;
  const long = {
    form: () => (at === 'start' ? `${text}&filler=${filler}` : `filler=${filler}&${text}`),
    multipart: () =>
      at === 'start' ? text.replace(`${boundary}--`, `${part}${boundary}--`) : part + text,
    json: () =>
      at === 'start'
        ? `${text.slice(0, -1)},"filler":"${filler}"}`
        : `{"filler":"${filler}",${text.slice(1)}`,
  };
  return Buffer.from(long[carrier](), 'latin1');
}

/** Every byte, so that no name or value survives in plain text by chance. */
const percents = (bytes: Buffer): string =>
  bytes.reduce((text, byte) => `${text}%${byte.toString(16).padStart(2, '0')}`, '');
