/**
 * Categories of threats, as named in the API. Entries are stored with one bit per category: never change the order, and
 * append new ones.
 */
export const threatCategories = [
  'Security threats',
  'Command-and-Control (C2) & Botnet',
  'Crypto mining',
  'Spyware',
  'Phishing',
  'Malware',
  'Domain Generation Algorithm (DGA) domain',
  'Typosquatting & Impersonation',
] as const;

export type ThreatCategory = (typeof threatCategories)[number];

/** Terms that common feeds use, in lower case and without punctuation, with their categories. */
export const categoryWords: Readonly<Record<string, ThreatCategory>> = {
  malware: 'Malware',
  malwaredownload: 'Malware',
  payload: 'Malware',
  trojan: 'Malware',
  ransomware: 'Malware',
  magecart: 'Malware',
  skimmer: 'Malware',
  phishing: 'Phishing',
  phish: 'Phishing',
  spyware: 'Spyware',
  stealer: 'Spyware',
  keylogger: 'Spyware',
  botnet: 'Command-and-Control (C2) & Botnet',
  botnetcc: 'Command-and-Control (C2) & Botnet',
  c2: 'Command-and-Control (C2) & Botnet',
  cc: 'Command-and-Control (C2) & Botnet',
  cryptomining: 'Crypto mining',
  cryptominer: 'Crypto mining',
  coinminer: 'Crypto mining',
  miner: 'Crypto mining',
  dga: 'Domain Generation Algorithm (DGA) domain',
  typosquatting: 'Typosquatting & Impersonation',
  impersonation: 'Typosquatting & Impersonation',
};
