import type { InputOf, ResultOf } from '../../api/client.ts';

export type TrialBody = NonNullable<
  InputOf<'POST /zones/{zone_id}/expressions/evaluate'>['body']['request']
>;
export type SecurityEvent = ResultOf<'GET /zones/{zone_id}/security/events'>[number];

/** A request as its form has it; headers are lines such as `Accept: text/html`. */
export interface TrialFields {
  readonly method: string;
  readonly url: string;
  readonly headers: string;
  readonly body: string;
  readonly address: string;
}

export function requestOf({ method, url, headers, body, address }: TrialFields): TrialBody {
  return {
    method: method.trim(),
    url: url.trim(),
    headers: headers
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const [name = '', ...value] = line.split(':');
        return { name: name.trim(), value: value.join(':').trim() };
      }),
    ...(body !== '' && { body }),
    ...(address.trim() !== '' && { client_address: address.trim() }),
  };
}

/** What an event has recorded of its request: neither its body nor all of its headers. */
export function fieldsOf({ request, client }: SecurityEvent): TrialFields {
  const { scheme, host, path, query } = request;
  const { referer } = client;
  const headers = [
    client.user_agent && `User-Agent: ${client.user_agent}`,
    referer.host && `Referer: ${referer.scheme}://${referer.host}${referer.path}${referer.query}`,
  ];
  return {
    method: request.method,
    url: `${scheme}://${host}${path}${query && !query.startsWith('?') ? '?' : ''}${query}`,
    headers: headers.filter(Boolean).join('\n'),
    body: '',
    address: client.ip,
  };
}
