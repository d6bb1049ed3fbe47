/**
 * The rules that find a kind of secret, by the name of that kind in the public test vectors. Kinds with the same name
 * as one of our rules are not listed.
 *
 * `gcp-api-key` is not claimed: the keys that must not be found are keys of public documentation. They have the form of all
 * others, so that only a list of them could exclude them.
 */
export const claimedRules: Readonly<Record<string, readonly string[]>> = {
  'aws-access-token': ['aws-access-key-id'],
  'databricks-api-token': ['databricks-token'],
  'generic-api-key': ['api-key-assignment', 'password-assignment'],
  'github-app-token': ['github-token'],
  'github-refresh-token': ['github-token'],
  'gitlab-cicd-job-token': ['gitlab-token'],
  'gitlab-feed-token': ['gitlab-token'],
  'gitlab-incoming-mail-token': ['gitlab-token'],
  'gitlab-oauth-app-secret': ['gitlab-token'],
  'gitlab-pat': ['gitlab-token'],
  'gitlab-pat-routable': ['gitlab-token'],
  'gitlab-rrt': ['gitlab-token'],
  'gitlab-runner-authentication-token': ['gitlab-token'],
  'gitlab-runner-authentication-token-routable': ['gitlab-token'],
  'heroku-api-key-v2': ['heroku-api-key'],
  'new-relic-user-api-key': ['new-relic-api-key'],
  'rubygems-api-token': ['rubygems-token'],
  'shopify-shared-secret': ['shopify-token'],
  'slack-config-access-token': ['slack-token'],
  'slack-legacy-bot-token': ['slack-token'],
  'slack-legacy-workspace-token': ['slack-token'],
  'slack-user-token': ['slack-token'],
  'slack-app-token': ['slack-token'],
  'slack-webhook-url': ['slack-webhook'],
  'square-access-token': ['square-token'],
  'stripe-access-token': ['stripe-live-key', 'stripe-test-key'],
  'telegram-bot-api-token': ['telegram-bot-token'],
  'vault-batch-token': ['vault-token'],
  'vault-service-token': ['vault-token'],
};
