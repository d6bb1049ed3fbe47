import { bucketAddress } from '../bucket-address.ts';
import { type DestinationKind, MAX_JOB_BYTES } from '../destination-kind.ts';
import { readOptions } from '../option-rules.ts';
import { s3Writer } from './s3-writer.ts';

/** `r2://bucket/dir?account-id=A&access-key-id=K&secret-access-key=S`. */
export const r2Kind: DestinationKind = {
  read(text) {
    const { values, secrets, masked } = readOptions(text, {
      options: {
        'account-id': { required: true, pattern: /^[a-z0-9]{1,63}$/, expected: 'an account id' },
        'access-key-id': { required: true },
        'secret-access-key': { required: true, secret: true },
      },
    });
    const address = bucketAddress(text);
    return {
      kind: 'r2',
      needsChallenge: false,
      maxBytes: MAX_JOB_BYTES,
      form: 'text',
      address: address.address,
      maskedOptions: masked,
      secrets,
      open: (deps) =>
        s3Writer(
          {
            name: `r2://${address.bucket}`,
            address,
            endpoint: `https://${values['account-id']}.r2.cloudflarestorage.com`,
            region: 'auto',
            hasBucketInPath: true,
            credential: {
              accessKeyId: values['access-key-id'] ?? '',
              secretAccessKey: values['secret-access-key'] ?? '',
              sessionToken: undefined,
            },
            extras: {},
          },
          deps,
        ),
    };
  },
};
