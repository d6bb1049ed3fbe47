import type { PutObjectCommandInput } from '@aws-sdk/client-s3';
import { OutboundError } from '../../outbound-error.ts';
import { parseUrl } from '../../url-rules.ts';
import { bucketAddress } from '../bucket-address.ts';
import type { S3Credential } from '../bucket-credentials.ts';
import { DestinationError } from '../destination-error.ts';
import { type DestinationDeps, type DestinationKind, MAX_JOB_BYTES } from '../destination-kind.ts';
import { badText } from '../destination-text.ts';
import { readOptions } from '../option-rules.ts';
import { s3Writer } from './s3-writer.ts';

/** `s3://bucket/dir?region=R[&sse=AES256]`, with keys and `endpoint` for servers that are compatible with S3. */
export const s3Kind: DestinationKind = {
  read(text) {
    const { values, secrets, masked } = readOptions(text, {
      options: {
        region: {
          required: true,
          pattern: /^[a-z0-9-]{1,40}$/,
          expected: 'a name such as eu-west-1',
        },
        sse: { pattern: /^(AES256|aws:kms)$/, expected: 'AES256 or aws:kms' },
        endpoint: {},
        'access-key-id': {},
        'secret-access-key': { secret: true },
        'session-token': { secret: true },
      },
    });
    const { region = '', sse, endpoint } = values;
    const credential = keysOf(values);
    if (endpoint !== undefined && !credential) {
      throw badText('has an endpoint of its own, so it needs access-key-id and secret-access-key');
    }
    const address = bucketAddress(text);
    const server = endpoint === undefined ? amazonEndpoint(region) : endpointOf(endpoint);
    return {
      kind: 's3',
      needsChallenge: credential === undefined,
      maxBytes: MAX_JOB_BYTES,
      form: 'text',
      address: address.address,
      maskedOptions: masked,
      secrets,
      open: (deps) =>
        s3Writer(
          {
            name: `s3://${address.bucket}`,
            address,
            endpoint: server,
            region,
            hasBucketInPath: endpoint !== undefined,
            credential: credential ?? namedCredential(address.bucket, deps),
            extras: {
              // Other servers have no such ACL, and some refuse the header.
              ...(endpoint === undefined && { ACL: 'bucket-owner-full-control' }),
              ...(sse && {
                ServerSideEncryption: sse as PutObjectCommandInput['ServerSideEncryption'],
              }),
            },
          },
          deps,
        ),
    };
  },
};

function keysOf(values: Readonly<Record<string, string>>): S3Credential | undefined {
  const accessKeyId = values['access-key-id'];
  const secretAccessKey = values['secret-access-key'];
  const sessionToken = values['session-token'];
  if (accessKeyId !== undefined && secretAccessKey !== undefined) {
    return { accessKeyId, secretAccessKey, sessionToken };
  }
  if (accessKeyId === undefined && secretAccessKey === undefined && sessionToken === undefined) {
    return undefined;
  }
  throw badText('needs both access-key-id and secret-access-key, or neither');
}

function namedCredential(bucket: string, { credentials }: DestinationDeps): S3Credential {
  const credential = credentials.s3.get(bucket);
  if (credential) return credential;
  throw new DestinationError(
    `the operator has configured no credentials for s3://${bucket} in PALISADE_LOG_CREDENTIALS; give access-key-id and secret-access-key, or ask for them`,
    { isPermanent: true },
  );
}

function amazonEndpoint(region: string): string {
  return `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}

/** `host[:port]`, or with a scheme; without bucket and path. */
function endpointOf(text: string): string {
  try {
    const url = parseUrl(/^https?:\/\//i.test(text) ? text : `https://${text}`);
    if (url.pathname === '/' && url.search === '') return url.origin;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw badText(`has a wrong option "endpoint": ${error.message}`);
  }
  throw badText('has a wrong option "endpoint"; expected a host without bucket and path');
}
