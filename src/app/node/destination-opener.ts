import type { Clock } from '../../kernel/clock.ts';
import {
  noBucketCredentials,
  parseBucketCredentials,
} from '../../outbound/destinations/bucket-credentials.ts';
import type { Destination } from '../../outbound/destinations/destination.ts';
import { openDestination } from '../../outbound/destinations/open-destination.ts';
import { GuardedClient } from '../../outbound/guarded-client.ts';
import type { Settings } from '../settings/settings.ts';

type OpenerSettings = Pick<Settings, 'logCredentials' | 'logFolder' | 'outboundAllow'>;

/**
 * Opens log destinations with the credentials, folder and allowed networks of the settings. All share one HTTP client,
 * which is created with the first.
 */
export function destinationOpener(
  { logCredentials, logFolder, outboundAllow }: OpenerSettings,
  clock: Clock,
): (text: string) => Destination {
  const credentials =
    logCredentials === undefined ? noBucketCredentials : parseBucketCredentials(logCredentials);
  let client: GuardedClient | undefined;
  return (text) => {
    client ??= new GuardedClient({ allow: outboundAllow, clock });
    return openDestination(text, { client, clock, credentials, fileFolder: logFolder });
  };
}
