import type { HttpHeaders, IHttpClient } from '@azure/storage-blob';
import type { OutboundMethod } from '../../outbound-client.ts';
import { type SendOptions, sendGuarded } from '../send-guarded.ts';

/** Lets the Azure client send through the guarded client; it opens no connection itself. */
export function azureHttpClient(options: SendOptions, signal: AbortSignal): IHttpClient {
  return {
    async sendRequest(request) {
      // The vendor's value would reveal versions of this machine.
      request.headers.remove('user-agent');
      const { status, headers, body } = await sendGuarded(options, {
        url: request.url,
        method: request.method as OutboundMethod,
        headers: request.headers.toJson(),
        // The body of a single-part upload is in memory.
        body: (request.body ?? '') as Uint8Array | string,
        signal,
      });
      return {
        request,
        status,
        headers: replaced(request.headers.clone(), headers),
        bodyAsText: body.toString(),
      };
    },
  };
}

/** The header class of the Azure client is not public, so a copy of the request's headers is filled with those of the response. */
function replaced(target: HttpHeaders, headers: Readonly<Record<string, string>>): HttpHeaders {
  for (const name of target.headerNames()) target.remove(name);
  for (const [name, value] of Object.entries(headers)) target.set(name, value);
  return target;
}
