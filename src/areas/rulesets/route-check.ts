import { ApiError } from '../../http/api-error.ts';
import { isHost, isHostHeader, isHostName } from '../../kernel/host-name.ts';
import type { RuleDraft } from './ruleset-model.ts';

interface RouteParameters {
  readonly host_header?: string;
  readonly origin?: { readonly host?: string };
  readonly sni?: { readonly value: string };
}

interface HostMember {
  readonly pointer: string;
  readonly read: (parameters: RouteParameters) => string | undefined;
  readonly isValid: (text: string) => boolean;
  readonly expected: string;
}

const hostMembers: readonly HostMember[] = [
  {
    pointer: 'host_header',
    read: (parameters) => parameters.host_header,
    isValid: isHostHeader,
    expected: 'a host name or address, with an optional port',
  },
  {
    pointer: 'origin/host',
    read: ({ origin }) => origin?.host,
    isValid: isHost,
    expected: 'an IP address or host name: write only the host; "port" is a member of its own',
  },
  {
    pointer: 'sni/value',
    read: ({ sni }) => sni?.value,
    // Server names are never addresses (RFC 6066, section 3).
    isValid: isHostName,
    expected: 'a host name',
  },
];

/** A route rule must name a valid origin. */
export function checkRoute({ parameters }: RuleDraft, at: string): void {
  for (const { pointer, read, isValid, expected } of hostMembers) {
    const text = read((parameters ?? {}) as RouteParameters);
    if (text === undefined || isValid(text)) continue;
    const problem = `"${text}" is not ${expected}`;
    const source = { pointer: `${at}/action_parameters/${pointer}` };
    throw new ApiError('parametersInvalid', { problem }, source);
  }
}
