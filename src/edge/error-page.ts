interface Problem {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
}

/** Errors that the edge reports to visitors itself. */
const problems = {
  badRequest: {
    status: 400,
    title: 'Bad request',
    detail: 'The request could not be read as HTTP.',
  },
  badHost: {
    status: 400,
    title: 'Bad request',
    detail: 'The request must name one host, in one Host header.',
  },
  badTarget: {
    status: 400,
    title: 'Bad request',
    detail: 'The URL in the request line is not valid for the requested host.',
  },
  ambiguousPath: {
    status: 400,
    title: 'Bad request',
    detail:
      'The path of the URL is written in a way that servers read differently: encoded slashes beside dots, double encoding, or a NUL.',
  },
  slowRequest: {
    status: 408,
    title: 'Request time-out',
    detail: 'The request arrived too slowly.',
  },
  bodyTooLarge: {
    status: 413,
    title: 'Content too large',
    detail: 'The body of the request is larger than this site accepts.',
  },
  urlTooLong: {
    status: 414,
    title: 'URL too long',
    detail: 'The requested URL is longer than this edge accepts.',
  },
  misdirected: {
    status: 421,
    title: 'Misdirected request',
    detail:
      'This site does not accept the protocol of the connection. Open a connection for the name of this site.',
  },
  headersTooLarge: {
    status: 431,
    title: 'Headers too large',
    detail: 'The request has more or longer headers than this edge accepts.',
  },
  expectation: {
    status: 417,
    title: 'Expectation failed',
    detail: 'The only expectation that this edge supports is 100-continue.',
  },
  noAccessKey: {
    status: 401,
    title: 'Unauthorized',
    detail: 'The access key is missing or wrong.',
  },
  blocked: {
    status: 403,
    title: 'Blocked',
    detail:
      'The rules of this site block the request. The owner of the site can find it in the logs by the ray below.',
  },
  noWebSockets: {
    status: 403,
    title: 'No WebSockets',
    detail: 'This site does not accept WebSocket connections.',
  },
  rateLimited: {
    status: 429,
    title: 'Too many requests',
    detail: 'This site limits the rate of requests. Wait a while and try again.',
  },
  noSuchZone: {
    status: 404,
    title: 'No such zone',
    detail: 'This edge serves no zone for the requested host name.',
  },
  noOrigin: {
    status: 503,
    title: 'No origin',
    detail: 'The zone exists, but it has no load balancer for this host name.',
  },
  noGateway: {
    status: 503,
    title: 'No gateway',
    detail: 'The host name belongs to the gateway, but this node does not run one.',
  },
  noHealthyOrigin: {
    status: 530,
    title: 'No origin available',
    detail: 'Error 1016: every pool of the load balancer is disabled or empty.',
  },
  loop: {
    status: 508,
    title: 'Loop detected',
    detail: 'The origin of this zone leads back to the edge.',
  },
  originBroken: {
    status: 520,
    title: 'Unexpected response of the origin',
    detail: 'The origin closed the connection or sent something that is not valid HTTP.',
  },
  originHeadTooLong: {
    status: 520,
    title: 'Unexpected response of the origin',
    detail:
      'The headers of the response have more bytes than the edge accepts: PALISADE_ORIGIN_HEADER_BYTES is the limit.',
  },
  originHeadersTooMany: {
    status: 520,
    title: 'Unexpected response of the origin',
    detail:
      'The response has more headers than the edge accepts: PALISADE_ORIGIN_HEADER_COUNT is the limit.',
  },
  originRefused: {
    status: 521,
    title: 'Origin is down',
    detail: 'The origin refused the connection.',
  },
  originConnectTimeout: {
    status: 522,
    title: 'Connection timed out',
    detail: 'The origin did not accept a connection in time.',
  },
  originBusy: {
    status: 503,
    title: 'Origin is busy',
    detail: 'All connections to the origin are in use. Wait a while and try again.',
  },
  originUnreachable: {
    status: 523,
    title: 'Origin is unreachable',
    detail: 'There is no network route to the origin, or its name cannot be resolved.',
  },
  originTimeout: {
    status: 524,
    title: 'Origin timed out',
    detail: 'The origin accepted the request but did not respond in time.',
  },
  originTlsFailed: {
    status: 525,
    title: 'TLS handshake failed',
    detail: 'The edge could not establish a TLS connection to the origin.',
  },
  originCertificate: {
    status: 526,
    title: 'Invalid certificate',
    detail: 'The certificate of the origin is not valid for the requested name.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    detail: 'The edge could not handle the request. The log of the edge has the reason.',
  },
} as const satisfies Record<string, Problem>;

export type EdgeProblem = keyof typeof problems;

export const describeProblem = (problem: EdgeProblem): Problem => problems[problem];

export interface ErrorPage {
  readonly status: number;
  readonly title: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string;
}

/** JSON for programs and a plain page for people. `ray` identifies the request in logs. */
export function errorPage(
  problem: EdgeProblem,
  ray: string,
  accept: string | undefined,
): ErrorPage {
  const { status, title, detail } = problems[problem];
  const wantsJson = accept?.includes('application/json') ?? false;
  const body = wantsJson
    ? JSON.stringify({ status, title, detail, ray })
    : page(`${status} ${title}`, title, detail, ray);
  return {
    status,
    title,
    body,
    headers: {
      'content-type': wantsJson ? 'application/json' : 'text/html; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'cf-ray': ray,
    },
  };
}

function page(heading: string, title: string, detail: string, ray: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 34rem; margin: 20vh auto 0; padding: 0 1.5rem }
h1 { font-size: 1.5rem }
small { opacity: .7 }
</style>
</head>
<body>
<main>
<h1>${heading}</h1>
<p>${detail}</p>
<p><small>Ray ${ray}</small></p>
</main>
</body>
</html>
`;
}
