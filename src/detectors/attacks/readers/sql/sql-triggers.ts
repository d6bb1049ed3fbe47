import type { ReaderTrigger } from '../../attack-reader.ts';

const digits = [...'0123456789'];
/** White space, and what can stand in its place between words. */
const blanks = [...'\t\n\v\f\r\0\xa0+', '/*'];
const logic = ['and', 'or', 'xor'];

const pairs = (firsts: readonly string[], seconds: readonly string[]): string[] =>
  firsts.flatMap((first) => seconds.map((second) => first + second));

/** Words that are rare in values with any of the signs that a query needs. */
const queryWords = [
  ...pairs(['select'], [...blanks, ...' (*\'"@-.!`{\\', ...digits]),
  ...pairs(['order', 'group'], [' by', ...blanks]),
  ...pairs(['limit'], [...blanks, ...digits.map((digit) => ` ${digit}`)]),
  ...['union', 'having', 'outfile', 'dumpfile', 'procedure'],
];

/** The first words of statements, with what follows them. */
const statementStarts: Readonly<Record<string, string>> = {
  alter: 'database table user login system session role procedure function',
  attach: 'database',
  backup: 'database log',
  begin: 'declare try goto tran',
  create: 'database table view user login function procedure trigger role schema index or temp',
  delete: 'from low_priority quick ignore',
  drop: 'database table view function procedure user login schema index trigger role column',
  insert: 'into ignore',
  load: 'data xml',
  merge: 'into',
  replace: 'into',
  truncate: 'table',
};

const statements = [
  ...Object.entries(statementStarts).flatMap(([first, seconds]) => [
    ...seconds.split(' ').map((second) => `${first} ${second}`),
    ...blanks.map((blank) => first + blank),
  ]),
  ...pairs(
    [
      'exec',
      'execute',
      'declare',
      'waitfor',
      'goto',
      'grant',
      'revoke',
      'pragma',
      'dbcc',
      'prepare',
      'copy',
    ],
    [' ', ...blanks],
  ),
  ...pairs([';', '; '], ['call', 'handler', 'use', 'set', 'if', 'while', 'update']),
  ...['exec(', 'set @', 'update ', 'if exists', 'if not', 'shutdown', 'reconfigure'],
];

/** Functions, procedures and names that are signs by themselves. */
const names = [
  'sleep',
  'benchmark',
  'randomblob',
  'get_lock',
  'extractvalue',
  'updatexml',
  'xmltype',
  'gtid_',
  'json_keys',
  'name_const',
  'dbms_',
  'utl_',
  'ctxsys',
  'load_file',
  'xp_',
  'sp_oa',
  'pg_sleep',
  'pg_read',
  'pg_ls',
  'pg_catalog',
  'lo_import',
  'lo_export',
  'openrowset',
  'filetoclob',
  'is null',
  'is not null',
  'information_schema',
  'sysobjects',
  'sqlite_',
  '@@version',
  '@@hostname',
  '@@basedir',
  '@@datadir',
  '@@global',
  '@@servername',
  'substr',
  'ascii(',
  'ascii (',
  'ord(',
  'version()',
  'user()',
  'database()',
  'current_user',
  'db_name',
  '/*!',
  'iif(',
  'elt(',
  'length(',
  'chr(',
  'char(',
  ...pairs(['case'], [' when', ...blanks, '(', ...digits.map((digit) => ` ${digit}`)]),
];

export const sqlTriggers: readonly ReaderTrigger[] = [
  { words: queryWords, with: '\'"`(*=@;,+/)0' },
  { words: statements, with: '\'"`(*=@;' },
  { words: ['drop table', 'drop database', ...names] },
  // A logical word after a blank, an operand or a quote.
  { words: pairs([...' )\'"`|&!', ...blanks, '*/'], logic), with: '=<>#' },
  // Base64 has logical words between digits, and signs of comparison.
  { words: pairs(pairs(digits, logic), [' ', '(', "'", '"', '/*']), with: '=<>#' },
  { words: pairs(['or ', 'and '], digits), with: '=<>#' },
  { words: pairs(pairs(["'", '"', "')", '")'], ['', ' ']), logic) },
  { words: [' or 1', ' or true', ' or not ', '\tor\t', '\nor\n', '+or+'], with: '0' },
  { words: pairs([...'*+-/%^|'], ['if(']), with: '0' },
  { words: pairs(digits, [' like', ' between', ' in(', ' in (']) },
  { words: pairs([' ', ')', ...'\'"'], ['||', '&&']), with: '\'"(=' },
  { words: pairs(['||', '&&'], [...' (\'"']), with: '\'"(=' },
  { words: pairs(pairs(digits, ['||', '&&']), digits), with: '=' },
  { words: ["'"], with: '=<>|&+-*/%^~!#' },
  { words: ['rlike', 'regexp', 'xor', 'not like', 'sounds like'], with: "'" },
  // Not all operators: calculations between double quotes are data more often.
  { words: pairs(['"'], [...'=<|&^~!)']) },
  { words: pairs([...digits, ...' )\'"'], ['--', '/*']) },
  { words: [...pairs([...')\'"'], ['#']), 'true--', 'null--', 'false--'] },
];
