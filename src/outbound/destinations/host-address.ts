import { OutboundError } from '../outbound-error.ts';
import { parseUrl } from '../url-rules.ts';
import { badText, type DestinationText } from './destination-text.ts';

export interface HostAddress {
  /** Without options. */
  readonly url: URL;
  /** Normalized host, and path. */
  readonly address: string;
}

/** The address of a destination that is a host and a path. */
export function hostAddress({ address }: DestinationText, protocol: 'http' | 'https'): HostAddress {
  if (/^(\/|$)/.test(address)) throw badText('needs a host');
  try {
    const url = parseUrl(`${protocol}://${address}`);
    return { url, address: url.host + url.pathname };
  } catch (error) {
    if (error instanceof OutboundError) throw badText(`has an invalid address: ${error.message}`);
    throw error;
  }
}
