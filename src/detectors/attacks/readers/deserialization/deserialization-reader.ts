import type { AttackReader, ReadContext } from '../../attack-reader.ts';
import { gadgetIn, javaGadgets } from './gadget-classes.ts';
import { readPhpObjects } from './php-objects.ts';
import { isTextPickle, streamFormats } from './stream-formats.ts';
import { readTypeNames } from './type-names.ts';

/** Bytes of a stream that are searched for names of classes. */
const MAX_STREAM = 65_536;
const BASE64 = /^[A-Za-z0-9+/_-]{16,}={0,2}\s*$/;
const HEX_STREAM = /aced0005(?:[0-9a-f]{2})*/i;
const FUNCTION_MARK = '_$$ND_FUNC$$_';

/** Reads a value as serialised objects. */
export const deserializationReader: AttackReader = {
  name: 'deserialization',
  readsDocuments: true,
  readsBinary: true,
  triggers: [
    {
      words: [
        'ro0ab',
        'aced0005',
        '\xac\xed\x00\x05',
        'aaeaaad/////',
        '\x00\x01\x00\x00\x00\xff\xff\xff\xff',
        '/wew',
        '/wey',
      ],
    },
    { words: ['o:', 'c:'], with: '"' },
    { words: ['gasv', 'gaw', 'gan', 'gaj', 'gas', 'bah', '\x80\x04\x95', '\x80\x05\x95'] },
    {
      words: [
        'cos\n',
        'cposix\n',
        'csubprocess\n',
        'c__builtin__\n',
        'cbuiltins\n',
        'cnt\n',
        'csys\n',
        'cpty\n',
      ],
    },
    { words: ['subprocess.', 'os.system', 'posix.system', 'os.popen', 'builtins.', 'pty.spawn'] },
    { words: ['!!java', '!!com.', '!!org.', '!!python', '!!js', '!ruby/', '!<tag'] },
    { words: ['@type', '@class', 'objectdataprovider', 'clr-namespace', '_$$nd_func', 'system.'] },
    {
      words: [
        'java.',
        'javax.',
        'com.sun',
        'com.mchange',
        'com.mysql',
        'com.zaxxer',
        'com.alibaba',
        'com.caucho',
        'org.apache',
        'org.spring',
        'org.codehaus',
        'org.hibernate',
        'org.h2',
        'org.jboss',
        'org.mozilla',
        'org.python',
        'freemarker.',
        'groovy.',
        'ch.qos',
        'jdk.nashorn',
        'oracle.jdbc',
        'bsh.',
        'clojure.',
        'sun.r',
      ],
    },
  ],
  read(text, context) {
    const { value, role, report } = context;
    if (value.place === 'file' && value.isName !== true) return;
    const isQuoted = role === 'prose' || role === 'code' || role === 'markup';
    readStream(text, context);
    readPhpObjects(text, isQuoted, context);
    readTypeNames(text, isQuoted, context);
    const mark = text.indexOf(FUNCTION_MARK);
    if (mark !== -1) report('deserialization-node', isQuoted ? 'weak' : 'clear', mark, mark + 13);
    if (isTextPickle(text)) report('deserialization-python', isQuoted ? 'weak' : 'clear', 0, 60);
  },
};

/** The state of a page in older Java frameworks, which they serialise. */
const VIEW_STATE = /(?:^|\.)(?:javax|jakarta)\.faces\.ViewState$/i;

function readStream(text: string, { value, budget, report }: ReadContext): void {
  const unknown = VIEW_STATE.test(value.name) ? 'weak' : 'likely';
  const hex = HEX_STREAM.exec(text);
  if (hex && budget.take(hex[0].length)) {
    const bytes = Buffer.from(hex[0].slice(0, 2 * MAX_STREAM), 'hex').toString('latin1');
    const isGadget = gadgetIn(bytes, javaGadgets) !== undefined;
    report(
      'deserialization-java-stream',
      isGadget ? 'clear' : 'likely',
      hex.index,
      hex.index + hex[0].length,
    );
    if (isGadget) report('deserialization-gadget', 'clear', hex.index, hex.index + hex[0].length);
  }
  for (const { sign, magic, base64, runsCode, isTelling } of streamFormats) {
    const bytes = streamBytes(text, magic, base64);
    if (bytes === undefined || !budget.take(bytes.length)) continue;
    const isClear = runsCode(bytes);
    if (isClear || isTelling) report(sign, isClear ? 'clear' : unknown, 0, 60);
    if (isClear) report('deserialization-gadget', 'clear', 0, 60);
  }
}

/** The bytes of a stream that the text is, or that is in it in base64; undefined if there is none. */
function streamBytes(text: string, magic: string, base64: string): string | undefined {
  if (text.startsWith(magic)) return text.slice(0, MAX_STREAM);
  const at = base64.length > 3 ? text.indexOf(base64) : text.startsWith(base64) ? 0 : -1;
  if (at === -1) return undefined;
  const encoded = text.slice(at, at + 2 * MAX_STREAM);
  if (base64.length <= 3 && !BASE64.test(encoded)) return undefined;
  const bytes = Buffer.from(encoded, 'base64').toString('latin1');
  return bytes.startsWith(magic) ? bytes : undefined;
}
