// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of other languages
import type { Random } from '../../../detection/random.ts';
import { languages } from '../../../detection/words.ts';

export const people = [
  "Siobhán O'Brien",
  "Shaquille O'Neal",
  "Gabriele D'Annunzio",
  'Anne-Marie Müller',
  "Tim O'Reilly",
  "Miles N'Dour",
  'José Ñúñez',
  'Łukasz Żółć',
  'Nguyễn Thị Hoa',
  'Robert "Bob" Smith Jr.',
  'Ana & Luis García',
  '山田太郎',
  'Иван Петров',
  'محمد علي',
  "Sinéad O'Connor",
  'Jean-Luc d’Arc',
  'Dr. A. B. Select',
  'Union, Carl',
  "T'Challa",
  'Björk Guðmundsdóttir',
  'x Æ A-12',
  "Ng'ang'a Wanjirũ",
  'Null, Christopher',
];

export const streets = [
  "12 St. John's Road, Flat #3",
  'Hauptstraße 5 (Hinterhaus)',
  '1600 Pennsylvania Ave NW; Suite 100',
  "8 Rue de l'Église",
  '221B Baker Street & Sons',
  'c/o Drop Shipping Ltd., Unit 4/5',
  'Calle 50 #12-34, Piso 2',
  'Königsallee 1–3',
  '東京都千代田区1-1',
  "O'Connell Street Upper 14",
  'Via dell’Orso, 28',
  'P.O. Box 42 -- do not bend',
];

export const companies = [
  'Johnson & Johnson',
  "Lowe's",
  'AT&T Inc.',
  'Drop Table Furniture Ltd.',
  "Wendy's; the restaurant",
  'M&S <Retail>',
  "Levi's® Store",
  'Procter & Gamble (P&G)',
  '50% Off Outlet',
  'C# & .NET Consulting',
  'Ctrl+Alt+Del GmbH',
  'Union Direct Insurance',
  'Exec Cars plc',
  'Script & Print',
  'if (we) then { you } Studio',
];

export const prices = [
  '$1,299.00',
  '€ 49,90',
  '£5 & up',
  '¥12,000',
  '< $20',
  '>= 15 EUR',
  '50% - 70%',
  '3 for 2',
  '2+1=3',
  '10*12 pack',
  '$5 or $6',
  'CHF 20.–',
  '1/2 price',
  '99 ¢',
  "£12's",
];

export const opinions = [
  'I\'d say 4 < 5 stars, but it\'s > average & arrived early; "fine" I guess.',
  'The union voted to select a new chair from the committee where members disagreed.',
  "Don't drop the table off before 5; there's no one home -- leave it at the neighbour's!",
  'Love it <3 <3 and I will order by Friday or on Monday, whichever is cheaper.',
  "It's 'ok' or 'good', and 1 = 1 as they say; insert coin, delete nothing.",
  'If A > B && B > C then A > C, right? (a | b) is not (a & b).',
  'My script for the play ended up on the stage; the alert audience loved it!',
  "We like to group by age, having more than 10 kids in one group isn't fun.",
  'Please execute the order 66; then update set list from the band; create view of the lake.',
  "He said: \"where's the table?\" and she said 'under the union flag'.",
  'Price was $20 or $25; I paid with 2 x $10 + tips (10%) = $22.00.',
  'Select the red one from the shelf where it says "new", and / or ask staff.',
  "The battery's dead after 3 hours -- worst purchase ever!!! #fail",
  'C:\\Users\\me\\Desktop is where the download went; ../images shows nothing.',
  "Rock 'n' roll; drum 'n' bass; salt & vinegar; either/or; he/she; 24/7.",
  'Email me at <tim@shop.test> or call +1 (555) 010-9999 ext. 7; thanks!',
  'Use ; to end a statement, | to pipe, && to join, and $(…) with care :-)',
  'x = y; y = z; so x = z. Q.E.D. 100% sure?',
  'The cat sat on the mat; echo of a distant ping; I sleep 8 hours & wget no rest.',
  'For id or passport, bring a copy of each; cat owners, use the back door; ls, ps, no idea.',
  'Is "http://localhost:3000/" reachable for you? I get 127.0.0.1 refused.',
  'What does `npm run build` do; and where is /etc/hosts on a Mac?',
  'Our {{ team }} meets at ${place}: #{nope} just joking {% ok %}',
  "I can't believe it's not butter: 5/5, would buy again or even 2 times, and 3=3.",
  'On the whole = good; on click of the button nothing happens; onload of a truck it broke.',
  'a=1&b=2 looks like a query string? Or a != b; a <> b; a <= b; a => b; <b>bold</b> or <i>.',
  'Best regards,\n-- \nTim /* signature */',
  'Subject: refund\nTo: support\n\nHi, where is my order?',
  'Meeting: 10:00–11:30; Topic: "Benchmark (sleep) study"; waitfor delay of the train',
  'Tried char(13) and concat(A1," ",B1) in the sheet, =IF(A1>5,"yes","no") works.',
];

