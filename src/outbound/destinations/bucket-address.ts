import { badText, type DestinationText, percentDecoded } from './destination-text.ts';
import { withDate } from './object-name.ts';

export interface BucketAddress {
  readonly bucket: string;
  /** Bucket and path in normalized form, for comparison and display. */
  readonly address: string;
  /** The name of an object, with the path in front of it. */
  keyOf(name: string, time: number): string;
}

/** 3 to 63 characters for S3; names with dots may be longer elsewhere. */
const BUCKET = /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/;
const MAX_PATH_BYTES = 700;

/** The address of a destination that is a bucket and a path: `bucket/dir/{DATE}`. */
export function bucketAddress({ address }: DestinationText): BucketAddress {
  const [bucket = '', ...path] = address.split('/');
  if (!BUCKET.test(bucket)) {
    throw badText('needs the name of a bucket: lower-case letters, digits, ".", "-" and "_"');
  }
  return folderOf(bucket, path);
}

/** The path below a bucket or container. */
export function folderOf(bucket: string, path: readonly string[]): BucketAddress {
  const segments = path
    .filter((segment, at) => segment !== '' || at < path.length - 1)
    .map(segmentOf);
  if (Buffer.byteLength(segments.join('/')) > MAX_PATH_BYTES) {
    throw badText(`has a path of more than ${MAX_PATH_BYTES} bytes`);
  }
  return {
    bucket,
    address: [bucket, ...segments].join('/'),
    keyOf: (name, time) => withDate([...segments, name].join('/'), time),
  };
}

function segmentOf(text: string): string {
  const segment = percentDecoded(text);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is for control characters
  if (segment === undefined || /^\.{0,2}$|[\u0000-\u001f\u007f/\\]/.test(segment)) {
    throw badText('has a path with an empty, "." or ".." segment, a control character or "\\"');
  }
  return segment;
}
