import { formPost, get, jsonPost, multipartPost, send } from '../../../request-samples.ts';
import {
  allOf,
  anyFieldName,
  anyOf,
  bodyHas,
  bodyMatches,
  decodedQueryHas,
  fieldHas,
  hasHeader,
  headerHas,
  pathHas,
  queryHas,
  uriHas,
} from '../conditions.ts';
import { attack, detection } from '../targeted-rule.ts';

/** Frameworks and applications of Node.js. */
export const javascriptRules = [
  detection({
    ref: 'managed-nextjs-middleware-subrequest',
    description:
      'Next.js: skips the middleware with a header of internal requests (CVE-2025-29927)',
    categories: ['nextjs', 'authentication-bypass', 'header', 'cve-2025-29927'],
    expression: hasHeader('x-middleware-subrequest'),
    matching: [
      get('/admin', {
        'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware',
      }),
      get('/', { 'x-middleware-subrequest': 'pages/_middleware' }),
    ],
    other: [
      get('/admin', { 'x-middleware-rewrite': '/login' }),
      get('/_next/static/chunks/main.js'),
    ],
  }),
  detection({
    ref: 'managed-react-server-action',
    description:
      'React Server Components, Next.js: runs code with references in the arguments of a server function (React2Shell, CVE-2025-55182, CVE-2025-66478)',
    categories: [
      'react',
      'nextjs',
      'deserialization',
      'remote-code-execution',
      'cve-2025-55182',
      'cve-2025-66478',
    ],
    expression: allOf(
      anyOf(
        hasHeader('next-action'),
        hasHeader('rsc-action-id'),
        hasHeader('rsc-action'),
        hasHeader('x-rsc-action'),
        hasHeader('server-action-id'),
        queryHas('_rsc=', '__action'),
      ),
      bodyMatches(
        '(?::|")(?:__proto__|constructor)(?::|")|_response.{1,40}_prefix|_formdata.{1,40}get|resolved_model|\\$[0-9a-f@]{1,4}:constructor',
      ),
      bodyMatches('"\\$|\\\\u0024|\\$@|\\$b'),
    ),
    matching: [
      {
        ...multipartPost('/', {
          0: '{"then":"$1:__proto__:then","status":"resolved_model","reason":-1,"value":"{\\"then\\":\\"$B1337\\"}","_response":{"_prefix":"process.mainModule.require(1);","_formData":{"get":"$1:constructor:constructor"}}}',
          1: '"$@0"',
        }),
        headers: {
          'content-type': 'multipart/form-data; boundary=palisade-sample',
          'next-action': 'x',
        },
      },
      {
        ...multipartPost('/apps', {
          0: '["$1:a:a"]',
          1: '{"_response":{"_formData":{"get":"$3:constructor:constructor"}}}',
        }),
        headers: {
          'content-type': 'multipart/form-data; boundary=palisade-sample',
          'rsc-action': '5f',
        },
      },
    ],
    other: [
      {
        ...multipartPost('/', { '1_title': 'My post', 0: '["$K1"]' }),
        headers: {
          'content-type': 'multipart/form-data; boundary=palisade-sample',
          'next-action': '7f3a9c',
        },
      },
      send('POST', '/cart', 'text/plain', '[{"id":7,"name":"constructor set"}]', {
        'next-action': '7f3a9c',
      }),
    ],
  }),
  attack({
    ref: 'managed-nextjs-image-proxy',
    description:
      'Next.js: requests internal hosts with the image optimiser (CVE-2024-34351, CVE-2025-6087)',
    categories: ['nextjs', 'ssrf', 'cve-2024-34351', 'cve-2025-6087'],
    finds: { families: ['ssrf'], strengths: ['likely', 'clear'], places: ['query'] },
    expression: pathHas('/_next/image', '/_image', '/_ipx/'),
    matching: [
      get('/_next/image?url=http%3A%2F%2F169.254.169.254%2Flatest%2Fmeta-data%2F&w=64&q=75'),
      get('/_next/image?w=64&q=75&url=http://127.0.0.1:8080/admin'),
    ],
    other: [
      get('/_next/image?url=%2Fimages%2Fcat.png&w=64&q=75'),
      get('/_next/image?url=https%3A%2F%2Fcdn.example.com%2Fcat.png&w=64&q=75'),
    ],
  }),
  detection({
    ref: 'managed-prototype-pollution',
    description: 'JavaScript: changes the prototype of all objects with the name of an argument',
    categories: ['nodejs', 'prototype-pollution'],
    expression: allOf(
      queryHas(
        '__proto__',
        'constructor[prototype]',
        'constructor.prototype',
        'constructor%5bprototype',
        '__proto%5f',
        '%5f%5fproto',
      ),
      anyFieldName('(?:^|[.\\[])(?:__proto__|constructor[.\\[\\]]+prototype)'),
    ),
    matching: [
      get('/?__proto__[isAdmin]=1'),
      get('/search?constructor%5Bprototype%5D%5Bx%5D=y'),
      get('/?a.__proto__.b=c'),
    ],
    other: [get('/docs?q=__proto__'), get('/search?q=constructor.prototype')],
  }),
  detection({
    ref: 'managed-vite-files',
    description:
      'Vite: reads files outside of the project (CVE-2025-30208, CVE-2025-31125, CVE-2025-31486, CVE-2025-32395)',
    categories: [
      'vite',
      'directory-traversal',
      'cve-2025-30208',
      'cve-2025-31125',
      'cve-2025-31486',
      'cve-2025-32395',
    ],
    expression: anyOf(
      allOf(pathHas('/@fs/'), uriHas('?raw', '&raw', 'raw?', 'inline', '?url', '.svg?', '?.wasm')),
      allOf(
        pathHas('/etc/passwd', '/proc/self', '/.env', '/windows/win.ini'),
        uriHas('?raw??', '?import&raw', '&raw??', '?import&?inline'),
      ),
    ),
    matching: [
      get('/@fs/etc/passwd?raw??'),
      get('/@fs/C:/windows/win.ini?import&raw'),
      get('/etc/passwd?import&?inline=1.wasm?init'),
    ],
    other: [
      get('/src/main.ts?t=1715000000'),
      get('/@fs/home/ada/project/node_modules/vite/dist/client/env.mjs'),
      get('/logo.svg?raw'),
    ],
  }),
  detection({
    ref: 'managed-n8n-file-reference',
    description: 'n8n: reads files with a forged upload in the JSON of a form (CVE-2026-21858)',
    categories: ['n8n', 'directory-traversal', 'information-disclosure', 'cve-2026-21858'],
    expression: allOf(
      pathHas('/form/', '/form-test/', '/form-waiting/', '/webhook'),
      headerHas('content-type', 'json'),
      bodyMatches('"files" *: *[{][^}]{0,300}"filepath"'),
    ),
    matching: [
      jsonPost('/form/5f3a9c', {
        data: {},
        files: {
          'field-0': { filepath: '/etc/passwd', originalFilename: 'a.txt', mimetype: 'text/plain' },
        },
      }),
      jsonPost('/webhook/upload', { files: { f: { filepath: '/home/node/.n8n/config' } } }),
    ],
    other: [
      multipartPost('/form/5f3a9c', { 'field-0': 'Ada' }),
      jsonPost('/webhook/order', { files: ['a.pdf'], id: 7 }),
    ],
  }),
  detection({
    ref: 'managed-strapi-reset-code',
    description: 'Strapi: resets passwords with an object as the code (CVE-2019-18818)',
    categories: ['strapi', 'authentication-bypass', 'cve-2019-18818'],
    expression: allOf(
      pathHas('/auth/reset-password', '/admin/reset-password'),
      bodyMatches('"(?:code|resetpasswordtoken)" *: *[{\\[]'),
    ),
    matching: [
      jsonPost('/admin/auth/reset-password', {
        code: { $gt: 0 },
        password: 'x',
        passwordConfirmation: 'x',
      }),
      jsonPost('/api/auth/reset-password', { code: {}, password: 'x' }),
    ],
    other: [
      jsonPost('/admin/auth/reset-password', {
        code: '5f3a9c',
        password: 'x',
        passwordConfirmation: 'x',
      }),
      jsonPost('/api/auth/forgot-password', { email: 'ada@example.com' }),
    ],
  }),
  detection({
    ref: 'managed-strapi-password-filter',
    description:
      'Strapi, Directus: guess passwords and tokens with filters on hidden fields (CVE-2023-22894, CVE-2023-34235)',
    categories: ['strapi', 'information-disclosure', 'cve-2023-22894', 'cve-2023-34235'],
    expression: allOf(
      queryHas('password', 'token'),
      anyFieldName(
        '^(?:filters|_where|where|filter)\\[.*(?:password|resetpasswordtoken|confirmationtoken|registrationtoken)\\]\\[[$_]',
      ),
    ),
    matching: [
      get('/api/articles?filters[author][password][$startsWith]=$2a$10$'),
      get(
        '/content-manager/collection-types/admin::user?filters[$and][0][resetPasswordToken][$startsWith]=a',
      ),
    ],
    other: [get('/api/articles?filters[title][$contains]=password'), get('/api/users?token=abc')],
  }),
  detection({
    ref: 'managed-mongo-express-document',
    description: 'mongo-express: runs JavaScript in a document (CVE-2019-10758)',
    categories: ['mongo-express', 'code-injection', 'remote-code-execution', 'cve-2019-10758'],
    expression: allOf(
      pathHas('/checkvalid', '/db/'),
      fieldHas('document', 'constructor', 'child_process', 'mainmodule'),
    ),
    matching: [
      formPost('/checkValid', {
        document:
          'this.constructor.constructor("return process")().mainModule.require("child_process").execSync("id")',
      }),
      formPost('/db/a/b/checkValid', { document: 'require("child_process")' }),
    ],
    other: [
      formPost('/checkValid', { document: '{ "name": "ada", "id": ObjectID() }' }),
      get('/db/shop/'),
    ],
  }),
  detection({
    ref: 'managed-rocket-chat-token',
    description: 'Rocket.Chat: reads tokens that reset passwords with an operator (CVE-2021-22911)',
    categories: ['rocket-chat', 'sql-injection', 'authentication-bypass', 'cve-2021-22911'],
    expression: allOf(
      pathHas('/api/v1/method.callanon/', '/api/v1/users.list'),
      anyOf(bodyHas('$regex', '$where'), decodedQueryHas('$where', '$regex')),
    ),
    matching: [
      jsonPost('/api/v1/method.callAnon/getPasswordPolicy', {
        message:
          '{"msg":"method","method":"getPasswordPolicy","params":[{"token":{"$regex":"^A"}}]}',
      }),
      get('/api/v1/users.list?query={%22$where%22:%22this.username%22}'),
    ],
    other: [
      jsonPost('/api/v1/method.callAnon/getPasswordPolicy', {
        message: '{"msg":"method","method":"getPasswordPolicy","params":[]}',
      }),
      get('/api/v1/users.list?count=5'),
    ],
  }),
  detection({
    ref: 'managed-flowise-code',
    description: 'Flowise: runs JavaScript in the configuration of a node (CVE-2025-59528)',
    categories: ['flowise', 'code-injection', 'remote-code-execution', 'cve-2025-59528'],
    expression: allOf(
      pathHas('/api/v1/node-load-method/', '/api/v1/prediction/', '/api/v1/node-custom-function'),
      bodyHas('child_process', 'process.mainmodule', "require('fs", 'execsync'),
    ),
    matching: [
      jsonPost('/api/v1/node-custom-function', {
        javascriptFunction: "require('fs').readFileSync('/etc/passwd')",
      }),
      jsonPost('/api/v1/node-load-method/customMCP', {
        loadMethod: 'listActions',
        inputs: {
          mcpServerConfig:
            '({x:(function(){process.mainModule.require("child_process").execSync("id")})()})',
        },
      }),
    ],
    other: [
      get('/api/v1/chatflows'),
      jsonPost('/api/v1/prediction/5f3a', { question: 'How do processes work?' }),
    ],
  }),
  detection({
    ref: 'managed-flowise-capital-letters',
    description: 'Flowise: skips authentication with capital letters in the path (CVE-2024-31621)',
    categories: ['flowise', 'authentication-bypass', 'cve-2024-31621'],
    action: 'log',
    expression: allOf(
      pathHas(
        '/api/v1/chatflows',
        '/api/v1/credentials',
        '/api/v1/apikey',
        '/api/v1/openai-assistants',
        '/api/v1/variables',
      ),
      'starts_with(http.request.uri.path, "/API/V1/")',
    ),
    matching: [get('/API/V1/credentials'), get('/API/V1/chatflows')],
    other: [get('/api/v1/credentials'), get('/API/V1/orders')],
  }),
];
