import { filePost, formPost, get, multipartPost, send } from '../../../request-samples.ts';
import {
  allOf,
  anyFieldName,
  anyOf,
  decodedQueryHas,
  decodedQueryMatches,
  fieldHas,
  fieldIs,
  hasField,
  headerHas,
  pathEnds,
  pathHas,
  pathMatches,
  queryHas,
} from '../conditions.ts';
import { anyStrength, attack, detection } from '../targeted-rule.ts';

export const strutsRules = [
  attack({
    ref: 'managed-struts-content-type',
    description:
      'Struts: runs an OGNL expression in the type or file name of an upload (CVE-2017-5638)',
    categories: ['struts', 'code-injection', 'remote-code-execution', 'header', 'cve-2017-5638'],
    finds: { families: ['java', 'template'], strengths: anyStrength, places: ['header', 'file'] },
    expression: anyOf(
      headerHas('content-type', '%{', '${'),
      headerHas('content-length', '%{', '${'),
      headerHas('content-disposition', '%{', '${'),
      'any(http.request.body.multipart.filenames[*][*] contains "%{")',
      'any(http.request.body.multipart.filenames[*][*] contains "${")',
    ),
    matching: [
      get('/login.action', {
        'content-type':
          "%{(#dm=@ognl.OgnlContext@DEFAULT_MEMBER_ACCESS).(#p=new java.lang.ProcessBuilder('id')).(#p.start())}",
      }),
      filePost(
        '/upload.action',
        "%{(#_memberAccess=@ognl.OgnlContext@DEFAULT_MEMBER_ACCESS).(@java.lang.Runtime@getRuntime().exec('id'))}",
      ),
    ],
    other: [
      get('/login.action', { 'content-type': 'multipart/form-data; boundary=----a' }),
      filePost('/upload.action', 'offer 50%{final}.pdf'),
    ],
  }),
  detection({
    ref: 'managed-struts-action-prefix',
    description:
      'Struts: runs an OGNL expression after a prefix of an argument (CVE-2013-2251, CVE-2016-3081)',
    categories: [
      'struts',
      'code-injection',
      'remote-code-execution',
      'cve-2013-2251',
      'cve-2016-3081',
    ],
    expression: allOf(
      queryHas(
        'redirect:',
        'redirectaction:',
        'action:',
        'method:',
        'redirect%3a',
        'redirectaction%3a',
        'action%3a',
        'method%3a',
      ),
      decodedQueryMatches('(?:^|&)(?:redirect|redirectaction|action|method):.{0,40}(?:[$%#]|\\{)'),
      decodedQueryHas('${', '%{', '#'),
    ),
    matching: [
      get(
        "/index.action?redirect:${#a=new java.lang.ProcessBuilder(new java.lang.String[]{'id'}).start()}".replaceAll(
          ' ',
          '%20',
        ),
      ),
      get('/index.action?method:%23_memberAccess%3d@ognl.OgnlContext@DEFAULT_MEMBER_ACCESS,x'),
    ],
    other: [get('/index.action?redirect:/home.action'), get('/index.action?redirect=%23top')],
  }),
  detection({
    ref: 'managed-struts-namespace',
    description: 'Struts: runs an OGNL expression in the name space of an action (CVE-2018-11776)',
    categories: ['struts', 'code-injection', 'remote-code-execution', 'cve-2018-11776'],
    expression: allOf(pathHas('${', '%{'), pathMatches('[$%]\\{.*\\}.*\\.(?:action|do)$')),
    matching: [
      get('/showcase/$%7B233*233%7D/actionChain1.action'),
      get('/$%7B(%23a=1)%7D/help.do'),
    ],
    other: [get('/help.action'), get('/templates/$%7Bname%7D.html')],
  }),
  attack({
    ref: 'managed-struts-forced-evaluation',
    description:
      'Struts: runs an OGNL expression in an argument that a tag evaluates twice (CVE-2019-0230, CVE-2020-17530, CVE-2021-31805)',
    categories: [
      'struts',
      'code-injection',
      'remote-code-execution',
      'cve-2019-0230',
      'cve-2020-17530',
      'cve-2021-31805',
    ],
    finds: {
      families: ['java', 'template'],
      strengths: anyStrength,
      places: ['query', 'form', 'multipart'],
    },
    expression: pathEnds('.action', '.do'),
    matching: [
      get("/index.action?id=%25%7B%23a%3D%40java.lang.Runtime%40getRuntime().exec('id')%7D"),
      formPost('/save.do', {
        id: '%{(#instancemanager=#application["org.apache.tomcat.InstanceManager"])}',
      }),
    ],
    other: [
      get('/index.action?id=7'),
      formPost('/save.do', { discount: '20%', name: 'class {A}' }),
    ],
  }),
  attack({
    ref: 'managed-struts-rest-object',
    description: 'Struts: creates objects from the XML of a REST request (CVE-2017-9805)',
    categories: ['struts', 'deserialization', 'remote-code-execution', 'cve-2017-9805'],
    finds: {
      families: ['deserialization', 'java'],
      strengths: anyStrength,
      places: ['xml', 'body'],
    },
    expression: anyOf(
      pathHas('/orders', '/rest', '.xml', '.action'),
      headerHas('content-type', 'application/xml'),
    ),
    matching: [
      send(
        'POST',
        '/orders/3',
        'application/xml',
        '<map><entry><jdk.nashorn.internal.objects.NativeString><value class="com.sun.xml.internal.bind.v2.runtime.unmarshaller.Base64Data"><dataHandler/></value></jdk.nashorn.internal.objects.NativeString></entry></map>',
      ),
      send(
        'POST',
        '/struts2-rest-showcase/orders.xml',
        'application/xml',
        '<map><entry><java.lang.ProcessBuilder><command><string>id</string></command></java.lang.ProcessBuilder></entry></map>',
      ),
    ],
    other: [
      send(
        'POST',
        '/orders/3',
        'application/xml',
        '<order><amount>3</amount><client>ada</client></order>',
      ),
      send('POST', '/api', 'application/xml', '<entry><title>Maps</title></entry>'),
    ],
  }),
  detection({
    ref: 'managed-struts-showcase-message',
    description: 'Struts 1 plugin: runs an OGNL expression in a message (CVE-2017-9791)',
    categories: ['struts', 'code-injection', 'remote-code-execution', 'cve-2017-9791'],
    expression: allOf(
      pathHas('/savegangster.action', '/integration/'),
      anyOf(fieldHas('name', '%{', '${'), fieldHas('description', '%{', '${')),
    ),
    matching: [
      formPost('/integration/saveGangster.action', {
        name: '%{(#dm=@ognl.OgnlContext@DEFAULT_MEMBER_ACCESS)}',
        age: '1',
      }),
      formPost('/struts2-showcase/integration/saveGangster.action', { name: '${7*7}' }),
    ],
    other: [
      formPost('/integration/saveGangster.action', { name: 'Al', age: '44' }),
      get('/integration/editGangster.action'),
    ],
  }),
  detection({
    ref: 'managed-struts-debug',
    description: 'Struts: runs an OGNL expression in the development mode (CVE-2012-0394)',
    categories: ['struts', 'code-injection', 'remote-code-execution', 'cve-2012-0394'],
    expression: allOf(
      queryHas('debug='),
      fieldIs('debug', 'command', 'browser', 'xml', 'console'),
      anyOf(hasField('expression'), hasField('object')),
    ),
    matching: [
      get('/index.action?debug=command&expression=%23a%3d7*7'),
      get('/index.action?debug=browser&object=(%23_memberAccess=1)'),
    ],
    other: [get('/index.action?debug=true'), get('/search?debug=1&expression=a')],
  }),
  detection({
    ref: 'managed-struts-upload-name',
    description:
      'Struts: sets the name of an uploaded file, with a path in it, by a field (CVE-2023-50164, CVE-2024-53677)',
    categories: [
      'struts',
      'file-upload',
      'directory-traversal',
      'cve-2023-50164',
      'cve-2024-53677',
    ],
    expression: allOf(
      pathEnds('.action', '.do'),
      anyFieldName('(?:^|[.])[a-z]*filename(?:\\[[0-9]+\\])?$'),
      anyOf('any(http.request.body.multipart.values[*] contains "../")', decodedQueryHas('../')),
    ),
    matching: [
      multipartPost('/upload.action', { 'top.UploadFileName': '../../shell.jsp', Upload: 'x' }),
      multipartPost('/upload.action', { uploadFileName: '../x.jsp', Upload: 'x' }),
    ],
    other: [
      multipartPost('/upload.action', { uploadFileName: 'report.pdf', Upload: 'x' }),
      multipartPost('/upload.action', { comment: 'see ../x', Upload: 'x' }),
    ],
  }),
];
