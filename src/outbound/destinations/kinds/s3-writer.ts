import type { PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import type { BucketAddress } from '../bucket-address.ts';
import type { S3Credential } from '../bucket-credentials.ts';
import type { DestinationDeps, DestinationWriter } from '../destination-kind.ts';
import { awsRequestHandler } from './aws-request-handler.ts';

/** The usual port of self-hosted S3 servers. */
const S3_PORTS = [9000];

/** `<Code>AccessDenied</Code>` in the error document. */
const ERROR_CODE = /<Code>([A-Za-z0-9.]{1,64})<\/Code>/;

export interface S3Target {
  readonly name: string;
  readonly address: BucketAddress;
  readonly endpoint: string;
  readonly region: string;
  /** Whether the bucket is part of the path and not of the host name. */
  readonly hasBucketInPath: boolean;
  readonly credential: S3Credential;
  /** Additional parameters of each write: encryption, permissions. */
  readonly extras: Partial<PutObjectCommandInput>;
}

/** Writes objects with the AWS client, which is loaded at the first write. */
export function s3Writer(target: S3Target, { client, clock }: DestinationDeps): DestinationWriter {
  const { name, address, credential, extras } = target;
  let opening: Promise<S3Client> | undefined;
  const requestHandler = awsRequestHandler({
    client,
    clock,
    name,
    furtherPorts: S3_PORTS,
    reason: ({ body }) => ERROR_CODE.exec(body.toString())?.[1],
  });
  return {
    name,
    secrets: [credential.secretAccessKey, credential.sessionToken ?? ''],
    async write(item, signal) {
      const { PutObjectCommand } = await import('@aws-sdk/client-s3');
      opening ??= openClient(target, requestHandler);
      const command = new PutObjectCommand({
        Bucket: address.bucket,
        Key: address.keyOf(item.name, item.time),
        Body: item.body,
        ContentType: item.isCompressed ? 'application/gzip' : item.contentType,
        ...extras,
      });
      await (await opening).send(command, { abortSignal: signal });
    },
    pathOf: ({ name: file, time }) => address.keyOf(file, time),
    close: async () => (await opening)?.destroy(),
  };
}

/** Sets every option that would otherwise default to environment variables or configuration files. */
async function openClient(
  { endpoint, region, hasBucketInPath, credential }: S3Target,
  requestHandler: ReturnType<typeof awsRequestHandler>,
): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  const { accessKeyId, secretAccessKey, sessionToken } = credential;
  const credentials = { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
  return new S3Client({
    endpoint,
    region,
    credentials,
    requestHandler,
    forcePathStyle: hasBucketInPath,
    // The caller retries.
    maxAttempts: 1,
    retryMode: 'standard',
    defaultsMode: 'standard',
    authSchemePreference: ['aws.auth#sigv4'],
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    disableS3ExpressSessionAuth: true,
    disableMultiregionAccessPoints: true,
    followRegionRedirects: false,
    sigv4aSigningRegionSet: [region],
    useAccelerateEndpoint: false,
    useArnRegion: false,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    userAgentAppId: 'palisade',
  });
}
