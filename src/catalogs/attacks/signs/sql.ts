import type { SignEntry } from '../sign-entry.ts';

export const sqlSigns = {
  'sql-union': {
    means: 'a UNION SELECT that adds the rows of another query',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        '7 union select 1,2,3',
        "mug' UNION ALL SELECT name, price FROM stock -- ",
        '7e0union(select(1),2)',
        '7/**/uNiOn/*!40000select*/1',
      ],
      other: ['the european union select committee', 'Union Street; select a shop, then pay'],
    },
  },
  'sql-subquery': {
    means: 'a query within an expression',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        '(select price from stock limit 1)',
        "mug'||(select version())||'",
        '7-(select count(*) from stock)',
      ],
      other: ['(select all that apply)', 'colours (select one from the list)'],
    },
  },
  'sql-query': {
    means: 'a query of its own',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: ['select name from stock where price = 9', '7; select * from stock'],
      other: ['select the best option from the list', 'Select your country from the menu'],
    },
  },
  'sql-statement': {
    means: 'a statement that changes data or structures, or runs code',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        '7; drop table stock',
        "mug'; insert into stock values (1) -- ",
        'declare @a varchar(99) set @a = 0x41',
        "7 exec master..xp_dirtree '/'",
      ],
      other: ['please drop table 4 from the plan', 'Update your profile and set a new password'],
    },
  },
  'sql-tautology': {
    means: 'a comparison of constants in a condition',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: ['7 or 4=4', "mug' and 'b'='b", '7) or (3 like 3', '" or 2>1 -- '],
      other: ['2 or 3 bedrooms', 'size = 4 and colour = red'],
    },
  },
  'sql-condition': {
    means: 'a condition that the value adds to a statement',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: ["mug' or price is not null -- ", "mug' and price like '%", "mug' or true#"],
      other: ["dogs' and cats' food", "rock 'n' roll or jazz"],
    },
  },
  'sql-break-out': {
    means: 'a quote or parenthesis that ends a literal of the statement',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: ["mug' or 4=4 -- ", "a'+'b", '7)) or ((4=4'],
      other: ["O'Neil and sons", '7" x 5" or 8" frame', "it's (not) mine"],
    },
  },
  'sql-clause': {
    means: 'ORDER BY, GROUP BY, HAVING, LIMIT or a similar clause after a value',
    severity: 'warning',
    paranoia: 1,
    samples: {
      matching: ['7 order by 12 -- ', "mug' group by 1,2 -- ", '7 having 4=4'],
      other: ['project = shop order by created', '9 by order of the management'],
    },
  },
  'sql-delay': {
    means: 'a function that makes the database wait',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: ['7 and sleep(9)', "mug'; waitfor delay '0:0:9' -- ", "mug'||pg_sleep(9)||'"],
      other: ['8 hours of sleep (each night)', 'a delay of 5 minutes'],
    },
  },
  'sql-error': {
    means: 'a function that puts data into an error message',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        '7 and extractvalue(1,concat(0x5c,user()))',
        "mug' and 1=cast((select name from stock) as int) -- ",
      ],
      other: ['cast (in order of appearance)', 'convert(eur, usd)'],
    },
  },
  'sql-file': {
    means: 'a function or clause that reaches files, commands or hosts',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        "7 union select load_file('/srv/a')",
        "mug' into outfile '/srv/b' -- ",
        "7;exec xp_dirtree '//a/b'",
      ],
      other: ['load file into outfile viewer', 'xp_points and level'],
    },
  },
  'sql-blind': {
    means: 'a function that reveals data by single characters or by conditions',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [
        '7 and ascii(substring(name,1,1))>64',
        "mug' and length(name)=4 -- ",
        '(case when 4=4 then 1 else 0 end)',
      ],
      other: ['case when it rains', 'length (cm) and width = 30'],
    },
  },
  'sql-schema': {
    means: 'the name of a system table, or data of the server',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [
        '7 union select table_name from information_schema.tables',
        '7 or @@version=1',
        "mug' and user()='a",
      ],
      other: ['user() is a function', 'version (2.0)'],
    },
  },
  'sql-comment': {
    means: 'a comment that cuts off the rest of the statement',
    severity: 'warning',
    paranoia: 1,
    samples: {
      matching: ["root'--", "mug') or 4=4 #", '7 order by 3/*'],
      other: ['see you soon -- Ann', 'track #4', 'all of */*'],
    },
  },
  'sql-obfuscation': {
    means: 'comments between words, executed comments, or text assembled from codes',
    severity: 'warning',
    paranoia: 1,
    samples: {
      matching: ['7/**/or/**/4=4', '7 /*!50000union*/ select 1', 'chr(65)||chr(66)'],
      other: ['a /* note */ for you', 'char(4)'],
    },
  },
} as const satisfies Record<string, SignEntry>;
