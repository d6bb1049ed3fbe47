import { filePost, formPost, get, xmlPost } from '../../../request-samples.ts';
import {
  allOf,
  anyOf,
  bodyHas,
  cookieHas,
  EXECUTABLE,
  fileNameMatches,
  hasField,
  methodIs,
  pathHas,
  pathMatches,
  queryHas,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

/** IIS, and products on ASP.NET. */
export const dotnetRules = [
  detection({
    ref: 'managed-iis-webdav-if',
    description: 'Microsoft IIS: overflows a buffer with a long If header (CVE-2017-7269)',
    categories: ['microsoft', 'iis', 'remote-code-execution', 'header', 'cve-2017-7269'],
    expression: allOf(
      methodIs('PROPFIND', 'MOVE', 'COPY', 'LOCK'),
      'len(http.request.headers["if"][0]) gt 600',
    ),
    matching: [
      { ...get('/', { if: `<http://localhost/${'a'.repeat(700)}>` }), method: 'PROPFIND' },
      {
        ...get('/x', { if: `(Not <locktoken:write1>) <http://localhost/${'b'.repeat(900)}>` }),
        method: 'COPY',
      },
    ],
    other: [
      {
        ...get('/dav/', { if: '(<urn:uuid:181d4fae-7d8c-11d0-a765-00a0c91e6bf2>)' }),
        method: 'PROPFIND',
      },
      { ...get('/dav/', { depth: '1' }), method: 'PROPFIND' },
    ],
  }),
  detection({
    ref: 'managed-iis-short-names',
    description: 'Microsoft IIS: guesses names of files by their short forms',
    categories: ['microsoft', 'iis', 'information-disclosure'],
    expression: allOf(pathHas('~1'), pathMatches('[*?][^/]{0,9}~1|~1[^/]{0,4}[*?]')),
    matching: [get('/a*~1*/.aspx'), get('/web*~1.as*')],
    other: [get('/~1user/'), get('/files/PROGRA~1/readme.txt'), get('/search?q=*~1*')],
  }),
  detection({
    ref: 'managed-telerik-upload',
    description:
      'Telerik UI: uploads a library or creates objects with the handler of uploads (CVE-2017-11317, CVE-2019-18935)',
    categories: [
      'telerik',
      'microsoft',
      'deserialization',
      'file-upload',
      'remote-code-execution',
      'cve-2017-11317',
      'cve-2019-18935',
    ],
    expression: allOf(
      pathHas('/telerik.web.ui.webresource.axd'),
      queryHas('type=rau'),
      anyOf(fileNameMatches(`(?:\\.dll|${EXECUTABLE})$`), bodyHas('system.configuration.install')),
    ),
    matching: [
      filePost('/Telerik.Web.UI.WebResource.axd?type=rau', 'payload.dll'),
      filePost('/Telerik.Web.UI.WebResource.axd?type=rau', 'x.aspx'),
    ],
    other: [
      get('/Telerik.Web.UI.WebResource.axd?type=rau'),
      filePost('/Telerik.Web.UI.WebResource.axd?type=rau', 'photo.jpg'),
    ],
  }),
  detection({
    ref: 'managed-telerik-dialog',
    description: 'Telerik UI: tries keys of the dialog handler (CVE-2017-9248)',
    categories: ['telerik', 'microsoft', 'authentication-bypass', 'cve-2017-9248'],
    action: 'log',
    expression: allOf(
      pathHas('/telerik.web.ui.dialoghandler.aspx', '/telerik.web.ui.spellcheckhandler.axd'),
      queryHas('dp='),
    ),
    matching: [
      get('/Telerik.Web.UI.DialogHandler.aspx?dp=AAAA'),
      get('/cms/Telerik.Web.UI.DialogHandler.aspx?x=1&dp=QUJD'),
    ],
    other: [
      get('/Telerik.Web.UI.DialogHandler.aspx?DialogName=DocumentManager'),
      get('/Telerik.Web.UI.WebResource.axd?dp=1'),
    ],
  }),
  detection({
    ref: 'managed-telerik-report-server',
    description:
      'Telerik Report Server: registers an administrator after the set-up (CVE-2024-4358)',
    categories: ['telerik', 'authentication-bypass', 'cve-2024-4358'],
    expression: allOf(pathHas('/startup/register'), methodIs('POST'), bodyHas('confirmpassword')),
    matching: [
      formPost('/Startup/Register', { Username: 'eve', Password: 'x', ConfirmPassword: 'x' }),
      formPost('/reports/startup/register', { ConfirmPassword: 'x' }),
    ],
    other: [get('/Startup/Register'), formPost('/Account/Register', { ConfirmPassword: 'x' })],
  }),
  detection({
    ref: 'managed-sitecore-view-state',
    description:
      'Sitecore: a view state for the page of blocked requests, signed with a published key (CVE-2025-53690)',
    categories: ['sitecore', 'deserialization', 'remote-code-execution', 'cve-2025-53690'],
    expression: allOf(pathHas('/sitecore/blocked.aspx'), hasField('__VIEWSTATE')),
    matching: [
      formPost('/sitecore/blocked.aspx', { __VIEWSTATE: '/wEPDwUKx' }),
      get('/sitecore/blocked.aspx?__VIEWSTATE=x'),
    ],
    other: [get('/sitecore/blocked.aspx'), formPost('/sitecore/login', { __VIEWSTATE: '/wEP' })],
  }),
  detection({
    ref: 'managed-sitecore-report',
    description: 'Sitecore: a serialised object in a report (CVE-2021-42237)',
    categories: ['sitecore', 'deserialization', 'remote-code-execution', 'cve-2021-42237'],
    expression: allOf(
      pathHas('/sitecore/shell/clientbin/reporting/report.ashx'),
      bodyHas('<a ', 'serialization', 'system.', 'objectdata'),
    ),
    matching: [
      xmlPost(
        '/sitecore/shell/ClientBin/Reporting/Report.ashx',
        '<a><query></query><source>foo</source><parameters><parameter name=""><ArrayOfstring z:Id="1" z:FactoryType="a:SortedSet`1" xmlns="http://schemas.microsoft.com/2003/10/Serialization/Arrays"/></parameter></parameters></a>',
      ),
      xmlPost(
        '/sitecore/shell/ClientBin/Reporting/Report.ashx',
        '<x>System.Diagnostics.Process</x>',
      ),
    ],
    other: [
      get('/sitecore/shell/ClientBin/Reporting/Report.ashx'),
      xmlPost('/sitecore/api/report', '<x>System.Diagnostics</x>'),
    ],
  }),
  detection({
    ref: 'managed-dnn-cookie-object',
    description:
      'DotNetNuke: a serialised object in the cookie of personal settings (CVE-2017-9822)',
    categories: ['dotnetnuke', 'deserialization', 'remote-code-execution', 'cve-2017-9822'],
    expression: allOf(
      cookieHas('dnnpersonalization='),
      cookieHas(
        'objectdataprovider',
        'system.data',
        'expandedwrapper',
        'type="system',
        'type=%22system',
      ),
    ),
    matching: [
      get('/__', {
        cookie:
          'dnn_IsMobile=False; DNNPersonalization=<profile><item key="x" type="System.Data.Services.Internal.ExpandedWrapper`2"/></profile>',
      }),
      get('/', {
        cookie:
          'DNNPersonalization=%3Cprofile%3E%3Citem%20type=%22System.Windows.Data.ObjectDataProvider',
      }),
    ],
    other: [
      get('/', { cookie: 'DNNPersonalization=<profile />' }),
      get('/', { cookie: 'language=en-US' }),
    ],
  }),
  detection({
    ref: 'managed-dotnet-diagnostics',
    description: 'ASP.NET: reads the log of errors or the trace of requests',
    categories: ['microsoft', 'iis', 'information-disclosure'],
    action: 'log',
    expression: pathHas('/elmah.axd', '/trace.axd'),
    matching: [get('/elmah.axd'), get('/admin/trace.axd?id=1')],
    other: [get('/ScriptResource.axd?d=x'), get('/docs/elmah')],
  }),
  detection({
    ref: 'managed-kentico-staging',
    description:
      'Kentico Xperience: writes objects with the staging service (CVE-2019-10068, CVE-2025-2746, CVE-2025-2747, CVE-2025-2749)',
    categories: [
      'kentico',
      'deserialization',
      'authentication-bypass',
      'cve-2019-10068',
      'cve-2025-2746',
      'cve-2025-2747',
      'cve-2025-2749',
    ],
    action: 'log',
    expression: allOf(pathHas('/cmspages/staging/syncserver.asmx'), methodIs('POST')),
    matching: [
      xmlPost(
        '/CMSPages/Staging/SyncServer.asmx',
        '<ProcessSynchronizationTaskData><stagingTaskData>x</stagingTaskData></ProcessSynchronizationTaskData>',
      ),
      formPost('/CMSPages/Staging/SyncServer.asmx/ProcessSynchronizationTaskData', {
        stagingTaskData: 'x',
      }),
    ],
    other: [get('/CMSPages/Staging/SyncServer.asmx'), get('/CMSPages/GetResource.ashx?image=a')],
  }),
];
