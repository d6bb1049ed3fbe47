import { formMessage, getMessage } from '../message.ts';
import type { TechniqueFamily } from '../technique.ts';

export const webshellTechniques: TechniqueFamily = {
  about: 'a program that an attacker has left on the server',
  places: [],
  fields: [],
  techniques: {
    'known names': {
      does: 'Asks for a web shell by its known name',
      needs: 'a compromised server',
      requests: () =>
        [
          '/c99.php',
          '/r57.php',
          '/uploads/wso.php',
          '/b374k.php',
          '/images/c99shell.php',
          '/shell.php?cmd=id',
          '/cmd.jsp?cmd=whoami',
          '/alfa.php',
          '/wp-content/uploads/2026/shell.php?cmd=ls',
          '/weevely.php',
          '/cmdasp.aspx',
          '/aspxspy.aspx',
        ].map((target) => getMessage(target)),
    },
    'command in an argument': {
      does: 'Gives a command to a program in a folder of uploads',
      needs: 'a compromised server',
      requests: () => [
        getMessage('/uploads/avatar_17.php?c=id'),
        getMessage('/wp-content/uploads/2026/03/q.php?0=system&1=id'),
        getMessage('/images/up.php?cmd=cat+/etc/passwd'),
        getMessage('/tmp/x.jsp?pwd=023&i=whoami'),
        getMessage('/files/a.aspx?cmd=net+user'),
        formMessage('/uploads/q.php', { cmd: 'uname -a' }),
        formMessage('/wp-content/plugins/akismet/q.php', {
          act: 'ls',
          d: '/var/www/',
          cmd: 'id',
          submit: 'Execute',
        }),
      ],
    },
    'code in a field': {
      does: 'Sends code that a one-line shell runs',
      needs: 'a compromised server',
      requests: () => [
        formMessage('/uploads/1.php', {
          pass: "@ini_set('display_errors','0');echo('->|');system('id');echo('|<-');die();",
        }),
        formMessage('/q.php', {
          z0: 'QGV2YWwoJF9QT1NUWydhJ10pOw==',
          a: '@eval(base64_decode($_POST[z0]));',
        }),
        formMessage('/q.aspx', {
          pass: 'Response.Write("->|");var c=new System.Diagnostics.ProcessStartInfo("cmd.exe");',
        }),
        formMessage('/q.asp', { c: 'Execute("On Error Resume Next:Response.Write(""->|"")")' }),
        formMessage('/wp-includes/q.php', { p1: 'print(md5(7));', a: 'Php', charset: 'UTF-8' }),
        formMessage('/1.php', {
          ant: '@ini_set("display_errors","0");@set_time_limit(0);function asenc($out){return $out;}echo asenc("x");',
        }),
      ],
    },
  },
};
