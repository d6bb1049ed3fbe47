import type { SignEntry } from '../sign-entry.ts';

const get = (target: string) => ({
  method: 'GET',
  target,
  headers: { host: 'shop.test' },
  body: '',
});

export const webshellSigns = {
  'webshell-known-file': {
    means: 'the file name of a known web shell',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [get('/img/c99.php'), get('/r57shell.php?x=1')],
      other: [get('/ice.html'), get('/shop.php')],
    },
  },
  'webshell-uploaded-script': {
    means: 'a script in a folder of uploads, or under the name of an image there',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [get('/uploads/2024/me.phtml.png'), get('/wp-content/uploads/2024/01/a.php')],
      other: [get('/uploads/me.png'), get('/upload/index.php')],
    },
  },
  'webshell-command': {
    means: 'a command line in a field that web shells read',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        get('/a.php?cmd=id'),
        get('/x.jsp?cmd=cat+/var/log/syslog'),
        get('/?exec=uname+-a'),
      ],
      other: [
        get('/connector.php?cmd=ls'),
        get('/?cmd=open&target=l1'),
        get('/?c=news'),
        get('/a.php?command=save'),
      ],
    },
  },
  'webshell-code': {
    means: 'a script that runs what requests say',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        '<?php eval($_POST["a"]);',
        '<%Runtime.getRuntime().exec(request.getParameter("a"));%>',
        '<%eval request("a")%>',
      ],
      other: ['<?php echo $_GET["a"];', 'request.getParameter("a")', 'eval(a)'],
    },
  },
} as const satisfies Record<string, SignEntry>;
