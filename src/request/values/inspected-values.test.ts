import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRequest } from '../read-request.ts';

const FORM = 'application/x-www-form-urlencoded';
const CONTROLS = '\x01'.repeat(300);

async function signsIn(type: string, body: string): Promise<Set<string>> {
  const message = `POST /a HTTP/1.1\r\nHost: a.test\r\nContent-Type: ${type}\r\n\r\n${body}`;
  const { readings } = await readRequest(Buffer.from(message, 'latin1'), { receivedAt: 0 });
  const found = readings[0].attacks?.findings ?? [];
  return new Set(found.filter(({ strength }) => strength !== 'weak').map(({ sign }) => sign));
}

const ATTACK = "' UNION SELECT name, password FROM users -- -";
const field = (text: string) =>
  `--b\r\nContent-Disposition: form-data; name="id"\r\n\r\n${text}\r\n--b--\r\n`;

for (const [what, type, body] of [
  ['a field with control characters', 'multipart/form-data; boundary=b', field(CONTROLS + ATTACK)],
  ['a form with control characters', FORM, `a=${CONTROLS}&id=${ATTACK}`],
  ['a form with line ends', FORM, `a\nb=1&\nid=${ATTACK}`],
  ['JSON in UTF-16', 'application/json', JSON.stringify({ id: ATTACK }).replace(/./g, '$&\0')],
  ['JSON before another text', 'application/json', `{\n"id": "${ATTACK}"\n}\n{`],
  ['JSON with comments', 'application/json', `/* } ${CONTROLS} */ {\n// it's\n"id": "${ATTACK}"}`],
  ['JSON with further numbers', 'application/json', `{\n"a": .5,\n"id": "${ATTACK}"\n}`],
] as const) {
  test(`an attack is found in ${what}`, async () => {
    assert.ok((await signsIn(type, body)).has('sql-union'));
  });
}

test('values of repeated fields of a multipart form are joined', async () => {
  const part = (text: string) => field(text).replace('--b--\r\n', '');
  const body = part("1' UNION/*") + field('*/SELECT name FROM users -- -');
  assert.ok((await signsIn('multipart/form-data; boundary=b', body)).has('sql-union'));
});

for (const [what, type, body] of [
  ['a dump', FORM, '-- dump\nCREATE TABLE a (id int) ENGINE=x;\nINSERT INTO a VALUES (1);\n'],
  [
    'a script without a type',
    '',
    '#!/bin/sh\nA=$(date)\ncurl -s http://a.test/b | bash\nrm -rf /tmp/b; ls -la "$A"\n',
  ],
  ['an image', FORM, `\x89PNG\r\n${CONTROLS}&')--=x' or 1=1 -- ${CONTROLS}`],
] as const) {
  test(`a file that is sent as a form is no form: ${what}`, async () => {
    assert.deepEqual([...(await signsIn(type, body))], []);
  });
}
