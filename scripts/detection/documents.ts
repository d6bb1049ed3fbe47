/** Documents as servers send them, made up by a seeded generator. Nothing in them is sensitive. */
import type { Random } from './random.ts';
import { identifiers, languages } from './words.ts';

export const documentKinds = {
  'JSON API': json,
  'HTML page': html,
  log,
  CSV: csv,
  prose,
  'minified JavaScript': script,
  'source code': source,
} as const;

export type DocumentKind = keyof typeof documentKinds;

const words = (random: Random, count: number, language = 'english'): string =>
  Array.from({ length: count }, () => random.pick(languages[language] ?? ['word'])).join(' ');

const time = (random: Random): Date => new Date(1_500_000_000_000 + random.below(2 ** 31) * 120);

/** What resembles sensitive data and is none. */
export function innocentValue(random: Random): string {
  return random.pick([
    () => `ORD-${random.digits(8)}`,
    () => `INV${random.digits(4)}-${random.digits(6)}`,
    () => [8, 4, 4, 4, 12].map((length) => random.hex(length)).join('-'),
    () => random.hex(random.pick([32, 40, 64])),
    () => time(random).toISOString(),
    () => String(time(random).getTime()),
    () => String(Math.floor(time(random).getTime() / 1000)),
    () => `+${random.digits(2)} ${random.digits(3)} ${random.digits(7)}`,
    () => `${random.below(255)}.${random.below(255)}.${random.below(255)}.${random.below(255)}`,
    () => `v${random.below(20)}.${random.below(50)}.${random.digits(3)}-rc.${random.below(9)}`,
    () => `1Z${random.text('0123456789ABCDEFGHJKLMNPRSTUVWXYZ', 16)}`,
    () => `978-${random.digits(1)}-${random.digits(4)}-${random.digits(4)}-${random.digits(1)}`,
    () => random.digits(random.pick([6, 7, 9, 10, 11])),
    () => `${random.digits(1 + random.below(3))}.${random.digits(6)}`,
    () => `#${random.hex(6)}`,
    () => `data:image/png;base64,${base64(random, 120)}`,
    () =>
      `https://cdn.example.com/${random.hex(8)}/${random.pick(identifiers)}.js?v=${random.hex(12)}`,
    () => `"${random.hex(16)}-${random.hex(8)}"`,
    () => `${random.pick(identifiers)}@example.com`,
    () => `SKU${random.text('ABCDEFGHJKLMNPQRSTUVWXYZ0123456789', 8)}`,
    () => `${random.below(28) + 1}.${random.below(12) + 1}.${1950 + random.below(80)}`,
  ])();
}

const base64 = (random: Random, length: number): string =>
  random.text('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', length);

function json(random: Random): string[] {
  return Array.from({ length: 4 + random.below(8) }, () =>
    JSON.stringify({
      id: random.below(1e9),
      uuid: [8, 4, 4, 4, 12].map((length) => random.hex(length)).join('-'),
      name: words(random, 3),
      createdAt: time(random).toISOString(),
      price: random.below(1e5) / 100,
      url: `https://cdn.example.com/${random.pick(identifiers)}/${random.below(1e6)}.png`,
      [random.pick(identifiers)]: innocentValue(random),
      text: words(random, 20),
      active: random.below(2) === 0,
    }),
  );
}

function html(random: Random): string[] {
  return Array.from(
    { length: 4 + random.below(8) },
    () =>
      `<div class="card ${random.pick(identifiers)}-${random.pick(identifiers)}" data-id="${random.below(1e8)}"><a href="/products/${random.below(1e6)}">${words(random, 4)}</a><p style="margin:0 auto;padding:12px">${words(random, 30)}</p><img src="/img/${random.hex(32)}.jpg" width="${random.below(999)}"><span>${innocentValue(random)}</span></div>`,
  );
}

function log(random: Random): string[] {
  return Array.from(
    { length: 10 + random.below(15) },
    () =>
      `${time(random).toISOString()} ${random.pick(['INFO', 'WARN', 'ERROR', 'DEBUG'])} [${random.pick(identifiers)}-${random.below(32)}] ${words(random, 6)} ${random.pick(identifiers)}=${innocentValue(random)} ${random.below(5000)}ms`,
  );
}

function csv(random: Random): string[] {
  const separator = random.pick([',', ';', '\t']);
  return Array.from({ length: 10 + random.below(20) }, () =>
    [random.below(1e7), words(random, 2), innocentValue(random), random.below(1e4) / 100].join(
      separator,
    ),
  );
}

function prose(random: Random): string[] {
  const language = random.pick(Object.keys(languages));
  return Array.from(
    { length: 3 + random.below(5) },
    () =>
      `${words(random, 40, language)} ${innocentValue(random)}. ${words(random, 20, language)}.`,
  );
}

function script(random: Random): string[] {
  return Array.from(
    { length: 6 + random.below(10) },
    () =>
      `function ${random.text('abcdefgh', 1)}(t,e){var n=${random.below(9e9)};return t.${random.pick(identifiers)}&&e["${random.pick(identifiers)}"]>${random.below(1e5)}?${random.hex(2) === '00' ? '!0' : '!1'}:"${innocentValue(random).replaceAll('"', "'")}"+n.toString(${random.below(36)})}`,
  );
}

function source(random: Random): string[] {
  return Array.from({ length: 8 + random.below(10) }, () =>
    random.pick([
      () => `  const ${random.pick(identifiers)} = ${random.below(1e10)}; // ${words(random, 6)}`,
      () => `def ${random.pick(identifiers)}_${random.pick(identifiers)}(self, key="default"):`,
      () => `  password = os.environ["DB_PASSWORD"]`,
      () => `  token: process.env.API_TOKEN ?? '',`,
      () =>
        `assert_equal "${innocentValue(random).replaceAll('"', '')}", ${random.pick(identifiers)}`,
      () => `commit ${random.hex(40)}`,
      () => `"integrity": "sha512-${base64(random, 86)}=="`,
    ])(),
  );
}
