import { assembled, sampleText } from './sample-text.ts';
import { found, type SensitiveDataRule, sensitiveDataRule } from './sensitive-data-rule.ts';

const openAi = (seed: number): string =>
  assembled(
    's',
    'k-',
    'proj-',
    sampleText('base64url', 74, seed),
    'T3Blbk',
    'FJ',
    sampleText('base64url', 74, seed + 1),
  );
const anthropic = (seed: number): string =>
  assembled('s', 'k-', 'ant-', 'api03-', sampleText('base64url', 93, seed), 'AA');
const huggingFace = (seed: number): string => assembled('h', 'f_', sampleText('letters', 34, seed));
const vault = (seed: number): string => assembled('hv', 's.', sampleText('base64url', 92, seed));
const terraform = (seed: number): string =>
  assembled(
    sampleText('alphanumeric', 14, seed),
    '.atlas',
    'v1.',
    sampleText('base64url', 67, seed),
  );
const grafana = (seed: number): string =>
  assembled('gl', 'sa_', sampleText('alphanumeric', 32, seed), '_', sampleText('hex', 8, seed));
const newRelic = (seed: number): string =>
  assembled('NR', 'AK-', sampleText('upper-digits', 27, seed));
const databricks = (seed: number): string => assembled('da', 'pi', sampleText('hex', 32, seed));

/** Invented; only the checksums of these two are valid. */
const ownToken = assembled('ps', 'lu_', sampleText('base64url', 40, 21), '128797ed');
const ownAccountToken = assembled('ps', 'la_', sampleText('base64url', 40, 22), 'd54c737f');

/** Tokens of platforms that host software, models and secrets, and tokens of Palisade. */
export const platformTokenRules: readonly SensitiveDataRule[] = [
  sensitiveDataRule({
    ref: 'palisade-token',
    description: 'Token or key of this platform',
    group: 'secrets',
    tags: ['palisade'],
    enabled: true,
    patterns: ['psl[aku]_[A-Za-z0-9_-]{40}[0-9a-f]{8}'],
    keywords: ['psla_', 'pslk_', 'pslu_'],
    validator: 'crc-hex',
    samples: {
      matching: [found('Authorization: Bearer ', ownToken), found('"', ownAccountToken, '"')],
      other: [
        ownToken.replace('psl', 'psx'),
        `${ownToken.slice(0, -8)}00000000`,
        ownToken.slice(0, -1),
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'openai-api-key',
    description: 'OpenAI API key',
    group: 'secrets',
    tags: ['ai'],
    patterns: [
      'sk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{40,200}',
      'sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}',
    ],
    keywords: ['sk-'],
    validator: 'mixed-token',
    samples: {
      matching: [
        found('OPENAI_API_KEY=', openAi(1)),
        found(
          '"',
          assembled(
            's',
            'k-',
            sampleText('alphanumeric', 20, 3),
            'T3Blbk',
            'FJ',
            sampleText('alphanumeric', 20, 4),
          ),
          '"',
        ),
      ],
      other: [
        'class="sk-circle-fade-dot sk-proj-header"',
        assembled('s', 'k-', 'proj-', 'x'.repeat(60)),
        openAi(1).slice(0, 30),
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'anthropic-api-key',
    description: 'Anthropic API key',
    group: 'secrets',
    tags: ['ai'],
    patterns: ['sk-ant-[a-z0-9]{3,10}-[A-Za-z0-9_-]{80,120}'],
    keywords: ['sk-ant-'],
    validator: 'mixed-token',
    samples: {
      matching: [found('x-api-key: ', anthropic(1)), found('"', anthropic(2), '"')],
      other: [anthropic(1).slice(0, 60), assembled('s', 'k-', 'ant-', 'api03-', '...')],
    },
  }),
  sensitiveDataRule({
    ref: 'hugging-face-token',
    description: 'Hugging Face access token',
    group: 'secrets',
    tags: ['ai'],
    patterns: ['hf_[A-Za-z]{34}'],
    keywords: ['hf_'],
    validator: 'random-token',
    samples: {
      matching: [found('HF_TOKEN=', huggingFace(1)), found('"', huggingFace(2), '"')],
      other: [huggingFace(1).slice(0, -1), assembled('h', 'f_', 'x'.repeat(34))],
    },
  }),
  sensitiveDataRule({
    ref: 'vault-token',
    description: 'HashiCorp Vault token',
    group: 'secrets',
    tags: ['infrastructure'],
    patterns: ['hv[bs]\\.[A-Za-z0-9_-]{24,250}', 's\\.[A-Za-z0-9]{24}'],
    keywords: ['hvb.', 'hvs.', 's.'],
    validator: 'mixed-token',
    samples: {
      matching: [found('X-Vault-Token: ', vault(1)), found('"', vault(2), '"')],
      other: [assembled('hv', 's.', 'short'), `hvx.${sampleText('base64url', 92, 1)}`],
    },
  }),
  sensitiveDataRule({
    ref: 'terraform-cloud-token',
    description: 'Terraform Cloud token',
    group: 'secrets',
    tags: ['infrastructure'],
    patterns: ['[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_-]{60,70}'],
    keywords: ['.atlasv1.'],
    validator: 'mixed-token',
    samples: {
      matching: [found('token = "', terraform(1), '"'), found('', terraform(2))],
      other: [terraform(1).slice(0, -20), terraform(1).replace('atlasv1', 'atlas')],
    },
  }),
  sensitiveDataRule({
    ref: 'grafana-service-account-token',
    description: 'Grafana service account token',
    group: 'secrets',
    tags: ['infrastructure'],
    patterns: ['glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}'],
    keywords: ['glsa_'],
    validator: 'random-token',
    samples: {
      matching: [found('Bearer ', grafana(1)), found('"', grafana(2), '"')],
      other: [grafana(1).slice(0, -1), grafana(1).replace('glsa', 'glso')],
    },
  }),
  sensitiveDataRule({
    ref: 'new-relic-api-key',
    description: 'New Relic user API key',
    group: 'secrets',
    tags: ['infrastructure'],
    patterns: ['NRAK-[A-Za-z0-9]{27}'],
    keywords: ['NRAK-'],
    validator: 'random-token',
    samples: {
      matching: [found('Api-Key: ', newRelic(1)), found('"', newRelic(2), '"')],
      other: [newRelic(1).slice(0, -1), assembled('NR', 'AK-', 'X'.repeat(27))],
    },
  }),
  sensitiveDataRule({
    ref: 'databricks-token',
    description: 'Databricks access token',
    group: 'secrets',
    tags: ['infrastructure'],
    patterns: ['dapi[0-9a-f]{32}(?:-[0-9])?'],
    keywords: ['dapi'],
    validator: 'random-token',
    samples: {
      matching: [found('token=', databricks(1)), found('"', databricks(2), '"')],
      other: [databricks(1).slice(0, -1), assembled('da', 'pi', '0'.repeat(32))],
    },
  }),
];
