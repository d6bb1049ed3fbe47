import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import type { ReadContext } from '../../attack-reader.ts';

/** A device of the shell that is a connection. */
const DEVICE = /\/dev\/(?:tcp|udp)\/[\w.$%{}:[\]-]{1,64}\/[\w$%{}]{1,16}/;
/** `nc` that runs a program for the connection. */
const CONNECTED_PROGRAM =
  /\b(?:nc|ncat|netcat|nc\.\w{1,12})\b[^;|\n]{0,100}\s-{1,2}\w{0,8}(?:e|c|exec)\s{1,4}[^\s;|]{0,40}(?:sh|cmd|cmd\.exe|powershell)\b/;
const SOCKETS =
  /\bsocket\.socket\s?\(|\buse\s+Socket\b|\bIO::Socket|\b[fp]sockopen\s?\(|\bTCPSocket\b|\bnew\s+(?:java\.net\.)?Socket\s?\(|\bnet\.(?:Socket|connect)\s?\(|\bnew-object\s+(?:system\.)?net\.sockets|\bsocat\b|\bmkfifo\b|\bmknod\b/i;
const PROGRAMS =
  /\bdup2\s?\(|\bpty\.spawn\b|\/bin\/(?:ba|z|da|k)?sh\b|\bproc_open\b|\bcmd\.exe\b|\bopen\s?\(\s?STD(?:IN|OUT)|\bexec:|\biex\b|\|\s?(?:sh|bash)\b/i;

/** A connection to another host whose other end is a shell. */
export function readReverseShell(text: string, { role, value, report }: ReadContext): void {
  const isShown =
    role === 'prose' || role === 'markup' || role === 'code' || value.place === 'file';
  const strength: Strength = isShown ? 'likely' : 'clear';
  for (const pattern of [DEVICE, CONNECTED_PROGRAM]) {
    const match = pattern.exec(text);
    if (match) report('shell-reverse', strength, match.index, match.index + match[0].length);
  }
  const socket = SOCKETS.exec(text);
  const program = socket && PROGRAMS.exec(text);
  if (!socket || !program) return;
  const start = Math.min(socket.index, program.index);
  const end = Math.max(socket.index + socket[0].length, program.index + program[0].length);
  report('shell-reverse', isShown ? 'weak' : 'clear', start, end);
}
