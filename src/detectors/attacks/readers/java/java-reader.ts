import type { AttackReader, ReadContext } from '../../attack-reader.ts';
import { javaPieces } from './java-signs.ts';
import { readLookups } from './lookups.ts';

const STACK_TRACE =
  /\bat [\w.$<>]{3,120}\((?:\w+\.(?:java|kt|groovy|scala):\d+|Native Method|Unknown Source)\)/;

/** Reads a value as an expression of Java: OGNL, SpEL, EL, MVEL and Groovy, lookups of loggers, and graphs of objects. */
export const javaReader: AttackReader = {
  name: 'java',
  readsDocuments: true,
  triggers: [
    {
      words: [
        '${',
        'jndi',
        'getruntime',
        'processbuilder',
        'memberaccess',
        '#context',
        '#attr',
        '#application',
      ],
    },
    {
      words: [
        'getclass',
        '.class',
        '"class"',
        "'class'",
        'class.',
        'class[',
        'class.forname',
        'classloader',
        'getdeclared',
      ],
      with: '([.',
    },
    {
      words: [
        'java.lang',
        'java.util',
        'java.io',
        'java.net',
        'java.beans',
        'java.nio',
        'javax.',
        'scriptengine',
        'getengineby',
      ],
    },
    {
      words: [
        '@java',
        '@groovy',
        '@org.',
        '@com.',
        '@grab',
        '@asttest',
        '.execute',
        'groovyshell',
        't(java',
        't(org',
        't(com',
        't(string',
        't(runtime',
        't (java',
        't(class',
        'xmlapplicationcontext',
        'jshell',
      ],
      with: '()@',
    },
    {
      words: [
        '(#',
        '( #',
        '%{#',
        '%{(',
        '#{#',
        '{ #',
        'scope',
        'pagecontext',
        'initparam',
        'facescontext',
        'servletcontext',
        'beanfactory',
      ],
      with: '({',
    },
    {
      words: [
        'sorted-set',
        'dynamic-proxy',
        'tree-map',
        'tree-set',
        'linked-hash-set',
        'jdk.nashorn',
        'com.sun.',
        'sun.',
        'org.apache.commons',
        'org.codehaus',
        'org.springframework',
        'org.hibernate',
        '<map>',
        'serialization',
      ],
      with: '<(',
    },
    { words: ['jdbc:'] },
  ],
  read(text, context) {
    const { value, role } = context;
    // The texts of JSON documents are values of their own.
    if (/^\s{0,8}(?:\{\s{0,8}"|\[\s{0,8}["{[])/.test(text)) return;
    if (value.place === 'file' && value.isName !== true) return;
    const isQuoted =
      role === 'prose' || role === 'code' || role === 'markup' || STACK_TRACE.test(text);
    readLookups(text, isQuoted, context);
    readPieces(text, isQuoted, context);
  },
};

function readPieces(text: string, isQuoted: boolean, { budget, report }: ReadContext): void {
  for (const { sign, strength, whenQuoted = 'weak', pattern } of javaPieces) {
    if (!budget.take(text.length >> 3)) return;
    const match = pattern.exec(text);
    if (!match) continue;
    report(sign, isQuoted ? whenQuoted : strength, match.index, match.index + match[0].length);
  }
}
