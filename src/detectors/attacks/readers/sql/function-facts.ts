import { facts } from './facts.ts';

interface FunctionFact {
  readonly fact: number;
  readonly minimum: number;
  readonly maximum: number;
}

const any = Number.MAX_SAFE_INTEGER;

const rows: readonly (readonly [fact: number, minimum: number, maximum: number, names: string])[] =
  [
    [
      facts.delay,
      1,
      any,
      `sleep benchmark pg_sleep pg_sleep_for pg_sleep_until randomblob get_lock dbms_pipe.receive_message dbms_lock.sleep
    dbms_session.sleep master_pos_wait`,
    ],
    [
      facts.error,
      1,
      any,
      `extractvalue updatexml xmltype gtid_subset gtid_subtract json_keys name_const st_latfromgeohash st_pointfromgeohash
    ctxsys.drithsx.sn utl_inaddr.get_host_name utl_inaddr.get_host_address dbms_utility.sqlid_to_sqlhash
    ordsys.ord_dicom.getmappingxpath dbms_xdb_version.checkin`,
    ],
    [
      facts.file,
      1,
      any,
      `load_file load_extension writefile readfile pg_read_file pg_read_binary_file pg_ls_dir lo_import lo_export
    lo_from_bytea dblink_connect filetoclob sys_eval sys_exec openrowset opendatasource openquery httpuritype
    utl_http.request utl_file.fopen dbms_ldap.init dbms_java.runjava dbms_java_test.funcall query_to_xml
    database_to_xml dbms_xmlquery.getxml`,
    ],
    [
      facts.server,
      0,
      0,
      `version user current_user session_user system_user database schema current_database current_schema db_name
    user_name suser_sname suser_name host_name connection_id current_setting sqlite_version inet_server_addr`,
    ],
    [
      facts.server,
      1,
      1,
      'db_name user_name suser_sname serverproperty current_setting col_name object_name',
    ],
    [
      facts.extraction,
      1,
      any,
      `substring substr mid ascii ord unicode unhex hex lpad rpad conv strcmp instr locate length len char_length
    character_length bit_length octet_length group_concat concat_ws string_agg array_agg array_to_json xmlagg listagg
    wm_concat count aes_decrypt`,
    ],
    [facts.extraction, 2, 3, 'left right'],
    [facts.conditional, 2, 3, 'if iif'],
    [facts.conditional, 2, any, 'elt make_set'],
    [facts.assembled, 1, any, 'char chr nchar'],
  ];

/** By name: what a call with so many arguments does. */
export const functionFacts: ReadonlyMap<string, readonly FunctionFact[]> = Map.groupBy(
  rows.flatMap(([fact, minimum, maximum, names]) =>
    names.split(/\s+/).map((name) => ({ name, fact, minimum, maximum })),
  ),
  ({ name }) => name,
);

/** Read like columns, without parentheses. */
export const serverNames: ReadonlySet<string> = new Set(
  'current_user session_user system_user current_database current_schema'.split(' '),
);

/** Functions without arguments whose result does not depend on data. */
export const constantFunctions: ReadonlySet<string> = new Set(
  'pi now rand random sysdate getdate newid uuid curdate curtime'.split(' '),
);
