import { createPrivateKey } from 'node:crypto';
import { parseJson } from '../../kernel/json.ts';

/**
 * Credentials that the operator has configured per bucket. A destination without keys of its own uses those of its bucket, never others: not
 * from the environment, from files of other tools or from the metadata service of a cloud.
 */
export interface BucketCredentials {
  readonly s3: ReadonlyMap<string, S3Credential>;
  readonly gs: ReadonlyMap<string, GoogleCredential>;
}

export interface S3Credential {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
}

/** A service account, from its key file. */
export interface GoogleCredential {
  readonly clientEmail: string;
  readonly privateKey: string;
  readonly tokenUrl: string;
  /** URL of the JSON API. */
  readonly endpoint: string;
}

export const noBucketCredentials: BucketCredentials = { s3: new Map(), gs: new Map() };

const MAX_BUCKETS = 1_000;
const GOOGLE_TOKEN_URL = 'https://oauth2.googleapis.com/token';
const GOOGLE_ENDPOINT = 'https://storage.googleapis.com';

type Members = Readonly<Record<string, unknown>>;

/** Reads the JSON text of `PALISADE_LOG_CREDENTIALS`. Errors name the position and contain no value. */
export function parseBucketCredentials(text: string): BucketCredentials {
  const json = parseJson(text);
  if (!json.ok) throw new Error(`expected a JSON list; it is invalid at ${json.problem}`);
  if (!Array.isArray(json.value) || json.value.length > MAX_BUCKETS) {
    throw new Error(`expected a JSON list of at most ${MAX_BUCKETS} entries`);
  }
  const s3 = new Map<string, S3Credential>();
  const gs = new Map<string, GoogleCredential>();
  json.value.forEach((entry: unknown, index) => {
    const at = `entry ${index}`;
    const members = objectOf(entry, at);
    const [, scheme, bucket = ''] =
      /^(s3|gs):\/\/([^/?#]+)$/.exec(textOf(members, 'bucket', at)) ?? [];
    if (!scheme) throw new Error(`expected "s3://NAME" or "gs://NAME" as "bucket" of ${at}`);
    if ((scheme === 's3' ? s3 : gs).has(bucket))
      throw new Error(`expected one entry per bucket; ${at} is a second one`);
    if (scheme === 's3') s3.set(bucket, s3Credential(members, at));
    else gs.set(bucket, googleCredential(members, at));
  });
  return { s3, gs };
}

function s3Credential(members: Members, at: string): S3Credential {
  checkMembers(members, ['bucket', 'access_key_id', 'secret_access_key', 'session_token'], at);
  return {
    accessKeyId: textOf(members, 'access_key_id', at),
    secretAccessKey: textOf(members, 'secret_access_key', at),
    sessionToken: optionalTextOf(members, 'session_token', at),
  };
}

function googleCredential(members: Members, at: string): GoogleCredential {
  checkMembers(members, ['bucket', 'service_account', 'endpoint'], at);
  // Other members of the key file are ignored.
  const account = objectOf(members['service_account'], `"service_account" of ${at}`);
  return {
    clientEmail: textOf(account, 'client_email', at),
    privateKey: checkedKey(textOf(account, 'private_key', at), at),
    tokenUrl: optionalTextOf(account, 'token_uri', at) ?? GOOGLE_TOKEN_URL,
    endpoint: optionalTextOf(members, 'endpoint', at) ?? GOOGLE_ENDPOINT,
  };
}

function checkedKey(pem: string, at: string): string {
  let type: string | undefined;
  try {
    type = createPrivateKey(pem).asymmetricKeyType;
  } catch {
    // Node's message may contain a part of the key.
  }
  if (type !== 'rsa') throw new Error(`expected an RSA key in PEM form as "private_key" of ${at}`);
  return pem;
}

function checkMembers(members: Members, known: readonly string[], at: string): void {
  const unknown = Object.keys(members).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new Error(`expected only ${known.join(', ')} in ${at}, not "${unknown.slice(0, 64)}"`);
}

function objectOf(value: unknown, at: string): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members;
  throw new Error(`expected an object as ${at}`);
}

function optionalTextOf(members: Members, name: string, at: string): string | undefined {
  return Object.hasOwn(members, name) ? textOf(members, name, at) : undefined;
}

function textOf(members: Members, name: string, at: string): string {
  const value = Object.hasOwn(members, name) ? members[name] : undefined;
  if (typeof value === 'string' && value !== '') return value;
  throw new Error(`expected a string as "${name}" of ${at}`);
}
