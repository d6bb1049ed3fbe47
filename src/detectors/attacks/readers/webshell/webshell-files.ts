/** File names that web shells are known by and that applications do not use. Without the ending. */
const shells = new Set(
  `c99 c99shell r57 r57shell b374k wso wso25 wso2 wsoshell alfa alfacgiapi alfashell indoxploit idx_shell marijuana
  weevely antichat devilzshell egyspider gifimg jspspy jspwebshell aspxspy aspydrv cmdasp cmdjsp cmdaspx phpspy
  webshell web-shell backdoor tomcatwar simattacker simple-backdoor php-backdoor qsd-php-backdoor php-reverse-shell
  mini-shell minishell bypass403 cmdshell shell1 shell2 angelshell caidao ice antsword behinder godzilla chopper
  locus7s predator safe0ver stressbypass x0rg zaco dhanush fatalshell kacak lolipop mysql_shell nst r00t`.split(
    /\s+/,
  ),
);

const SCRIPT = /\/([\w.-]{1,40})\.(?:php\d?|phtml|phar|jspx?|aspx?|ashx|cgi|pl|cfm)(?:$|[/;?])/i;
/** A script under the name of an image, or in the folder of uploads of an application that keeps no scripts there. */
const UPLOADED =
  /\/(?:[\w.-]{0,60}uploads?|uploadfiles?|avatars?|attachments?)\/(?:[\w.-]{1,60}\/){0,6}[\w.-]{1,60}\.(?:php\d?|phtml|phar|jspx?|aspx?|ashx)(?:[.;%][\w.;]{1,12})$|\/wp-content\/uploads\/(?:[\w.-]{1,60}\/){0,6}[\w.-]{1,60}\.(?:php\d?|phtml|phar)$/i;

/** Folders of files that visitors or programs leave. */
const WRITTEN = /\/(?:uploads?|tmp|temp|avatars?|attachments?|images?|media|files|cache)\//i;

/** Whether a script stands in a folder for other files. */
export const isLeftScript = (path: string): boolean => WRITTEN.test(path) && SCRIPT.test(path);

export type ShellPath = 'known' | 'uploaded' | 'script';

/** Whether a path is that of a script, and of which kind. */
export function shellPath(path: string): ShellPath | undefined {
  const script = SCRIPT.exec(path);
  if (script && shells.has((script[1] ?? '').toLowerCase())) return 'known';
  if (UPLOADED.test(path)) return 'uploaded';
  return script ? 'script' : undefined;
}
