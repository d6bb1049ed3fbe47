import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { families } from '../features/features.ts';
import { networkSinks } from '../flow/sinks.ts';
import { taint } from '../flow/taint.ts';
import { dumpScript } from './dump-script.ts';

/** Each file contains a script, a line of dashes and the dump of the script. */
const folder = join(import.meta.dirname, 'golden');
const SEPARATOR = '\n----------\n';
const FILES = 22;

/** `UPDATE_GOLDEN=1` writes the current dumps into the files. Review the difference before you commit it. */
const isUpdate = process.env['UPDATE_GOLDEN'] === '1';

const files = readdirSync(folder).sort();
const dumps = files.map((name) => {
  const file = join(folder, name);
  const [script = '', expected] = readFileSync(file, 'utf8').split(SEPARATOR);
  const dump = dumpScript(script);
  if (isUpdate) writeFileSync(file, `${script}${SEPARATOR}${dump}`);
  return { name, dump, expected: isUpdate ? dump : expected };
});

describe('dump of a script', () => {
  for (const { name, dump, expected } of dumps) {
    it(`of ${name} equals the golden file`, () => assert.equal(dump, expected));
  }

  it('is compared for every file', () => assert.equal(dumps.length, FILES));

  const all = dumps.map(({ dump }) => dump).join('\n');
  const covered: Readonly<Record<string, readonly string[]>> = {
    sinks: [...Object.keys(networkSinks).map((sink) => `${sink} to `), 'code <-', 'markup <-'],
    'kinds of data': Object.keys(taint),
    hosts: ['own', 'foreign', 'unknown', 'hidden'].map((target) => `to ${target} host`),
    families: families.map((family) => `${family}/`),
    layers: ['layer 1', 'layer 2'],
  };
  for (const [what, words] of Object.entries(covered)) {
    it(`covers all ${what} in golden files`, () => {
      for (const word of words) assert.ok(new RegExp(`\\b${word}`).test(all), word);
    });
  }
});
