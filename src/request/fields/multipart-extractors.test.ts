import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseRequestFile } from '../../tools/request-file.ts';
import type { RequestRecord } from '../request-record.ts';
import { multipartExtractors } from './multipart-extractors.ts';

const head = 'POST / HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n';
const body = [
  '--b',
  'Content-Disposition: form-data; name="user"',
  '',
  'ada',
  '--b',
  'Content-Disposition: form-data; name="file"; name="user"; filename="a.php"',
  'Content-Type: image/png',
  'Content-Transfer-Encoding: binary',
  '',
  '<?php',
  '--b--',
].join('\r\n');

function all(request: RequestRecord): Record<string, unknown> {
  const entries = Object.entries(multipartExtractors);
  return Object.fromEntries(entries.map(([name, extract]) => [name, extract(request)]));
}

describe('multipart fields', () => {
  it('contain every part', () => {
    assert.deepEqual(all(parseRequestFile(head + body)), {
      'http.request.body.multipart': new Map([
        ['user', ['ada', '<?php']],
        ['file', ['<?php']],
      ]),
      'http.request.body.multipart.values': ['ada', '<?php'],
      'http.request.body.multipart.names': [['user'], ['file', 'user']],
      'http.request.body.multipart.filenames': [[], ['a.php']],
      'http.request.body.multipart.content_types': [[], ['image/png']],
      'http.request.body.multipart.content_dispositions': [
        ['form-data; name="user"'],
        ['form-data; name="file"; name="user"; filename="a.php"'],
      ],
      'http.request.body.multipart.content_transfer_encodings': [[], ['binary']],
    });
  });

  it('contain every part of a form without an end', () => {
    const unended = all(parseRequestFile(head + body.replace('\r\n--b--', '')));
    assert.deepEqual(unended, all(parseRequestFile(head + body)));
  });

  it('contain decoded parts in the reading that decodes them', () => {
    const encoded = body.replace('binary', 'base64').replace('<?php', 'PD9waHA=');
    const request = parseRequestFile(head + encoded);
    const values = (decodesParts: boolean) =>
      multipartExtractors['http.request.body.multipart.values']?.({ ...request, decodesParts });
    assert.deepEqual(values(false), ['ada', 'PD9waHA=']);
    assert.deepEqual(values(true), ['ada', '<?php']);
  });

  it('are empty when the body is of another kind', () => {
    const { 'http.request.body.multipart': map, ...lists } = all(
      parseRequestFile(`POST / HTTP/1.1\nContent-Type: text/plain\n\n${body}`),
    );
    assert.deepEqual(map, new Map());
    assert.deepEqual(new Set(Object.values(lists).map(String)), new Set(['']));
  });
});
