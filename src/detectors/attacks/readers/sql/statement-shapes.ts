/**
 * How statements other than queries begin. Small letters are words, `?` stands before an optional word; NAME is a name or
 * quoted name, VALUE any literal, variable or name. A shape ending in `.` is a whole statement in a few words: it counts
 * only after a separator, or as the whole text. One that ends in `..` is English, or code in other languages, as well.
 */
const shapes = `
alter database|table|user|login|system|session|role|procedure|function NAME add|set|drop|modify|rename|with|identified|column|owner|as|begin|change|enable|disable
attach database STRING
backup database|log NAME to
begin declare|try|goto
begin transaction|tran|work
call NAME ( ..
copy NAME to|from program|STRING|stdin|stdout
copy ( select
create ?or ?replace ?temporary ?temp ?global table|view|database|login|user|function|procedure|trigger|role|schema|index|extension|alias ?if ?not ?exists NAME (|as|with|for|identified|from|returns|like|on|select|cascade
dbcc NAME (
declare @ NAME|@|as
declare NAME varchar|nvarchar|int|char|text|cursor|varchar2|number|integer
delete ?low_priority ?quick ?ignore from NAME .
drop database|table|view|function|procedure|user|login|schema|index|trigger|role|extension|sequence|column ?if ?exists NAME .
exec|execute ( @
exec|execute ( VALUE ..
exec|execute @ =|VALUE
exec|execute immediate VALUE
exec|execute PROCEDURE
goto NAME ..
grant NAME ?privileges ?option on|to
handler NAME open|read
if ( not|exists|select
if ?not exists (
if VALUE = VALUE
insert ?ignore into NAME (|values|select|set
load data|xml ?low_priority ?concurrent ?local infile STRING
merge into NAME using
pragma NAME (|=
prepare NAME from
reconfigure ?with ?override ..
replace into NAME (|values|select
revoke NAME on|from
set @ =|:=
set NAME NAME = VALUE
set global|session NAME =
shutdown with nowait
shutdown ..
truncate table NAME .
update ?low_priority NAME set NAME =
waitfor delay|time STRING
while VALUE = VALUE begin
`;

/** How much there is of a statement, and so how certain it is that it is one. */
export type StatementLength = 'short' | 'medium' | 'long';

const lengths: Readonly<Record<string, StatementLength>> = { '..': 'short', '.': 'medium' };

export interface StatementShape {
  /** Each step lists the words and kinds that can stand there. */
  readonly steps: readonly { readonly choices: readonly string[]; readonly isOptional: boolean }[];
  readonly length: StatementLength;
}

/** By the first word. */
export const statementShapes: ReadonlyMap<string, readonly StatementShape[]> = Map.groupBy(
  shapes
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [first = '', ...rest] = line.split(' ');
      const length = lengths[rest.at(-1) ?? ''];
      const steps = (length === undefined ? rest : rest.slice(0, -1)).map((step) => ({
        choices: step.replace(/^\?/, '').split('|'),
        isOptional: step.startsWith('?'),
      }));
      return first.split('|').map((word) => ({ word, steps, length: length ?? 'long' }));
    }),
  ({ word }) => word,
);
