import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspectRequest } from '../inspect-request.ts';
import type { InspectedRequest, InspectedValue } from '../inspected-request.ts';

/** Beginnings of what the readers of files, addresses, documents, lines and uploads look for, repeated. */
const pieces = [
  '../',
  '..;/',
  '....//',
  '..\\',
  '/etc/',
  'php://',
  'file:',
  'a:$data',
  '.git/',
  '/(../',
  '\\\\',
  'http://10.',
  '//[',
  '@127.',
  'http://0x',
  'unix:|',
  'gopher://',
  '#@10.',
  '<!ENTITY ',
  '<!ENTITY a "&b;',
  '<!DOCTYPE a ',
  '<xsl:a document(',
  '<?xml-stylesheet ',
  '<a "',
  'w3.org/2001/XInclude<include ',
  '\r\nset-cookie:',
  '\nbcc:a@',
  '\n',
  '\r\n.\r\n',
  '\nhttp/1.1 ',
  'x.oast.fun',
  'sqlmap',
  '<?=',
  '<?php',
  '<script',
  '<%',
  'PK\x03\x04',
  '%2e',
  '%25',
  '\xc0\xaf',
  '\xef\xbc\x9c',
  '+ADw-',
  'a\0',
  '/.;',
  '{"a":',
  '["',
  "{'",
  's:1:"',
  'a=b&',
  '```\n<svg onload=alert(1)>',
  '[code]\n',
  "'}) match (a) ",
  ';$a=b;$a(',
  ';x=y;$x$y ',
  '<img src="//a',
  '$=~[];',
  'new Image().src="//a"+',
  ' ',
];
const LENGTH = 60_000;

const request = (value: Partial<InspectedValue>, text: string): InspectedRequest => ({
  method: 'PUT',
  version: 'HTTP/1.1',
  values: [{ place: 'query', name: 'name', encoding: 'none', ...value, text }],
  gaps: [],
});

const stepsFor = (piece: string, length: number, value: Partial<InspectedValue>): number =>
  inspectRequest(request(value, piece.repeat(length / piece.length)), 1e9).steps;

describe('the work for hostile values', () => {
  for (const value of [
    {},
    { place: 'path', encoding: 'percent' },
    { place: 'file', fileName: 'a.png' },
  ] as const) {
    it(`grows with their length in ${JSON.stringify(value)}`, () => {
      for (const piece of pieces) {
        const one = stepsFor(piece, LENGTH, value);
        const two = stepsFor(piece, 2 * LENGTH, value);
        assert.ok(two <= 2.2 * one + LENGTH, `${JSON.stringify(piece)}: ${one}, ${two}`);
        assert.ok(two <= 400 * LENGTH, `${JSON.stringify(piece)}: ${two}`);
      }
    });
  }
});
