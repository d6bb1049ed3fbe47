import { describeProblem, type EdgeProblem, type ErrorPage } from '../error-page.ts';

/** Why the gateway did not answer, where the text about origins would not help a caller. */
const ofGateway: Partial<Record<EdgeProblem, { readonly status: number; readonly text: string }>> =
  {
    noAccessKey: { status: 401, text: 'The access key is missing or wrong' },
    noGateway: { status: 503, text: 'This node runs no gateway: give it the role gateway' },
    originRefused: { status: 503, text: 'The gateway cannot be reached now; try again' },
    originConnectTimeout: { status: 503, text: 'The gateway cannot be reached now; try again' },
    originUnreachable: { status: 503, text: 'The gateway cannot be reached now; try again' },
    originBusy: { status: 503, text: 'Too many calls wait for the gateway; try again' },
    originBroken: {
      status: 502,
      text: 'The gateway has ended in the middle of the call; try again',
    },
    originTimeout: { status: 504, text: 'The gateway has not answered in time; try again' },
  };

/** A problem of the edge for callers that expect JSON-RPC, which the edge did not read: the id is not known. */
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
      // Pages of other sites may call the gateway, and are to see why it failed.
      'access-control-allow-origin': '*',
      'cf-ray': ray,
    },
  };
}

/** As the gateway has them: too many calls, a call that cannot be made, a fault that is not the caller's. */
function codeOf(status: number): number {
  if (status === 429) return -32005;
  return status < 500 ? -32600 : -32603;
}
