import type { SignEntry } from '../sign-entry.ts';

const form = (body: string) => ({
  method: 'POST',
  target: '/login',
  headers: { host: 'shop.test', 'content-type': 'application/x-www-form-urlencoded' },
  body,
});

const json = (body: string) => ({
  method: 'POST',
  target: '/login',
  headers: { host: 'shop.test', 'content-type': 'application/json' },
  body,
});

export const nosqlSigns = {
  'nosql-operator': {
    means: 'a query operator where the application expects a text',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        form('user=ann&password[$ne]=x'),
        form('jug[$gt]='),
        json('{"user":"ann","token":{"$regex":"^a"}}'),
      ],
      other: [
        form('filters[title][$ne]=jug&$limit=3'),
        json('{"where":{"price":{"$gt":3}}}'),
        json('{"_id":{"$oid":"507f"},"at":{"$date":"2024-01-01"}}'),
        {
          method: 'GET',
          target: '/odata?$filter=price%20gt%203&$top=3',
          headers: { host: 'a.test' },
          body: '',
        },
      ],
    },
  },
  'nosql-code-operator': {
    means: 'a query operator that runs JavaScript',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        json('{"jug":{"$where":"sleep(3)"}}'),
        form('jug[$function][body]=a&jug[$where]=1'),
      ],
      other: [json('{"where":"somewhere"}'), 'costs $ where sold'],
    },
  },
  'nosql-script': {
    means: 'JavaScript that leaves a string of a query',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        "jug'||'b'=='b",
        "jug' || this.price > 3 //",
        "jug';return true;var a='b",
        '3;return true;',
      ],
      other: ["the jug's || lid", "const a = 'b'; render();", 'please return this; thanks'],
    },
  },
  'nosql-member': {
    means: 'a further operator in the object of a query',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: ["jug', $or: [ {}, { 'a':'a", "true, $where: '3 == 3'"],
      other: ['it costs $3, or: nothing', 'a, b: c'],
    },
  },
  'nosql-cypher': {
    means: 'clauses of a graph query after the end of a text',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        "jug'}) return n union match (m:Price) return m //",
        "jug'}) detach delete n //",
        "jug' with 3 as a call db.labels() yield label return label //",
      ],
      other: ["the jug's match (2-1) was great, return soon", "match 'jug' with the lid"],
    },
  },
  'nosql-command': {
    means: 'a call of the shell of a document database',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: ["jug'; db.jugs.drop(); //", '3;db.getCollection("jugs").find({})'],
      other: ['see db.example.com (mirror)', 'users.db.bak'],
    },
  },
} as const satisfies Record<string, SignEntry>;
