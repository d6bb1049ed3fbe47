import { Random } from '../../detection/random.ts';
import { apiKinds } from './benign/apis.ts';
import { clientKinds } from './benign/clients.ts';
import { formKinds } from './benign/forms.ts';
import type { BenignKinds } from './benign/kind.ts';
import { postKinds } from './benign/posts.ts';
import { uploadKinds } from './benign/uploads.ts';
import { bytesOf } from './message.ts';

export const benignKinds: BenignKinds = {
  ...formKinds,
  ...apiKinds,
  ...postKinds,
  ...uploadKinds,
  ...clientKinds,
};

export interface GeneratedBenign {
  readonly kind: string;
  readonly bytes: Buffer;
}

const REQUESTS_OF_KIND = 150;
/** Apart from the seeds of attacks. */
const SEED = 1_000_000;

export function* generatedBenign(ofKind = REQUESTS_OF_KIND): Generator<GeneratedBenign> {
  for (const [position, [kind, { message }]] of Object.entries(benignKinds).entries()) {
    const random = new Random(SEED + position);
    for (let count = 0; count < ofKind; count += 1) {
      yield { kind, bytes: bytesOf(message(random), random) };
    }
  }
}
