import { tokenRules } from './token-rule.ts';

/** Keys of cloud providers, hosting platforms and content delivery networks. */
export const cloudTokenRules = tokenRules('cloud', [
  ['akamai-api-token', 'Akamai API token', ['akab-<lower 16>-<lower 16>']],
  ['alibaba-secret-key', 'Alibaba Cloud secret key', ['<lower 30>'], ['alibaba', 'aliyun']],
  [
    'aws-amazon-bedrock-api-key-long-lived',
    'Amazon Bedrock long-lived API key',
    ['ABSK<base64 109-269>'],
  ],
  [
    'azure-ad-client-secret',
    'Microsoft Entra ID client secret',
    ['<tilde 3><digits 1>Q~<tilde 31-34>'],
  ],
  [
    'azure-devops-token',
    'Azure DevOps personal access token',
    ['<lower 52>'],
    ['azure_devops', 'azuredevops', 'azdo', 'vsts'],
  ],
  ['cloudflare-api-key', 'Cloudflare API key', ['<word 40>'], ['cloudflare']],
  ['cloudflare-global-api-key', 'Cloudflare global API key', ['<hex 37>'], ['cloudflare']],
  ['cloudflare-origin-ca-key', 'Cloudflare origin CA key', ['v1.0-<hex 24>-<hex 146>']],
  ['deno-deploy-token', 'Deno Deploy token', ['(ddp|ddo)_<alnum 36>']],
  ['fastly-api-token', 'Fastly API token', ['<padded 32>'], ['fastly']],
  [
    'flyio-access-token',
    'Fly.io access token',
    ['fo1_<word 43>', '(fm1a_|fm1r_|fm2_)<encoded 100-400>'],
  ],
  ['hetzner-api-token', 'Hetzner Cloud API token', ['<alnum 64>'], ['hetzner', 'hcloud']],
  ['ibm-cloud-api-key', 'IBM Cloud API key', ['<word 44>'], ['ibm']],
  ['linode-api-token', 'Linode API token', ['<hex 64>'], ['linode']],
  ['netlify-access-token', 'Netlify access token', ['<padded 40-46>'], ['netlify']],
  ['netlify-personal-token', 'Netlify personal access token', ['nfp_<alnum 36-40>']],
  ['openshift-user-token', 'OpenShift user token', ['sha256~<word 43>']],
  ['render-api-key', 'Render API key', ['rnd_<alnum 28-32>']],
  ['scaleway-access-key', 'Scaleway access key', ['SCW<upper 17>']],
  ['scalingo-api-token', 'Scalingo API token', ['tk-us-<word 48>']],
  ['tencent-secret-id', 'Tencent Cloud secret id', ['AKID<alnum 32>']],
  ['vercel-api-token', 'Vercel API token', ['<alnum 24>'], ['vercel']],
  ['vultr-api-key', 'Vultr API key', ['<upper 36>'], ['vultr']],
  [
    'yandex-access-token',
    'Yandex Cloud access token',
    ['t1.<padded 1-100>.<padded 86>'],
    ['yandex'],
  ],
  ['yandex-api-key', 'Yandex Cloud API key', ['AQVN<word 35-38>']],
  ['yandex-aws-access-token', 'Yandex Cloud storage key', ['YC<word 38>'], ['yandex']],
]);
