import { describeProblem, type EdgeProblem, type ErrorPage } from '../error-page.ts';

/** Statuses and texts for callers of the gateway. They replace texts about origins: for callers, the gateway is the server. */
const ofGateway: Partial<Record<EdgeProblem, { readonly status: number; readonly text: string }>> =
  {
    noAccessKey: { status: 401, text: 'The access key is missing or wrong' },
    noGateway: { status: 503, text: 'This node runs no gateway: give it the role gateway' },
    originRefused: { status: 503, text: 'The gateway cannot be reached; try again' },
    originConnectTimeout: { status: 503, text: 'The gateway cannot be reached; try again' },
    originUnreachable: { status: 503, text: 'The gateway cannot be reached; try again' },
    originBusy: { status: 503, text: 'Too many calls are queued for the gateway; try again' },
    originBroken: {
      status: 502,
      text: 'The gateway closed the connection during the call; try again',
    },
    originTimeout: { status: 504, text: 'The gateway did not respond in time; try again' },
  };

/** An error of the edge as JSON-RPC. The edge does not parse calls, so the `id` is null. */
export function rpcErrorPage(problem: EdgeProblem, ray: string): ErrorPage {
  const { status: usual, title, detail } = describeProblem(problem);
  const { status, text } = ofGateway[problem] ?? { status: usual, text: `${title}: ${detail}` };
  const error = { code: codeOf(status), message: text, data: { ray } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error });
  return {
    status,
    title,
    body,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      // Lets pages of other sites, which may call the gateway, read the error.
      'access-control-allow-origin': '*',
      'cf-ray': ray,
    },
  };
}

/** The codes of the gateway: rate limit exceeded, invalid request, internal error. */
function codeOf(status: number): number {
  if (status === 429) return -32005;
  return status < 500 ? -32600 : -32603;
}
