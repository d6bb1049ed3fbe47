import type { SignEntry } from '../sign-entry.ts';

const base64 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('base64');

export const deserializationSigns = {
  'deserialization-java-stream': {
    means: 'a stream of serialised objects of Java',
    severity: 'critical',
    paranoia: 1,
    tags: ['language-java'],
    samples: {
      matching: [
        base64('\xac\xed\x00\x05sr\x00\x0ba.b.SomeClass'),
        'x:ACED00057372000b612e622e536f6d65436c617373',
      ],
      other: ['rO0A', 'ACED'],
    },
  },
  'deserialization-gadget': {
    means: 'a class in serialised objects that runs code when it is read',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        base64('\xac\xed\x00\x05sr\x00\x10javax.naming.Ref'),
        base64('\x80\x03cposix\nsystem\nX\x02\x00\x00\x00ls\x85R.'),
      ],
      other: ['javax.naming', base64('\xac\xed\x00\x05sr\x00\x0ba.b.SomeClass')],
    },
  },
  'deserialization-net-stream': {
    means: 'a stream of serialised objects of .NET',
    severity: 'critical',
    paranoia: 1,
    tags: ['language-dotnet'],
    samples: {
      matching: [
        base64('\x00\x01\x00\x00\x00\xff\xff\xff\xff\x01\x00\x00\x00'),
        base64(
          '\x00\x01\x00\x00\x00\xff\xff\xff\xff\x01\x00\x00\x00\x00\x00\x00\x00System.Data.DataSet',
        ),
      ],
      other: ['AAEAAAD', 'AAEAAA=='],
    },
  },
  'deserialization-php': {
    means: 'an object that PHP has serialised',
    severity: 'critical',
    paranoia: 1,
    tags: ['language-php'],
    samples: {
      matching: [
        'O:4:"Shop":1:{s:1:"a";i:1;}',
        'a:1:{i:0;O:16:"Monolog\\Handler\\A":0:{}}',
        'O:+4:"Shop":0:{}',
      ],
      other: ['a:1:{i:0;s:1:"a";}', 'O:8:"stdClass":1:{s:1:"a";i:1;}', 'O: "x"'],
    },
  },
  'deserialization-python': {
    means: 'a pickle of Python that calls a function',
    severity: 'critical',
    paranoia: 1,
    tags: ['language-python'],
    samples: {
      matching: [
        "cos\nsystem\n(S'ls'\ntR.",
        base64('\x80\x02cnt\nsystem\nX\x03\x00\x00\x00dir\x85R.'),
      ],
      other: ['cos(x)', 'gASV', base64('\x80\x03X\x02\x00\x00\x00lsq\x00.padding-padding')],
    },
  },
  'deserialization-ruby': {
    means: 'objects of Ruby that run code when they are read',
    severity: 'critical',
    paranoia: 1,
    tags: ['language-ruby'],
    samples: {
      matching: [
        base64('\x04\x08c:\x15Gem::SpecFetcher:padding'),
        base64('\x04\x08o:\x08ERB\x06:\x09@srcI"\x06x\x06:\x06ET'),
      ],
      other: ['BAh7', base64('\x04\x08{\x06I"\x0fsession_id\x06:\x06ETI"')],
    },
  },
  'deserialization-yaml': {
    means: 'a tag of YAML that makes an object of a class',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        '!!javax.script.ScriptEngineManager [x]',
        '--- !ruby/object:Gem::A {}',
        '!!python/object/apply:os.getpid []',
      ],
      other: ['wow!!java is nice', '!!str 5', 'a!!'],
    },
  },
  'deserialization-type-name': {
    means: 'the name of a class that the reader of the data is asked to make an object of',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        'com.sun.rowset.JdbcRowSetImpl',
        '{"@type":"java.net.URL","val":1}',
        '{"$type":"System.Windows.Data.ObjectDataProvider, PresentationFramework"}',
        "{'@type':'java.net.URL',}",
      ],
      other: [
        '{"@type":"Person"}',
        'com.acme.shop.Basket',
        'java.util.ArrayList',
        '{"$type":"Acme.Shop.Basket, Acme"}',
      ],
    },
  },
  'deserialization-node': {
    means: 'a function in serialised objects of Node.js',
    severity: 'critical',
    paranoia: 1,
    tags: ['language-javascript'],
    samples: {
      matching: ['{"a":"_$$ND_FUNC$$_function(){}()"}', 'x=_$$ND_FUNC$$_y'],
      other: ['ND_FUNC', '_$$_'],
    },
  },
} as const satisfies Record<string, SignEntry>;
