import type { AttackReader, ReadContext } from '../../attack-reader.ts';

/** What runs a command or code. */
const RUNS =
  /\b(?:system|exec|passthru|shell_exec|eval|assert|popen|proc_open|create_function|call_user_func|execute|getRuntime\s?\(\s?\)\s?\.exec|ProcessBuilder|Process\.Start|Invoke|defineClass|WScript\.Shell)\s{0,4}[("$@]|`\s?\$_|\)\s?\(\s?\$_/i;
/** What a request says, in PHP, JSP and ASP. */
const REQUEST =
  /\$\{?['"]?_(?:GET|POST|REQUEST|COOKIE|SERVER|FILES)\b|\brequest\s?\.\s?(?:getParameter|getHeader|getInputStream|getReader|Item|Form|QueryString|BinaryRead)\b|\brequest\s?[([]\s?["'\w]|php:\/\/input/i;
const DISTANCE = 400;

/** What clients of shells on ASP.NET send to be run. */
const PROCESS =
  /\bnew\s+System\.Diagnostics\.Process(?:StartInfo)?\s?\(|\bSystem\.Diagnostics\.Process\.Start\s?\(/;

function readProcess(text: string, role: ReadContext['role'], report: ReadContext['report']): void {
  const found = PROCESS.exec(text);
  if (!found) return;
  const isPlain = role === 'plain' || role === 'secret';
  report('webshell-code', isPlain ? 'likely' : 'weak', found.index, found.index + found[0].length);
}

/** Reads a value, or a file, as a script that runs what requests say. */
export const webshellCodeReader: AttackReader = {
  name: 'webshell',
  readsBinary: true,
  triggers: [
    {
      words: [
        '$_get',
        '$_post',
        '$_request',
        '$_cookie',
        '$_server',
        '$_files',
        '_get',
        '_post',
        'php://input',
      ],
      with: '(`',
    },
    {
      words: [
        'getparameter',
        'getheader',
        'getinputstream',
        'request.item',
        'request.form',
        'request.querystring',
      ],
      with: '(',
    },
    {
      words: [
        'eval request',
        'execute request',
        'eval(request',
        'system.diagnostics.process',
        'execute(request',
        'execute request(',
        'request("',
        "request('",
        'request[',
      ],
    },
  ],
  read(text, { role, value, budget, report }) {
    readProcess(text, role, report);
    const isFile = value.place === 'file' && value.isName !== true;
    const isQuoted = role === 'prose' || role === 'markup' || (role === 'code' && !isFile);
    if (!budget.take(text.length)) return;
    const request = REQUEST.exec(text);
    if (!request) return;
    const start = Math.max(0, request.index - DISTANCE);
    const around = text.slice(start, request.index + DISTANCE);
    const runs = RUNS.exec(around) ?? /\b(?:eval|execute)\s+request\b/i.exec(around);
    if (!runs) return;
    const isScript = /<[?%]|^\s*\$|^GIF8|runat\s?=|\bpublic\s+class\b|;\s*$/i.test(text) || !isFile;
    if (!isScript) return;
    report(
      'webshell-code',
      isQuoted ? 'weak' : 'clear',
      start + runs.index,
      start + runs.index + runs[0].length,
    );
  },
};
