interface Problem {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
}

/** What the edge itself can have to say to a visitor, instead of the origin. */
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
    detail: 'The address in the request line does not belong to the host that was asked for.',
  },
  slowRequest: {
    status: 408,
    title: 'Request time-out',
    detail: 'The request arrived too slowly.',
  },
  urlTooLong: {
    status: 414,
    title: 'Address too long',
    detail: 'The address that was asked for is longer than this edge takes.',
  },
  headersTooLarge: {
    status: 431,
    title: 'Headers too large',
    detail: 'The request has more or longer headers than this edge takes.',
  },
  expectation: {
    status: 417,
    title: 'Expectation failed',
    detail: 'The only expectation this edge can meet is 100-continue.',
  },
  blocked: {
    status: 403,
    title: 'Blocked',
    detail:
      'The rules of this site refuse the request. Its owner can find it in the log under the ray below.',
  },
  rateLimited: {
    status: 429,
    title: 'Too many requests',
    detail: 'The rules of this site limit how often it can be asked. Wait a while and try again.',
  },
  noSuchZone: {
    status: 404,
    title: 'No such zone',
    detail: 'This edge serves no zone for the host name that was asked for.',
  },
  noOrigin: {
    status: 503,
    title: 'No origin',
    detail: 'The zone exists, but no load balancer says where its traffic should go.',
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
    title: 'Unexpected answer of the origin',
    detail: 'The origin ended the connection or answered with something that is not HTTP.',
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
  originUnreachable: {
    status: 523,
    title: 'Origin is unreachable',
    detail: 'There is no way to the origin, or its name is not known.',
  },
  originTimeout: {
    status: 524,
    title: 'Origin timed out',
    detail: 'The origin took the request but did not answer in time.',
  },
  originTlsFailed: {
    status: 525,
    title: 'TLS handshake failed',
    detail: 'The edge and the origin could not agree on an encrypted connection.',
  },
  originCertificate: {
    status: 526,
    title: 'Invalid certificate',
    detail: 'The certificate of the origin is not valid for the name it was asked under.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    detail: 'The edge could not handle the request. Its log says why.',
  },
} as const satisfies Record<string, Problem>;

export type EdgeProblem = keyof typeof problems;

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
