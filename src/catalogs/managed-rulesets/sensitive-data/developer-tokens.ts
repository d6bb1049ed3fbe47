import { assembled, sampleText } from './sample-text.ts';
import { found, type SensitiveDataRule, sensitiveDataRule } from './sensitive-data-rule.ts';

const github = (kind: string, seed: number): string =>
  assembled('gh', kind, '_', sampleText('alphanumeric', 36, seed));
const fineGrained = (seed: number): string =>
  assembled(
    'github',
    '_pat_',
    sampleText('alphanumeric', 22, seed),
    '_',
    sampleText('alphanumeric', 59, seed),
  );
const gitlab = (seed: number): string => assembled('gl', 'pat-', sampleText('base64url', 20, seed));
const npm = (seed: number): string => assembled('np', 'm_', sampleText('alphanumeric', 36, seed));
const pypi = (seed: number): string =>
  assembled('py', 'pi-', 'AgEIcHlwaS5vcmc', sampleText('base64url', 120, seed));
const docker = (seed: number): string =>
  assembled('dckr', '_pat_', sampleText('base64url', 27, seed));
const rubygems = (seed: number): string => assembled('ruby', 'gems_', sampleText('hex', 48, seed));
const atlassian = (seed: number): string =>
  assembled('ATA', 'TT3', sampleText('base64url', 180, seed), '=', sampleText('hex', 8, seed));

/** Tokens of code hosts and package registries: they allow changes to software. */
export const developerTokenRules: readonly SensitiveDataRule[] = [
  sensitiveDataRule({
    ref: 'github-token',
    description: 'GitHub token',
    group: 'secrets',
    tags: ['code-hosting', 'github'],
    enabled: true,
    patterns: ['gh[oprsu]_[A-Za-z0-9]{36}'],
    keywords: ['gho_', 'ghp_', 'ghr_', 'ghs_', 'ghu_'],
    validator: 'random-token',
    samples: {
      matching: [
        found('Authorization: token ', github('p', 1)),
        found('"', github('s', 2), '"'),
        found('https://x:', github('o', 3), '@github.com/'),
      ],
      other: [
        github('p', 1).slice(0, -1),
        github('x', 1),
        assembled('gh', 'p_', 'x'.repeat(36)),
        `${github('p', 1)}A`,
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'github-fine-grained-token',
    description: 'GitHub fine-grained token',
    group: 'secrets',
    tags: ['code-hosting', 'github'],
    enabled: true,
    patterns: ['github_pat_[A-Za-z0-9_]{82}'],
    keywords: ['github_pat_'],
    validator: 'random-token',
    samples: {
      matching: [found('token=', fineGrained(1), '\n'), found('"', fineGrained(2), '"')],
      other: [fineGrained(1).slice(0, -3), assembled('github', '_pat_', 'x'.repeat(82))],
    },
  }),
  sensitiveDataRule({
    ref: 'gitlab-token',
    description: 'GitLab token',
    group: 'secrets',
    tags: ['code-hosting', 'gitlab'],
    patterns: [
      'gl(?:pat|dt|rt|ptt|ft|soat|cbt|imt|oas|agent|ffct)-[A-Za-z0-9_-]{20,300}(?:\\.[0-9a-z]{2}[.]?[0-9a-z]{7})?',
      'GR1348941[A-Za-z0-9_-]{20}',
    ],
    keywords: [
      'glpat-',
      'gldt-',
      'glrt-',
      'glptt-',
      'glft-',
      'glsoat-',
      'glcbt-',
      'glimt-',
      'gloas-',
      'glagent-',
      'glffct-',
      'GR1348941',
    ],
    validator: 'random-token',
    samples: {
      matching: [found('PRIVATE-TOKEN: ', gitlab(1)), found('"', gitlab(2), '"')],
      other: [gitlab(1).slice(0, -1), assembled('gl', 'pat-', 'x'.repeat(20)), `un${gitlab(1)}`],
    },
  }),
  sensitiveDataRule({
    ref: 'npm-token',
    description: 'npm access token',
    group: 'secrets',
    tags: ['package-registry'],
    patterns: ['npm_[A-Za-z0-9]{36}'],
    keywords: ['npm_'],
    validator: 'random-token',
    samples: {
      matching: [found('_authToken=', npm(1)), found("'", npm(2), "'")],
      other: [npm(1).slice(0, -1), 'npm_config_registry_is_not_a_token_at_all'],
    },
  }),
  sensitiveDataRule({
    ref: 'pypi-token',
    description: 'PyPI upload token',
    group: 'secrets',
    tags: ['package-registry'],
    patterns: ['pypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{50,200}'],
    keywords: ['pypi-AgEIcHlwaS5vcmc'],
    samples: {
      matching: [found('password = ', pypi(1)), found('"', pypi(2), '"')],
      other: [pypi(1).slice(0, 40), assembled('py', 'pi-', sampleText('base64url', 120, 1))],
    },
  }),
  sensitiveDataRule({
    ref: 'docker-hub-token',
    description: 'Docker Hub access token',
    group: 'secrets',
    tags: ['package-registry'],
    patterns: ['dckr_pat_[A-Za-z0-9_-]{27}'],
    keywords: ['dckr_pat_'],
    validator: 'random-token',
    samples: {
      matching: [found('-p ', docker(1)), found('"', docker(2), '"')],
      other: [docker(1).slice(0, -1), assembled('dckr', '_pat_', 'x'.repeat(27))],
    },
  }),
  sensitiveDataRule({
    ref: 'rubygems-token',
    description: 'RubyGems API key',
    group: 'secrets',
    tags: ['package-registry'],
    patterns: ['rubygems_[a-f0-9]{48}'],
    keywords: ['rubygems_'],
    validator: 'random-token',
    samples: {
      matching: [found(':api_key: ', rubygems(1)), found('"', rubygems(2), '"')],
      other: [rubygems(1).slice(0, -1), assembled('ruby', 'gems_', '0'.repeat(48))],
    },
  }),
  sensitiveDataRule({
    ref: 'atlassian-api-token',
    description: 'Atlassian API token',
    group: 'secrets',
    tags: ['code-hosting'],
    patterns: ['ATATT3[A-Za-z0-9_-]{160,220}=[A-Fa-f0-9]{8}'],
    keywords: ['ATATT3'],
    validator: 'random-token',
    samples: {
      matching: [found('token: ', atlassian(1)), found('"', atlassian(2), '"')],
      other: [atlassian(1).slice(0, -1), atlassian(1).slice(0, 100)],
    },
  }),
];
