/** What a command needs besides its name before a text counts as a call of it. */
export type CommandNeed =
  /** Complete without arguments; options and paths may follow. */
  | 'nothing'
  | 'path'
  | 'host'
  | 'number'
  /** Code, a script, an option; or it reads the output of another command. */
  | 'program'
  /** An option or a subcommand. */
  | 'option'
  /** Any text: it prints its arguments. */
  | 'text';

export interface Command {
  readonly need: CommandNeed;
  /** Whether the name is also a word of prose, of field lists or of program code. */
  readonly isWord: boolean;
}

const namesByNeed: Readonly<Record<CommandNeed, string>> = {
  nothing: `whoami uname ifconfig ipconfig netstat pwd ls printenv tasklist systeminfo lsof lscpu lsblk lsb_release
    groups uptime getent hostid ss arp vmstat pstree whoami.exe phpversion quser getmac logname nproc lsmod
    id ps who env hostname dir set date df du free top users ver finger mount arch history locale jobs last`,
  path: `cd tac xxd hexdump egrep fgrep zcat bzcat zgrep readlink realpath lsattr rmdir chown chmod chgrp unzip gunzip tee
    mkdir mkfifo mknod basename dirname shred truncate rev base64 base32 md5sum sha1sum sha256sum dos2unix getfacl
    cat head tail more less type nl od strings cut sort uniq wc grep sed find awk gawk cp mv rm ln touch dd tar zip gzip
    stat file test diff split paste copy del move ren md rd attrib install`,
  host: `curl wget nc ncat netcat nslookup telnet tftp ssh scp sftp rsync socat traceroute tracepath tracert nmap
    axel aria2c lynx links w3m lwp-download fetch ping ping6 dig host ftp whois route`,
  number: 'sleep usleep timeout',
  program: `bash sh zsh dash ksh csh tcsh ash rbash python python2 python3 perl ruby php php5 php7 php8 lua luajit node
    nodejs java javac gcc cc jshell groovy osascript powershell powershell.exe pwsh cmd cmd.exe cscript wscript expect
    tclsh irb ghc go vim vi ed emacs nano gdb strace sqlite3 mysql psql redis-cli msfvenom busybox xargs su sudo eval
    exec source open start call at batch crontab docker kubectl git pip pip3 npm gem composer script screen tmux`,
  option: `kill killall pkill reboot shutdown halt poweroff useradd userdel usermod adduser passwd groupadd systemctl
    service iptables ufw firewall-cmd sysctl modprobe insmod umount apt apt-get yum dnf apk pacman brew dpkg rpm net net1
    reg sc wmic schtasks netsh certutil bitsadmin mshta rundll32 regsvr32 icacls cacls takeown vssadmin bcdedit forfiles
    taskkill whoami.com openssl gpg sendmail mail logger export tcpdump unset alias ulimit umask chroot nohup setsid`,
  text: 'echo printf expr print',
};

const words = new Set(
  `cd id ps who env hostname dir set date df du free top users ver finger mount arch history locale jobs last groups ls ss
  cat head tail more less type nl od strings cut sort uniq wc find cp mv rm ln touch dd tar zip stat file test diff split
  paste copy del move ren md rd install tee host ping dig fetch links route sleep timeout node java go ed vi open start
  call at batch source exec eval git su script screen expect lua ruby php python perl kill halt service net reg sc mail
  logger export alias print make`.split(/\s+/),
);

const table: ReadonlyMap<string, Command> = new Map(
  Object.entries(namesByNeed).flatMap(([need, names]) =>
    names
      .split(/\s+/)
      .map((name) => [name, { need: need as CommandNeed, isWord: words.has(name) }] as const),
  ),
);

/** Programs that run the command in their arguments. */
const prefixes = new Set(
  'sudo env nohup exec command busybox xargs time nice setsid then do else builtin stdbuf eval doas if while call start'.split(
    ' ',
  ),
);

export const commandNames: readonly string[] = [...table.keys()];

export const isPrefixCommand = (name: string): boolean => prefixes.has(name);

/** Names of Windows, which ignores the case of letters. Elsewhere `Who` is no command. */
const windowsNames = new Set(
  `whoami ipconfig systeminfo tasklist netstat ping nslookup tracert powershell pwsh cmd certutil bitsadmin mshta rundll32
  regsvr32 wmic schtasks netsh icacls takeown cscript wscript curl`.split(/\s+/),
);

/** `name` is in lower case, `written` as in the text. */
export function commandOf(name: string, written: string): Command | undefined {
  const command = table.get(name);
  return command && (!/[A-Z]/.test(written) || windowsNames.has(name)) ? command : undefined;
}
