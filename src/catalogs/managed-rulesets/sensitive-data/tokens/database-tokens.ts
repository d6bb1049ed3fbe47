import { tokenRules } from './token-rule.ts';

/** Keys of hosted databases, queues and search engines. */
export const databaseTokenRules = tokenRules('database', [
  ['airtable-personal-access-token', 'Airtable personal access token', ['pat<alnum 14>.<hex 64>']],
  ['aiven-token', 'Aiven service password', ['AVNS_<word 19-24>']],
  ['algolia-api-key', 'Algolia API key', ['<lower 32>'], ['algolia']],
  ['clickhouse-cloud-api-key', 'ClickHouse Cloud API key', ['4b1d<alnum 38>']],
  ['confluent-access-token', 'Confluent access token', ['<lower 16>'], ['confluent']],
  ['confluent-secret-key', 'Confluent secret key', ['<alnum 64>'], ['confluent']],
  ['contentful-delivery-api-token', 'Contentful delivery token', ['<padded 43>'], ['contentful']],
  ['contentful-management-token', 'Contentful management token', ['CFPAT-<word 43>']],
  ['dbt-cloud-token', 'dbt Cloud token', ['(dbtc|dbtu)_<word 40-60>']],
  ['fauna-secret', 'Fauna secret', ['fn<word 38>'], ['fauna']],
  ['infracost-api-token', 'Infracost API token', ['ico-<alnum 32>']],
  ['mongodb-atlas-secret', 'MongoDB Atlas service account secret', ['mdb_sa_sk_<word 40>']],
  ['neon-api-key', 'Neon API key', ['napi_<lower 64>']],
  ['planetscale-api-token', 'PlanetScale API token', ['pscale_tkn_<padded 32-64>']],
  ['planetscale-oauth-token', 'PlanetScale OAuth token', ['pscale_oauth_<padded 32-64>']],
  ['planetscale-password', 'PlanetScale password', ['pscale_pw_<padded 32-64>']],
  ['supabase-access-token', 'Supabase access token', ['sbp_<hex 40>']],
  ['supabase-secret-key', 'Supabase secret key', ['sb_secret_<word 31>']],
  ['xata-api-key', 'Xata API key', ['xau_<alnum 36-42>']],
]);
