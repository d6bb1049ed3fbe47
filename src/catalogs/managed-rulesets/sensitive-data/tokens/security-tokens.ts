import { tokenRules } from './token-rule.ts';

/** Keys of services for security research and infrastructure. */
export const securityTokenRules = tokenRules('security', [
  ['abuseipdb-api-key', 'AbuseIPDB API key', ['<hex 80>'], ['abuseipdb']],
  ['alchemy-api-key', 'Alchemy API key', ['<word 32>'], ['alchemy']],
  ['consul-token', 'Consul token', ['<uuid>'], ['consul']],
  ['etherscan-api-key', 'Etherscan API key', ['<upper 34>'], ['etherscan']],
  ['infura-api-key', 'Infura API key', ['<hex 32>'], ['infura']],
  ['jenkins-api-token', 'Jenkins API token', ['11<hex 32>'], ['jenkins']],
  ['moralis-api-key', 'Moralis API key', ['<alnum 64>'], ['moralis']],
  ['rancher-token', 'Rancher token', ['token-<lower 5>:<lower 54>']],
  ['shodan-api-key', 'Shodan API key', ['<alnum 32>'], ['shodan']],
  ['virustotal-api-key', 'VirusTotal API key', ['<hex 64>'], ['virustotal']],
]);