export const searches: Readonly<Record<string, readonly string[]>> = {
  english: [
    'select committee on union affairs',
    'dining table drop leaf',
    'how to delete cookies',
    "women's shoes size 5 or 6",
    'where to buy like new phones',
    'union jack flag',
    "children's books and games",
    'drop table lamp',
    'insert coin shirt',
    'update driver windows 11',
    'create table from pallets',
    'order by phone',
    'group by color',
    'having fun quotes',
    'rock & roll "live" 1972',
    'c++ programming',
    'c# select from list where',
    "d'artagnan",
    'salt -pepper +garlic',
    'alert sound effect',
    'script fonts free',
    'java or javascript',
    'cat food 5kg',
    'sleep mask',
    'echo dot 5',
    'bash the dwarf',
    'php 8 tutorial',
    'mouse -wireless "gaming"',
    '3/4 inch socket',
    '12" vinyl',
    "6' ladder",
    'union select wine',
    'table where 4 people sit',
    'best laptop 2025 < 1000',
    'like or dislike',
    'and justice for all',
    'or else movie',
    'null island',
    '1=1',
    'exec chair',
    'waitfor it',
    'benchmark results gpu',
    'a and b',
    'x-ray "and" mri',
    'site:shop.test shoes',
    'ping pong table',
    'find my phone',
    'kill bill',
    'who is the ceo',
    'id card holder',
    'local host families',
    'case when to use',
    'limit 1 per customer',
    'between 2 ferns',
    'window.open energy rating',
    'document folder',
    'load file cabinet',
    'into the wild',
    'outfile',
    'true or false',
    '50% off & free shipping',
    'price:>10 price:<20',
    'author:"O\'Reilly" AND (title:sql OR title:python)',
    '(red OR blue) AND NOT green',
    'name:jo* AND age:[20 TO 30]',
  ],
  german: [
    'Tisch und Stühle',
    'Größe 42 oder 43',
    'wo kann ich wählen',
    'Löschen von Dateien',
    "Rock'n'Roll",
    'Übergröße & Sale',
    'Fußbälle für Kinder',
    'Wert > 100 €',
    'Straße "Am Markt"',
    'Union Berlin Trikot',
    'select Reifen',
    'Müller oder Meier',
    'Preis <= 20 €',
  ],
  french: [
    "chaussures d'été",
    "l'union européenne",
    'où acheter',
    "aujourd'hui",
    'taille 38 ou 39',
    "c'est-à-dire",
    'crème brûlée & café',
    "jusqu'à 50%",
    "table d'appoint",
    "s'il vous plaît",
    "qu'est-ce que c'est",
    "l'or et l'argent",
  ],
  spanish: [
    '¿dónde está?',
    'zapatos y bolsos',
    'niño o niña',
    'mesa "plegable"',
    '50% o más',
    'unión europea',
  ],
  japanese: [
    '注文 配送',
    'テーブル 折りたたみ',
    '「新品」靴',
    '東京 or 大阪',
    'ﾊﾝｶｸ カナ',
    '価格＞１０００円',
    '（赤）スニーカー',
  ],
  arabic: ['أين الطلب', 'حذاء رياضي', 'هاتف و شاحن', '٥٠٪ خصم', 'كتاب "ألف ليلة"'],
  chinese: [
    '选择 数据库',
    '手机 and 电脑',
    '《红楼梦》',
    '价格＜100元',
    '订单“状态”',
    '表 或 桌子',
  ],
  russian: [
    'выбрать стол',
    'кот и собака',
    'где купить',
    'цена < 100',
    '«Война и мир»',
    'ё-моё; привет',
  ],
  polish: ['gdzie jest zamówienie', 'stół lub krzesło', 'żółty & niebieski'],
};

export function words(random: Random, count: number, language = 'english'): string {
  return Array.from({ length: count }, () => random.pick(languages[language] ?? ['word'])).join(
    ' ',
  );
}

/** A text as visitors write it: a few sentences. */
export function prose(random: Random, sentences = 1 + random.below(4)): string {
  return Array.from({ length: sentences }, () =>
    random.below(2) === 0
      ? random.pick(opinions)
      : `${words(random, 6 + random.below(14), random.pick(Object.keys(languages)))}${random.pick(['.', '!', '?', ' ;-)', '…', ' :('])}`,
  ).join(' ');
}

export const uuid = (random: Random): string =>
  [8, 4, 4, 4, 12].map((length) => random.hex(length)).join('-');

export const moment = (random: Random): Date =>
  new Date(1_700_000_000_000 + random.below(2 ** 31) * 30);

export function base64(random: Random, length: number): string {
  return random.text('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', length);
}

/** Bytes without any pattern. */
export function noise(random: Random, length: number): string {
  return Array.from({ length }, () => String.fromCharCode(random.below(256))).join('');
}
