import { tokenRules } from './token-rule.ts';

/** Keys of social networks, maps, media and data services. */
export const mediaTokenRules = tokenRules('media', [
  ['apify-api-token', 'Apify API token', ['apify_api_<alnum 36>']],
  [
    'facebook-access-token',
    'Facebook app access token',
    ['<digits 15-16>|<word 27-40>'],
    ['facebook', 'fb'],
  ],
  ['facebook-page-access-token', 'Facebook page access token', ['EAA(M|C)<alnum 100-220>']],
  ['figma-access-token', 'Figma personal access token', ['figd_<word 40-50>']],
  ['flickr-access-token', 'Flickr access token', ['<lower 32>'], ['flickr']],
  ['frameio-api-token', 'Frame.io API token', ['fio-u-<padded 64>']],
  ['instagram-access-token', 'Instagram access token', ['IGQ(V|W)<word 100-220>']],
  [
    'linkedin-client-id',
    'LinkedIn client id',
    ['<lower 14>'],
    ['linkedin', 'linked_in', 'linked-in'],
  ],
  [
    'linkedin-client-secret',
    'LinkedIn client secret',
    ['<lower 16>'],
    ['linkedin', 'linked_in', 'linked-in'],
  ],
  ['mapbox-api-token', 'Mapbox public token', ['pk.<lower 60>.<lower 22>'], ['mapbox']],
  ['mapbox-secret-token', 'Mapbox secret token', ['sk.ey<word 60-100>.<word 22>']],
  ['maxmind-license-key', 'MaxMind license key', ['<alnum 6>_<alnum 29>_mmk']],
  [
    'nytimes-access-token',
    'New York Times access token',
    ['<padded 32>'],
    ['nytimes', 'newyorktimes', 'new-york-times'],
  ],
  ['rapidapi-access-token', 'RapidAPI access token', ['<word 50>'], ['rapidapi']],
  ['reddit-client-secret', 'Reddit client secret', ['<word 27-30>'], ['reddit']],
  ['serpapi-api-key', 'SerpApi key', ['<hex 64>'], ['serpapi', 'serp_api']],
  ['spotify-client-secret', 'Spotify client secret', ['<hex 32>'], ['spotify']],
  ['tiktok-access-token', 'TikTok access token', ['act.<alnum 40-80>']],
  ['twitch-api-token', 'Twitch API token', ['<lower 30>'], ['twitch']],
  ['twitter-access-secret', 'Twitter access secret', ['<lower 45>'], ['twitter']],
  ['twitter-access-token', 'Twitter access token', ['<digits 15-25>-<alnum 20-40>'], ['twitter']],
  ['twitter-api-key', 'Twitter API key', ['<lower 25>'], ['twitter']],
  ['twitter-api-secret', 'Twitter API secret', ['<lower 50>'], ['twitter']],
  ['youtube-client-secret', 'YouTube client secret', ['<word 24>'], ['youtube']],
]);
