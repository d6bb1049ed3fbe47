/** What a function of PHP does for an attacker. */
export type FunctionEffect =
  | 'command'
  | 'code'
  | 'callback'
  | 'file'
  | 'decode'
  | 'information'
  | 'output';

const namesByEffect: Readonly<Record<FunctionEffect, string>> = {
  command: 'system exec passthru shell_exec popen proc_open pcntl_exec mb_send_mail',
  code: 'eval assert create_function unserialize include include_once require require_once dl',
  callback: `call_user_func call_user_func_array array_map array_walk array_filter array_reduce usort uasort uksort
    preg_replace preg_replace_callback forward_static_call register_shutdown_function register_tick_function
    iterator_apply ob_start invokeargs mb_ereg_replace spl_autoload_register set_error_handler reflectionfunction`,
  file: `file_get_contents file_put_contents fopen fwrite fputs readfile highlight_file show_source scandir opendir
    unlink move_uploaded_file parse_ini_file curl_exec symlink chmod mkdir rename copy glob`,
  decode:
    'base64_decode gzinflate gzuncompress gzdecode str_rot13 hex2bin convert_uudecode strrev chr pack rawurldecode',
  information: `phpinfo phpversion php_uname php_sapi_name getcwd get_current_user getenv ini_get ini_set sys_getloadavg
    get_defined_vars get_defined_functions disk_free_space posix_getpwuid posix_getuid phpcredits getmypid set_time_limit`,
  output: 'print print_r var_dump var_export echo die exit printf md5',
};

/** Names that other languages have too, so that they say nothing about PHP by themselves. */
const shared = new Set(
  'system exec eval assert popen include require unlink copy rename glob mkdir chmod fopen fwrite print die exit printf md5 echo chr pack getenv'.split(
    ' ',
  ),
);

const effects: ReadonlyMap<string, FunctionEffect> = new Map(
  Object.entries(namesByEffect).flatMap(([effect, names]) =>
    names.split(/\s+/).map((name) => [name, effect as FunctionEffect] as const),
  ),
);

export const effectOf = (name: string): FunctionEffect | undefined =>
  effects.get(name.toLowerCase());

export const isShared = (name: string): boolean => shared.has(name.toLowerCase());

const SHORT = 6;
const names = [...effects.keys()];

/** Names that are rare in other texts. */
export const longNames: readonly string[] = names.filter(
  (name) => name.length >= SHORT && !shared.has(name),
);

/** The beginnings of calls of all the others. */
export const shortCalls: readonly string[] = names
  .filter((name) => name.length < SHORT || shared.has(name))
  .flatMap((name) => [`${name}(`, `${name} (`, `${name}/*`, `${name}\t(`, `${name}\n(`]);
