const schemas: ReadonlySet<string> = new Set(
  `information_schema mysql performance_schema pg_catalog sys sysibm syscat syscolumns master msdb tempdb rdb$database`
    .trim()
    .split(/\s+/),
);

const tables: ReadonlySet<string> = new Set(
  `dual sysobjects sysusers syscolumns sysdatabases syslogins all_tables all_users all_tab_columns user_tables
  user_tab_columns user_users dba_users dba_tables sqlite_master sqlite_schema pg_shadow pg_user pg_tables pg_database
  pg_class pg_stat_user_tables msysobjects msysaccessobjects rdb$relations rdb$database v$version v$instance`
    .trim()
    .split(/\s+/),
);

/** Whether a name is that of a system table, or is qualified by the name of a system schema. */
export function isSchemaName(name: string): boolean {
  if (name.length < 3) return false;
  const dot = name.indexOf('.');
  return (
    tables.has(name) ||
    (dot !== -1 && schemas.has(name.slice(0, dot))) ||
    name === 'information_schema'
  );
}

const credentials =
  /(?:^|[._])(?:users?|passw(?:or)?d|passwd|pwd|pass|admins?|members?|accounts?|logins?|credit_?cards?|customers?)(?:$|[._])/;

/** Whether a name is typical of tables and columns that attackers ask for. */
export const isCredentialName = (name: string): boolean => credentials.test(name);

const procedures =
  /\b(?:xp_(?:cmdshell|dirtree|fileexist|subdirs|reg\w+|availablemedia)|sp_oa\w+|sp_(?:add_job|makewebtask|addsrvrolemember))\b/i;

/** Whether a stored procedure that runs commands or reaches files and hosts is named. */
export const namesCommandProcedure = (text: string): boolean => procedures.test(text);

const variables: ReadonlySet<string> = new Set(
  `version hostname basedir datadir servername servicename language spid tmpdir port socket plugin_dir secure_file_priv
  version_compile_os version_compile_machine version_comment max_connections identity rowcount trancount`
    .trim()
    .split(/\s+/),
);

/** Whether a name in the form of a system variable (`@@version`) is one. */
export const isServerVariable = (name: string): boolean =>
  name.startsWith('@@') && variables.has(name.replace(/^@@(?:global\.|session\.|local\.)?/, ''));
