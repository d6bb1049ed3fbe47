import type { SignEntry } from '../sign-entry.ts';

export const xpathSigns = {
  'xpath-condition': {
    means: 'a condition on the nodes of an XML document',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        "jug' or position()=3 or 'a'='a",
        '3 and count(/*)=1',
        "jug' and string-length(name(/*[1]))=4 and 'a'='a",
        "jug' or starts-with(../price,'3') or '",
      ],
      other: ['//div[@id="jug"]/text()', "it's the last() call", 'parent::__construct'],
    },
  },
  'xpath-union': {
    means: 'a path that selects other nodes of an XML document',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: ["jug'] | //price | a['", "jug')]/parent::*/price[('", 'jug"] | /* | /a["'],
      other: ['/html/body/div[1]/a', "the 'jug' | 'lid' choice", '//*[@id="app"]/div[2]/span'],
    },
  },
  'xpath-document': {
    means: 'a document that an XPath expression loads',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: ["jug' or doc('http://a.test/')='b", "3 and doc-available('file:///srv/a')"],
      other: ["see the doc('read me')", 'document("a")'],
    },
  },
} as const satisfies Record<string, SignEntry>;
