import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type FieldRole, fieldRole } from './field-role.ts';

const roleOf = (text: string, name = 'message') =>
  fieldRole({ place: 'form', name, text, encoding: 'none' }, text);

describe('the role of a field', () => {
  const long = 'Dear team, my parcel has not arrived yet, could you please look where it is?';
  const rows: readonly (readonly [role: FieldRole, text: string, name?: string])[] = [
    ['search', 'shoes', 'q'],
    ['search', 'shoes', 'filter[query]'],
    ['prose', long],
    ['markup', `<p>${long}</p><p><b>Thanks</b></p>`],
    ['code', `See:\n\`\`\`\nselect name from users;\n\`\`\`\n${long}`],
    ['code', `const a = 1;\nlet b = 2;\nif (a) {\n  b();\n}\nreturn a + b + a + b + a + b;`],
    ['url', 'https://shop.test/a', 'redirect_url'],
    ['file-name', 'news.html', 'template'],
    ['token', 'a8f5f167f44f4964e6c998dee827110c'],
    ['plain', "O'Neil"],
    ['secret', 'x', 'new_password'],
    [
      'code',
      'SELECT name, price\nFROM jugs\nORDER BY price DESC, name ASC, size ASC;',
      'snippet[code]',
    ],
    ['code', 'docker run --rm -v $(pwd):/app -w /app node:22 npm test; echo $? && exit', 'source'],
    ['prose', long, 'ticket%5Bbody%5D'],
    ['prose', long, 'txtMessage'],
    ['prose', long, 'body[0][value]'],
    // Texts in fields that are none for texts.
    ['plain', long, 'name'],
    ['plain', `3\n\`\`\`\na;\nb;\n\`\`\`\n${long}`, 'item_id'],
    ['plain', long, 'cmd'],
    // One indented line does not turn a text into code.
    ['prose', `${long}\n    x = 1\n${long}`],
  ];
  for (const [role, text, name] of rows) {
    it(`is ${role}: ${text.slice(0, 30)}`, () => assert.equal(roleOf(text, name), role));
  }

  it('is code for whole statements in members of documents that take statements', () => {
    const text = 'select * from auth.users;';
    const roles = ['query', 'args.sql', 'id'].map((name) =>
      fieldRole({ place: 'json', name, text, encoding: 'none' }, text),
    );
    assert.deepEqual(roles, ['code', 'code', 'plain']);
    assert.equal(roleOf(text, 'query'), 'search');
  });

  it('is plain for names', () => {
    assert.equal(
      fieldRole({ place: 'query', name: 'q', text: 'q', encoding: 'none', isName: true }, 'q'),
      'plain',
    );
  });
});
