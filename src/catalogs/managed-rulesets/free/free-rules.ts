import { genericRules } from '../managed/generic-rules.ts';
import { targetedRules } from '../managed/targeted/targeted-rules.ts';
import { ruleIdOf } from '../managed-rule-base.ts';
import type { AttackRule, DetectionRule } from '../managed-ruleset.ts';

/** Rules of the Managed Ruleset that are also in the free one: those of highest confidence and greatest reach. */
const shared: readonly string[] = [
  'managed-sql',
  'managed-html',
  'managed-javascript',
  'managed-shell',
  'managed-php',
  'managed-java',
  'managed-template',
  'managed-deserialization',
  'managed-xml',
  'managed-traversal',
  'managed-file-inclusion',
  'managed-upload',
  'managed-log4j-lookup',
  'managed-shellshock',
  'managed-spring-class-loader',
  'managed-java-class-loader-query',
  'managed-struts-content-type',
  'managed-confluence-ognl-path',
  'managed-exchange-proxyshell',
  'managed-exchange-powershell',
  'managed-phpunit-eval-stdin',
  'managed-php-cgi-options',
  'managed-apache-httpd-traversal',
  'managed-wordpress-file-manager',
  'managed-wordpress-config-backup',
  'managed-drupal-render-array',
  'managed-magento-cosmicsting',
  'managed-react-server-action',
  'managed-nextjs-middleware-subrequest',
  'managed-source-control-folder',
  'managed-environment-file',
];

/** The same rules with their own ids, because a zone can deploy both rulesets. */
export const freeRules: readonly (AttackRule | DetectionRule)[] = [
  ...genericRules,
  ...targetedRules,
].flatMap((rule) => {
  if (!shared.includes(rule.ref)) return [];
  const ref = rule.ref.replace('managed-', 'free-');
  return [{ ...rule, id: ruleIdOf(ref), ref }];
});
