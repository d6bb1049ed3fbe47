import { listenUrl } from './listen-url.ts';
import type { Settings } from './settings.ts';

/** A link to the dashboard that signs in. The code is in the fragment, which browsers do not send and proxies do not log. */
export function signInUrl(
  { publicUrl, apiListen }: Pick<Settings, 'publicUrl' | 'apiListen'>,
  code: string,
): string {
  return `${publicUrl ?? listenUrl(apiListen)}/#code=${code}`;
}
