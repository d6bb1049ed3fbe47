import { filePost, formPost, get } from '../../../request-samples.ts';
import { allOf, anyOf, fieldHas, hasField, methodIs, pathHas, rawPathHas } from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

export const adobeRules = [
  detection({
    ref: 'managed-coldfusion-administrator',
    description:
      'Adobe ColdFusion: reads passwords or reaches the administrator (CVE-2010-2861, CVE-2023-29298, CVE-2023-38205)',
    categories: [
      'adobe',
      'coldfusion',
      'directory-traversal',
      'authentication-bypass',
      'cve-2010-2861',
      'cve-2023-29298',
      'cve-2023-38205',
    ],
    expression: anyOf(
      allOf(pathHas('/cfide/'), fieldHas('locale', '..')),
      rawPathHas(
        '//cfide/adm',
        '//cfide/wizards',
        '..cfide',
        '/./cfide',
        '/%2e%2ecfide',
        '/..cfide',
      ),
    ),
    matching: [
      get(
        '/CFIDE/administrator/enter.cfm?locale=../../../../../../../../../../ColdFusion8/lib/password.properties%00en',
      ),
      get('//CFIDE/adminapi/administrator.cfc?method=getBuildNumber'),
      get('/hax/..CFIDE/wizards/common/utils.cfc?method=wizardHash'),
    ],
    other: [get('/CFIDE/scripts/cfform.js'), get('/CFIDE/administrator/index.cfm?locale=en')],
  }),
  detection({
    ref: 'managed-coldfusion-wddx',
    description:
      'Adobe ColdFusion: a serialised object in the arguments of a component (CVE-2023-26360, CVE-2023-29300, CVE-2023-38203)',
    categories: [
      'adobe',
      'coldfusion',
      'deserialization',
      'remote-code-execution',
      'cve-2023-26360',
      'cve-2023-29300',
      'cve-2023-38203',
    ],
    expression: allOf(
      pathHas('.cfc', '.cfm'),
      anyOf(
        fieldHas('argumentCollection', '<wddxpacket', 'rowset'),
        fieldHas('_variables', '_metadata', '..', 'classname'),
      ),
      anyOf(
        fieldHas('argumentCollection', 'com.', 'java', 'struct type'),
        fieldHas('_variables', '..', 'classname'),
      ),
    ),
    matching: [
      formPost('/CFIDE/adminapi/accessmanager.cfc?method=foo&_cfclient=true', {
        argumentCollection:
          "<wddxPacket version='1.0'><header/><data><struct type='xcom.sun.rowset.JdbcRowSetImplx'></struct></data></wddxPacket>",
      }),
      formPost(
        '/cf_scripts/scripts/ajax/ckeditor/plugins/filemanager/iedit.cfc?method=foo&_cfclient=true',
        { _variables: '{"_metadata":{"classname":"../../../../etc/passwd"},"_variables":[]}' },
      ),
    ],
    other: [
      formPost('/shop/cart.cfc?method=add', { argumentCollection: '{"id":7}' }),
      get('/index.cfm?page=comments'),
    ],
  }),
  detection({
    ref: 'managed-coldfusion-upload',
    description: 'Adobe ColdFusion: uploads a script with the editor (CVE-2018-15961)',
    categories: ['adobe', 'coldfusion', 'file-upload', 'remote-code-execution', 'cve-2018-15961'],
    expression: allOf(
      pathHas(
        '/ckeditor/plugins/filemanager/upload.cfm',
        '/fckeditor/editor/filemanager/connectors/cfm/',
      ),
      methodIs('POST'),
    ),
    matching: [
      filePost('/cf_scripts/scripts/ajax/ckeditor/plugins/filemanager/upload.cfm', 'a.jsp'),
      filePost(
        '/CFIDE/scripts/ajax/FCKeditor/editor/filemanager/connectors/cfm/upload.cfm',
        'a.cfm',
      ),
    ],
    other: [
      get('/cf_scripts/scripts/ajax/ckeditor/ckeditor.js'),
      filePost('/upload.cfm', 'photo.jpg'),
    ],
  }),
  detection({
    ref: 'managed-aem-forms-debug',
    description:
      'Adobe Experience Manager Forms: runs an OGNL expression in the debugging mode (CVE-2025-54253)',
    categories: ['adobe', 'aem', 'code-injection', 'remote-code-execution', 'cve-2025-54253'],
    expression: allOf(pathHas('/adminui/debug'), hasField('debug')),
    matching: [
      get('/adminui/debug?debug=OGNL:(%23a=1)'),
      formPost('/adminui/debug', { debug: 'command', expression: '7*7' }),
    ],
    other: [get('/adminui/login'), get('/adminui/debug')],
  }),
  detection({
    ref: 'managed-aem-content',
    description:
      'Adobe Experience Manager: lists content and users with query servlets. Off by default, because some sites use them',
    categories: ['adobe', 'aem', 'information-disclosure'],
    action: 'log',
    isOff: true,
    expression: pathHas(
      '/bin/querybuilder.json',
      '/crx/de/',
      '/crx/explorer/',
      '/system/console/',
      '/etc/groovyconsole',
    ),
    matching: [get('/bin/querybuilder.json?path=/home&p.limit=-1'), get('/crx/de/index.jsp')],
    other: [get('/content/site/en.html'), get('/bin/wcm/search')],
  }),
];
