import { deflateSync } from 'node:zlib';
import type { Random } from '../../../detection/random.ts';
import { byteString, type Message, multipartMessage, postMessage } from '../message.ts';
import { codeSamples } from './code-samples.ts';
import type { BenignKinds } from './kind.ts';
import {
  base64,
  companies,
  noise,
  opinions,
  people,
  prices,
  prose,
  uuid,
  words,
} from './phrases.ts';

const size = (random: Random): number => 500 + random.below(12_000);

const binary: Readonly<
  Record<string, (random: Random) => readonly [type: string, content: string]>
> = {
  png: (random) => [
    'image/png',
    `\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x02\0\0\0\x01\0\x08\x06\0\0\0${noise(random, 4)}\0\0\x20\0IDAT${noise(random, size(random))}\0\0\0\0IEND\xaeB\`\x82`,
  ],
  jpg: (random) => [
    'image/jpeg',
    `\xff\xd8\xff\xe1\0\x80Exif\0\0II*\0${noise(random, 40)}http://ns.adobe.com/xap/1.0/\0<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta><?xpacket end="w"?>${noise(random, size(random))}\xff\xd9`,
  ],
  pdf: (random) => [
    'application/pdf',
    `%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<</Type/Catalog/Pages 2 0 R/Lang(en)>>\nendobj\n4 0 obj\n<</Length ${size(random)}/Filter/FlateDecode>>stream\n${noise(random, size(random))}\nendstream\nendobj\ntrailer\n<</Root 1 0 R/ID[<${random.hex(32)}>]>>\n%%EOF\n`,
  ],
  docx: (random) => [
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    archive(random, [
      '[Content_Types].xml',
      '_rels/.rels',
      'word/document.xml',
      'word/theme/theme1.xml',
    ]),
  ],
  xlsx: (random) => [
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    archive(random, [
      '[Content_Types].xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
      'xl/sharedStrings.xml',
    ]),
  ],
  zip: (random) => [
    'application/zip',
    archive(
      random,
      ['src/index.php', 'README.md', 'src/Main.java', '.env.example', 'bin/run.sh'].slice(
        0,
        3 + random.below(2),
      ),
    ),
  ],
  mp4: (random) => [
    'video/mp4',
    `\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41${noise(random, size(random))}`,
  ],
  gif: (random) => ['image/gif', `GIF89a\x10\0\x10\0${noise(random, size(random))};`],
  heic: (random) => [
    'image/heic',
    `\0\0\0\x24ftypheic\0\0\0\0mif1heic${noise(random, size(random))}`,
  ],
};

function archive(random: Random, names: readonly string[]): string {
  const entries = names.map((name) => {
    const data = deflateSync(Buffer.from(base64(random, 900))).toString('latin1');
    return `PK\x03\x04\x14\0\0\0\x08\0${noise(random, 16)}${String.fromCharCode(name.length)}\0\0\0${name}${data}`;
  });
  return `${entries.join('')}PK\x05\x06\0\0\0\0${noise(random, 14)}`;
}

function upload(random: Random, fileName: string, type: string, content: string): Message {
  return multipartMessage(
    random.pick(['/wp-admin/async-upload.php', '/api/files', '/profile/avatar']),
    [
      { name: 'name', content: byteString(fileName) },
      { name: '_wpnonce', content: random.hex(10) },
      {
        name: random.pick(['file', 'async-upload', 'files[]']),
        fileName: byteString(fileName.replaceAll('"', '%22')),
        type,
        content,
      },
    ],
  );
}

