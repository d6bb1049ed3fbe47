import { filePost, get } from '../../../request-samples.ts';
import {
  allOf,
  anyOf,
  bodyHas,
  EXECUTABLE,
  fieldHas,
  fieldMatches,
  fileNameMatches,
  outsideSources,
  pathHas,
  queryHas,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

export const phpApplicationRules = [
  detection({
    ref: 'managed-freepbx-endpoint-sql',
    description:
      'FreePBX: SQL in the brand of an endpoint, without authentication (CVE-2025-57819)',
    categories: ['php', 'freepbx', 'sql-injection', 'authentication-bypass', 'cve-2025-57819'],
    expression: allOf(
      pathHas('/admin/ajax.php'),
      fieldHas('module', 'endpoint'),
      anyOf(...['brand', 'template', 'model'].map((name) => fieldMatches(name, '[\'";()]'))),
    ),
    matching: [
      get(
        "/admin/ajax.php?module=FreePBX%5Cmodules%5Cendpoint%5Cajax&command=model&template=x&model=model&brand=x'%20;INSERT%20INTO%20cron_jobs",
      ),
      get("/admin/ajax.php?module=endpoint&command=model&brand=a'--"),
    ],
    other: [
      get('/admin/ajax.php?module=endpoint&command=model&template=base&model=T46S&brand=yealink'),
      get("/admin/ajax.php?module=search&q=o'neil"),
    ],
  }),
  detection({
    ref: 'managed-sugarcrm-attachment',
    description: 'SugarCRM: uploads PHP in an image of a mail template (CVE-2023-22952)',
    categories: ['php', 'sugarcrm', 'file-upload', 'remote-code-execution', 'cve-2023-22952'],
    expression: allOf(
      queryHas('module=emailtemplates'),
      queryHas('action=attachfiles'),
      anyOf(bodyHas('<?php'), fileNameMatches(`${EXECUTABLE}$`)),
    ),
    matching: [
      filePost('/index.php?module=EmailTemplates&action=AttachFiles', 'a.phar', '<?php echo 1;'),
      filePost(
        '/crm/index.php?module=EmailTemplates&action=AttachFiles',
        'x.png',
        'PNG<?php echo 1;',
      ),
    ],
    other: [
      filePost('/index.php?module=EmailTemplates&action=AttachFiles', 'logo.png'),
      get('/index.php?module=EmailTemplates&action=index'),
    ],
  }),
  detection({
    ref: 'managed-owncloud-graph-api',
    description:
      'ownCloud: reads variables with passwords from a test page of a library (CVE-2023-49103)',
    categories: ['php', 'owncloud', 'information-disclosure', 'cve-2023-49103'],
    expression: allOf(
      pathHas('/microsoft-graph/tests/getphpinfo.php'),
      outsideSources('getphpinfo'),
    ),
    matching: [
      get('/apps/graphapi/vendor/microsoft/microsoft-graph/tests/GetPhpInfo.php/.css'),
      get('/owncloud/apps/graphapi/vendor/microsoft/microsoft-graph/tests/GetPhpInfo.php'),
    ],
    other: [
      get('/ada/sdk/blob/main/microsoft-graph/tests/GetPhpInfo.php'),
      get('/apps/graphapi/appinfo/info.xml'),
      get('/apps/files/'),
    ],
  }),
];
