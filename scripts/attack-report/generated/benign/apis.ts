import { deflateRawSync } from 'node:zlib';
import {
  byteString,
  formMessage,
  getMessage,
  jsonMessage,
  postMessage,
  queryOf,
} from '../message.ts';
import { traces } from './code-samples.ts';
import type { BenignKinds } from './kind.ts';
import {
  base64,
  companies,
  moment,
  opinions,
  people,
  prices,
  prose,
  searches,
  uuid,
  words,
} from './phrases.ts';

export const apiKinds: BenignKinds = {
  'JSON carts and accounts': {
    means: 'objects of shops',
    message: (random) =>
      jsonMessage('/api/v1/cart', {
        id: uuid(random),
        customer: {
          name: random.pick(people),
          company: random.pick(companies),
          note: random.pick(opinions),
        },
        items: Array.from({ length: 1 + random.below(5) }, () => ({
          sku: random.hex(8),
          title: words(random, 3),
          price: random.pick(prices),
          attributes: { size: '12"', fit: "men's", 'color:hex': `#${random.hex(6)}` },
        })),
        coupon: null,
        total: random.below(9999) / 100,
        updatedAt: moment(random).toISOString(),
      }),
  },
  'analytics batches': {
    means: 'events with addresses, selectors and titles',
    message: (random) =>
      jsonMessage('/collect/v2/batch', {
        batch: Array.from({ length: 2 + random.below(6) }, () => ({
          type: 'track',
          event: random.pick(['$pageview', '$autocapture', 'Product Viewed', 'click']),
          anonymousId: uuid(random),
          properties: {
            $current_url: `https://www.shop.test/search?q=${encodeURIComponent(random.pick(searches['english'] ?? []))}&utm_source=a%26b`,
            $referrer: 'https://www.google.com/',
            $elements_chain: `span.label:nth-child="1"text="${words(random, 2)}";a.btn[href="/buy?x=1"]:nth-of-type="2"`,
            selector: 'div#main > ul.list li:nth-child(3) > a[href^="/p/"]',
            title: random.pick(opinions).slice(0, 50),
            viewport: '1440x900',
          },
          timestamp: moment(random).toISOString(),
        })),
        sentAt: moment(random).toISOString(),
      }),
  },
  telemetry: {
    means: 'errors with stack traces and breadcrumbs',
    message: (random) =>
      postMessage(
        `/api/${random.digits(5)}/envelope/?sentry_key=${random.hex(32)}&sentry_version=7`,
        'text/plain;charset=UTF-8',
        byteString(
          `{"event_id":"${random.hex(32)}","sent_at":"${moment(random).toISOString()}"}\n{"type":"event"}\n${JSON.stringify(
            {
              exception: {
                values: [
                  {
                    type: 'Error',
                    value: random.pick(traces),
                    stacktrace: {
                      frames: [
                        {
                          filename: 'app:///main.js',
                          function: 'Object.<anonymous>',
                          context_line: "  if (!x || x['y']) { throw new Error('bad'); }",
                        },
                      ],
                    },
                  },
                ],
              },
              breadcrumbs: [
                {
                  category: 'console',
                  message: `SELECT took ${random.below(900)} ms; query=${words(random, 2)}`,
                },
                { category: 'fetch', data: { url: '/api/x?a=1&b=2' } },
              ],
            },
          )}\n`,
        ),
      ),
  },
  traces: {
    means: 'spans with statements and commands',
    message: (random) =>
      jsonMessage('/v1/traces', {
        resourceSpans: [
          {
            resource: {
              attributes: [
                {
                  key: 'process.command_line',
                  value: { stringValue: '/usr/bin/node --max-old-space-size=512 server.js' },
                },
              ],
            },
            scopeSpans: [
              {
                spans: [
                  {
                    traceId: random.hex(32),
                    name: 'SELECT shop.items',
                    attributes: [
                      {
                        key: 'db.statement',
                        value: {
                          stringValue: `SELECT id, name FROM items WHERE id = $1 AND price > ${random.below(90)} ORDER BY name`,
                        },
                      },
                      { key: 'http.url', value: { stringValue: 'http://10.0.3.7:8080/items?x=1' } },
                      { key: 'exception.stacktrace', value: { stringValue: random.pick(traces) } },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      }),
  },
  'feature flags': {
    means: 'rules with operators and expressions',
    message: (random) =>
      jsonMessage('/api/flags', {
        key: `flag-${words(random, 1)}`,
        rules: [
          {
            clauses: [
              { attribute: 'country', op: 'in', values: ['DE', 'FR'] },
              { attribute: 'age', op: '>=', values: [18] },
            ],
            expression: `user.age > ${random.below(60)} && user.plan == "pro" || user.email.endsWith("@shop.test")`,
          },
        ],
        variations: [true, false],
        targeting: { if: [{ '>': [{ var: 'age' }, 5] }, 'on', 'off'] },
      }),
  },
  GraphQL: {
    means: 'queries and mutations with variables',
    message: (random) =>
      random.pick([
        () =>
          jsonMessage('/graphql', {
            operationName: 'Search',
            query:
              'query Search($q: String!, $first: Int = 10) {\n  search(query: $q, first: $first) @include(if: true) {\n    edges { node { __typename ... on Product { id name price(currency: "EUR") } } }\n  }\n}',
            variables: { q: random.pick(searches['english'] ?? []), first: 20 },
          }),
        () =>
          jsonMessage('/graphql', {
            query:
              'mutation Comment($in: CommentInput!) { addComment(input: $in) { id body(format: "html") errors { field message } } }',
            variables: { in: { body: prose(random, 3), author: random.pick(people) } },
          }),
        () =>
          jsonMessage('/api/graphql', [
            {
              id: random.hex(32),
              query:
                '{ me { id, orders(where: {status: {_eq: "open"}, total: {_gt: 10}}, order_by: {created: desc}) { id } } }',
            },
          ]),
        () =>
          getMessage(
            `/graphql?${queryOf({ query: '{ shop { name, products(first: 5) { edges { node { title } } } } }', variables: '{}' })}`,
          ),
        () =>
          jsonMessage('/graphql', {
            query:
              'query IntrospectionQuery { __schema { queryType { name } types { ...FullType } } } fragment FullType on __Type { kind name fields(includeDeprecated: true) { name } }',
          }),
        () =>
          jsonMessage('/graphql', {
            operationName: 'Me',
            variables: {},
            extensions: { persistedQuery: { version: 1, sha256Hash: random.hex(64) } },
          }),
      ])(),
  },
  'SOAP and XML-RPC': {
    means: 'calls with namespaces and text',
    message: (random) =>
      random.pick([
        () =>
          postMessage(
            '/services/Orders',
            'text/xml; charset=utf-8',
            byteString(
              `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soap:Header><wsse:Security xmlns:wsse="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"><wsse:UsernameToken><wsse:Username>tim</wsse:Username></wsse:UsernameToken></wsse:Security></soap:Header><soap:Body><GetOrder xmlns="http://shop.test/"><Id>${random.digits(6)}</Id><Note>${random.pick(opinions).replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</Note></GetOrder></soap:Body></soap:Envelope>`,
            ),
            ['SOAPAction', '"http://shop.test/GetOrder"'],
          ),
        () =>
          postMessage(
            '/xmlrpc.php',
            'text/xml',
            byteString(
              `<?xml version="1.0"?><methodCall><methodName>metaWeblog.newPost</methodName><params><param><value><string>1</string></value></param><param><value><struct><member><name>description</name><value><string>&lt;p&gt;${words(random, 12)}&lt;/p&gt;</string></value></member></struct></value></param></params></methodCall>`,
            ),
          ),
        () =>
          postMessage(
            '/rss/ping',
            'application/xml',
            byteString(
              `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title type="html">${words(random, 3)}</title><entry><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>${words(random, 20)}</p></div></content></entry></feed>`,
            ),
          ),
        () =>
          postMessage(
            '/api/invoice',
            'application/xml',
            byteString(
              `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><ID>${random.digits(6)}</ID><Note><![CDATA[${random.pick(opinions)}]]></Note><Party name="${random.pick(companies).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')}"/></Invoice>`,
            ),
          ),
      ])(),
  },
  'single sign-on': {
    means: 'SAML and OpenID Connect with addresses, states and compressed XML',
    message: (random) => {
      const xml = `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_${random.hex(32)}" Version="2.0" IssueInstant="${moment(random).toISOString()}" AssertionConsumerServiceURL="https://www.shop.test/saml/acs"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">https://www.shop.test/metadata</saml:Issuer></samlp:AuthnRequest>`;
      const response = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_${random.hex(32)}"><saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><saml:Subject><saml:NameID>tim@example.org</saml:NameID></saml:Subject><ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignatureValue>${base64(random, 172)}</ds:SignatureValue></ds:Signature></saml:Assertion></samlp:Response>`;
      return random.pick([
        () =>
          getMessage(
            `/sso?${queryOf({ SAMLRequest: deflateRawSync(xml).toString('base64'), RelayState: 'https://www.shop.test/account?tab=1', SigAlg: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', Signature: base64(random, 172) })}`,
          ),
        () =>
          formMessage('/saml/acs', {
            SAMLResponse: Buffer.from(response).toString('base64'),
            RelayState: 'ss:mem:8f2',
          }),
        () =>
          getMessage(
            `/oauth/authorize?${queryOf({ response_type: 'code', client_id: random.hex(16), redirect_uri: random.pick(['http://localhost:8080/callback', 'http://127.0.0.1:49152/cb', 'https://app.example.org/cb?x=1', 'com.example.app:/oauth2redirect']), scope: 'openid profile email offline_access', state: base64(random, 32), nonce: random.hex(16), code_challenge: random.hex(43), code_challenge_method: 'S256', prompt: 'select_account' })}`,
          ),
        () =>
          getMessage(
            `/callback?code=4/0A${base64(random, 60).replaceAll('+', '-').replaceAll('/', '_')}&state=${encodeURIComponent(base64(random, 40))}&scope=email%20profile%20https://www.googleapis.com/auth/userinfo.email&authuser=0&prompt=none`,
          ),
        () =>
          formMessage('/oauth/token', {
            grant_type: 'authorization_code',
            code: random.hex(40),
            redirect_uri: 'http://localhost:3000/api/auth/callback/shop',
            client_id: 'web',
            client_secret: base64(random, 40),
            code_verifier: random.hex(64),
          }),
        () =>
          getMessage('/api/me', [
            'Authorization',
            `Bearer ${Buffer.from('{"alg":"RS256","typ":"JWT"}').toString('base64url')}.${Buffer.from(JSON.stringify({ sub: uuid(random), name: random.pick(people), roles: ['user'], 'https://shop.test/claims': { a: 1 } })).toString('base64url')}.${random.hex(64)}`,
          ]),
      ])();
    },
  },
  'queries of search engines and databases': {
    means: 'Elasticsearch, OData, Prometheus and document stores',
    message: (random) =>
      random.pick([
        () =>
          jsonMessage('/products/_search', {
            query: {
              bool: {
                must: [
                  {
                    match: {
                      title: { query: random.pick(searches['english'] ?? []), operator: 'and' },
                    },
                  },
                ],
                filter: [
                  { range: { price: { gte: 10, lt: 100 } } },
                  { term: { 'brand.keyword': random.pick(companies) } },
                ],
              },
            },
            aggs: { by_brand: { terms: { field: 'brand', size: 10 } } },
            sort: [{ _score: 'desc' }],
            _source: ['id', 'title'],
          }),
        () =>
          postMessage(
            '/_msearch',
            'application/x-ndjson',
            byteString(
              `{"index":"logs-*"}\n{"query":{"query_string":{"query":"level:error AND NOT service:\\"a b\\" OR msg:/ab+c/"}},"size":0}\n`,
            ),
          ),
        () =>
          getMessage(
            `/odata/Products?$filter=${encodeURIComponent(`Price gt ${random.below(99)} and contains(Name,'O''Neil') or startswith(City,'M')`)}&$orderby=Name%20desc&$top=20&$select=Id,Name&$expand=Supplier`,
          ),
        () =>
          getMessage(
            `/api/v1/query_range?${queryOf({ query: `sum(rate(http_requests_total{job="api",code=~"5.."}[5m])) by (instance) / ${random.below(60)} > 0.5 or vector(0)`, start: '1760000000', end: '1760003600', step: '15' })}`,
          ),
        () =>
          jsonMessage('/api/documents/find', {
            collection: 'orders',
            filter: { status: 'open', total: { gte: 10 } },
            projection: { _id: 1 },
            sort: { created: -1 },
            limit: 20,
          }),
        () =>
          getMessage(
            `/rest/v1/orders?select=id,total,customer(name)&status=eq.open&total=gte.10&or=(a.eq.1,b.is.null)&order=created.desc&limit=${random.below(50)}`,
          ),
        () =>
          getMessage(
            `/rest/api/3/search?${queryOf({ jql: `project = SHOP AND status in ("In Progress", Done) AND text ~ "${words(random, 2)}" ORDER BY updated DESC`, maxResults: '50' })}`,
          ),
        () =>
          jsonMessage('/loki/api/v1/push', {
            streams: [
              {
                stream: { app: 'web' },
                values: [
                  [
                    '1760000000000000000',
                    `level=info msg="GET /search?q=${words(random, 1)}" dur=${random.below(90)}ms`,
                  ],
                ],
              },
            ],
          }),
      ])(),
  },
  webhooks: {
    means: 'deliveries of code hosts, payment and chat services',
    message: (random) =>
      random.pick([
        () =>
          jsonMessage(
            '/hooks/github',
            {
              ref: 'refs/heads/main',
              before: random.hex(40),
              commits: [
                {
                  id: random.hex(40),
                  message: `Fix SELECT in report; don't drop table\n\nCo-authored-by: ${random.pick(people)} <a@example.org>`,
                  modified: ['src/db/query.sql', '.github/workflows/ci.yml', '.env.example'],
                },
              ],
              repository: {
                full_name: 'shop/web',
                clone_url: 'https://github.com/shop/web.git',
                hooks_url: 'https://api.github.com/repos/shop/web/hooks{/hook_id}',
              },
            },
            ['X-GitHub-Event', 'push'],
            ['X-Hub-Signature-256', `sha256=${random.hex(64)}`],
          ),
        () =>
          jsonMessage(
            '/hooks/stripe',
            {
              id: `evt_${random.hex(24)}`,
              object: 'event',
              type: 'invoice.paid',
              data: {
                object: {
                  customer_name: random.pick(people),
                  hosted_invoice_url: `https://invoice.stripe.com/i/acct_1/test_${random.hex(40)}?s=ap`,
                  amount_paid: random.below(9999),
                },
              },
            },
            ['Stripe-Signature', `t=1760000000,v1=${random.hex(64)}`],
          ),
        () =>
          formMessage('/hooks/slack', {
            token: random.hex(24),
            command: '/deploy',
            text: `web --env=prod; ${words(random, 3)} && notify`,
            response_url: `https://hooks.slack.com/commands/T1/${random.digits(12)}/x`,
            user_name: 'tim',
          }),
        () =>
          formMessage('/hooks/slack/interactive', {
            payload: JSON.stringify({
              type: 'block_actions',
              user: { name: random.pick(people) },
              actions: [{ value: random.pick(opinions) }],
            }),
          }),
        () =>
          jsonMessage('/hooks/shopify', {
            id: random.below(1e9),
            note: random.pick(opinions),
            line_items: [{ title: random.pick(companies), price: '19.90' }],
            landing_site: `/products/x?utm_source=a&gclid=${base64(random, 40).replaceAll('+', '-')}`,
          }),
      ])(),
  },
  'reports of browsers': {
    means: 'CSP violations, network errors and beacons',
    message: (random) =>
      random.pick([
        () =>
          postMessage(
            '/csp',
            'application/csp-report',
            byteString(
              JSON.stringify({
                'csp-report': {
                  'document-uri': 'https://www.shop.test/?a=1',
                  'violated-directive': "script-src 'self' 'unsafe-inline'",
                  'original-policy':
                    "default-src 'self'; script-src 'self' https://cdn.example.org 'sha256-abc='; object-src 'none'; report-uri /csp",
                  'blocked-uri': random.pick([
                    'inline',
                    'eval',
                    'data',
                    'https://ads.example/x.js?cb=1',
                  ]),
                  'script-sample': random.pick([
                    "alert('hi')",
                    'onclick="x()"',
                    'eval(a)',
                    'var a=document.createElement("script")',
                  ]),
                },
              }),
            ),
          ),
        () =>
          postMessage(
            '/reports',
            'application/reports+json',
            byteString(
              JSON.stringify([
                {
                  type: 'deprecation',
                  url: 'https://www.shop.test/',
                  body: {
                    message: "'unload' event listeners are deprecated",
                    sourceFile: 'https://cdn.example.org/a.js',
                    lineNumber: 2,
                  },
                },
                { type: 'intervention', body: { message: '<img> was lazy-loaded' } },
              ]),
            ),
          ),
        () =>
          postMessage(
            '/rum',
            'text/plain;charset=UTF-8',
            byteString(
              JSON.stringify({
                url: 'https://www.shop.test/',
                lcp: { element: 'img.hero[src="/a.jpg"]', value: random.below(4000) },
                cls: 0.01,
                nav: 'back_forward',
              }),
            ),
          ),
      ])(),
  },
};