export const uploadKinds: BenignKinds = {
  'binary files': {
    means: 'pictures, films, office files, PDF and archives',
    message: (random) => {
      const extension = random.pick(Object.keys(binary));
      const [type, content] = binary[extension]?.(random) ?? ['', ''];
      return upload(
        random,
        `${random.pick(['IMG_2041', 'Screenshot 2026-01-05 at 10.00.12', "Tim's photo (1)", 'Größe & Preis', '領収書', 'a.b.c', 'report [final] v2'])}.${extension}`,
        type,
        content,
      );
    },
  },
  'tables as CSV': {
    means: 'formulas, quotes and several separators',
    message: (random) => {
      const rows = Array.from(
        { length: 5 + random.below(30) },
        (_, at) =>
          `${at + 1},"${random.pick(people).replaceAll('"', '""')}","${random.pick(companies).replaceAll('"', '""')}",${random.pick(['=SUM(B2:B9)', '=IF(A1>5,"yes","no")', "=VLOOKUP(A2,'Sheet 2'!A:B,2,0)", '-12.5', '+49 30 1234', '@home'])},"${random.pick(prices)}","${random.pick(opinions).replaceAll('"', '""')}"`,
      );
      return upload(
        random,
        'export.csv',
        random.pick(['text/csv', 'application/vnd.ms-excel']),
        byteString(`id,name,company,formula,price,note\r\n${rows.join('\r\n')}\r\n`),
      );
    },
  },
  'drawings as SVG': {
    means: 'SVG of drawing programs',
    message: (random) =>
      upload(
        random,
        'logo.svg',
        'image/svg+xml',
        byteString(
          `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!-- Created with Inkscape (http://www.inkscape.org/) -->\n<svg width="210mm" height="297mm" viewBox="0 0 210 297" version="1.1" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"><defs><style>.a{fill:#${random.hex(6)};}</style><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs><g inkscape:label="Layer 1" transform="translate(-${random.below(99)},3)"><path class="a" d="M ${random.below(99)},1 C 2,3 4,5 6,7 Z"/><use xlink:href="#g"/><text>${random.pick(companies).replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text></g></svg>`,
        ),
      ),
  },
  'text files': {
    means: 'JSON, logs, mail, source code and configuration',
    message: (random) => {
      const language = random.pick(Object.keys(codeSamples));
      const code = random.pick(codeSamples[language] ?? []);
      return random.pick([
        () =>
          upload(
            random,
            'data.json',
            'application/json',
            byteString(
              JSON.stringify(
                {
                  id: uuid(random),
                  text: prose(random, 3),
                  nested: { a: [1, 2, { b: random.pick(opinions) }] },
                },
                null,
                2,
              ),
            ),
          ),
        () =>
          upload(
            random,
            'server.log',
            'text/plain',
            byteString(
              Array.from(
                { length: 20 },
                () =>
                  `203.0.113.${random.below(255)} - - [05/Jan/2026:10:00:00 +0000] "GET /search?q=${words(random, 1)} HTTP/1.1" 200 ${random.digits(4)} "-" "curl/8.5"`,
              ).join('\n'),
            ),
          ),
        () =>
          upload(
            random,
            'README.md',
            'text/markdown',
            byteString(`# Demo\n\n${prose(random, 2)}\n\n\`\`\`${language}\n${code}\n\`\`\`\n`),
          ),
        () =>
          upload(
            random,
            'mail.eml',
            'message/rfc822',
            byteString(
              `From: Tim <tim@example.org>\r\nTo: Ann <ann@example.org>\r\nSubject: =?utf-8?B?${base64(random, 20)}?=\r\nMIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\n${prose(random, 3)}\r\n-- \r\nTim\r\n`,
            ),
          ),
        () => upload(random, 'notes.txt', 'text/plain', byteString(prose(random, 8))),
        () =>
          upload(
            random,
            'contacts.vcf',
            'text/vcard',
            byteString(
              `BEGIN:VCARD\r\nVERSION:3.0\r\nN:O'Brien;Tim;;;\r\nORG:${random.pick(companies)}\r\nTEL;TYPE=CELL:+1 555 0100\r\nEND:VCARD\r\n`,
            ),
          ),
      ])();
    },
  },
  'source files': {
    means: 'source code under names of its language that servers do not run',
    message: (random) => {
      const [language, name, type] = random.pick([
        ['javascript', 'main.js', 'text/javascript'],
        ['python', 'main.py', 'text/x-python'],
        ['java', 'Main.java', 'text/x-java'],
        ['sql', 'schema.sql', 'application/sql'],
        ['yaml', 'ci.yml', 'application/yaml'],
        ['shell', 'deploy.sh.txt', 'text/plain'],
        ['html', 'template.html', 'text/html'],
      ] as const);
      return upload(random, name, type, byteString(random.pick(codeSamples[language] ?? [])));
    },
  },
  'binary bodies': {
    means: 'pictures and protocol buffers as body, parts of large files',
    message: (random) =>
      random.pick([
        () => ({
          ...postMessage(
            `/objects/${random.hex(16)}`,
            'image/png',
            `\x89PNG\r\n\x1a\n${noise(random, size(random))}`,
          ),
          method: 'PUT',
        }),
        () =>
          postMessage(
            '/rpc/shop.v1.Orders/Get',
            'application/x-protobuf',
            noise(random, 40 + random.below(400)),
          ),
        () =>
          postMessage(
            '/grpc.shop.Orders/List',
            'application/grpc-web+proto',
            `\0\0\0\0\x20${noise(random, 32)}`,
          ),
        () => ({
          ...postMessage(
            `/files/${random.hex(16)}`,
            'application/offset+octet-stream',
            noise(random, size(random)),
            ['Upload-Offset', '0'],
            ['Tus-Resumable', '1.0.0'],
            ['Upload-Metadata', `filename ${Buffer.from("Tim's file.zip").toString('base64')}`],
          ),
          method: 'PATCH',
        }),
        () =>
          postMessage(
            '/api/images',
            'application/json',
            JSON.stringify({
              name: 'a.png',
              data: `data:image/png;base64,${base64(random, 2000)}`,
            }),
          ),
        () => postMessage('/v1/metrics', 'application/msgpack', noise(random, 200)),
      ])(),
  },
};
