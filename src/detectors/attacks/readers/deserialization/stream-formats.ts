import type { AttackSign } from '../../../../catalogs/attacks/attack-signs.ts';
import { gadgetIn, javaGadgets, netGadgets, rubyGadgets } from './gadget-classes.ts';

/** A format of serialised objects, recognised by its first bytes. */
export interface StreamFormat {
  readonly sign: AttackSign;
  readonly magic: string;
  /** The first characters in base64. */
  readonly base64: string;
  /** Whether the bytes contain something that runs code. */
  readonly runsCode: (bytes: string) => boolean;
  /** Whether the beginning alone is enough for a finding. */
  readonly isTelling: boolean;
}

/** `c`, or the stack form of it, with a module that runs code. */
const PICKLE_GLOBAL =
  /c(?:os|posix|nt|subprocess|commands|sys|builtins|__builtin__|pty|timeit|platform|importlib|runpy|code|codecs|webbrowser|asyncio\.unix_events)\n\w+\n|\x8c.(?:os|posix|nt|subprocess|builtins|pty|sys|runpy|importlib)\x94?\x8c/;

export const streamFormats: readonly StreamFormat[] = [
  {
    sign: 'deserialization-java-stream',
    magic: '\xac\xed\x00\x05',
    base64: 'rO0AB',
    runsCode: (bytes) => gadgetIn(bytes, javaGadgets) !== undefined,
    isTelling: true,
  },
  {
    sign: 'deserialization-net-stream',
    magic: '\x00\x01\x00\x00\x00\xff\xff\xff\xff\x01',
    base64: 'AAEAAAD/////',
    runsCode: (bytes) => gadgetIn(bytes, netGadgets) !== undefined,
    isTelling: true,
  },
  // The formatter of view states.
  {
    sign: 'deserialization-net-stream',
    magic: '\xff\x01',
    base64: '/w',
    runsCode: (bytes) => gadgetIn(bytes, netGadgets) !== undefined,
    isTelling: false,
  },
  // A view state that is a stream of objects as a whole; pages have pairs and lists of simple values in theirs.
  {
    sign: 'deserialization-net-stream',
    magic: '\xff\x01\x32',
    base64: '/wEy',
    runsCode: (bytes) => gadgetIn(bytes, netGadgets) !== undefined,
    isTelling: true,
  },
  ...['\x80\x02', '\x80\x03', '\x80\x04\x95', '\x80\x05\x95'].map((magic) => ({
    sign: 'deserialization-python' as const,
    magic,
    base64: Buffer.from(magic, 'latin1').toString('base64').slice(0, 2),
    runsCode: (bytes: string) => PICKLE_GLOBAL.test(bytes),
    isTelling: false,
  })),
  {
    sign: 'deserialization-ruby',
    magic: '\x04\x08',
    base64: 'BAh',
    runsCode: (bytes) => /[oUI@cem][:"]/.test(bytes) && gadgetIn(bytes, rubyGadgets) !== undefined,
    isTelling: false,
  },
];

export const isTextPickle = (text: string): boolean =>
  PICKLE_GLOBAL.test(text) && /\n[.btR]|\(S'/.test(text);
