import { formPost, get, send } from '../../../request-samples.ts';
import { allOf, anyOf, bodyHas, bodyMatches, fieldHas, headerHas, pathHas } from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

/** Written so that scanners of the source do not take the samples for tokens. */
const bearer = (token: string): string => ['Bearer', token].join(' ');

export const sharepointRules = [
  detection({
    ref: 'managed-sharepoint-toolshell',
    description:
      'Microsoft SharePoint: edits a page as if signed out and runs a serialised object (ToolShell, CVE-2025-49704, CVE-2025-49706, CVE-2025-53770, CVE-2025-53771)',
    categories: [
      'microsoft',
      'sharepoint',
      'deserialization',
      'authentication-bypass',
      'remote-code-execution',
      'cve-2025-49704',
      'cve-2025-49706',
      'cve-2025-53770',
      'cve-2025-53771',
    ],
    expression: anyOf(
      allOf(
        pathHas('/toolpane.aspx'),
        anyOf('lower(http.referer) contains "/signout.aspx"', bodyHas('msotlpn_dwp')),
      ),
      pathHas('/spinstall0.aspx', '/spinstall1.aspx', '/spinstallb.aspx'),
    ),
    matching: [
      send(
        'POST',
        '/_layouts/15/ToolPane.aspx?DisplayMode=Edit&a=/ToolPane.aspx',
        'application/x-www-form-urlencoded',
        'MSOTlPn_Uri=x&MSOTlPn_DWP=x',
        { referer: '/_layouts/SignOut.aspx' },
      ),
      get('/_layouts/16/ToolPane.aspx/x?DisplayMode=Edit', {
        referer: 'https://a.test/_layouts/15/SignOut.aspx',
      }),
      get('/_layouts/15/spinstall0.aspx'),
    ],
    other: [
      get('/_layouts/15/ToolPane.aspx?DisplayMode=Edit', {
        referer: 'https://intranet.example.com/SitePages/Home.aspx',
      }),
      get('/_layouts/15/start.aspx', {
        referer: 'https://intranet.example.com/_layouts/15/SignOut.aspx',
      }),
    ],
  }),
  detection({
    ref: 'managed-sharepoint-picker',
    description:
      'Microsoft SharePoint: a serialised object in the hidden field of a picker (CVE-2019-0604)',
    categories: [
      'microsoft',
      'sharepoint',
      'deserialization',
      'remote-code-execution',
      'cve-2019-0604',
    ],
    expression: allOf(pathHas('/picker.aspx'), bodyMatches('hiddenspandata=__')),
    matching: [
      formPost(
        '/_layouts/15/Picker.aspx?PickerDialogType=Microsoft.SharePoint.WebControls.ItemPickerDialog',
        { ctl00$PlaceHolderDialogBodySection$ctl05$hiddenSpanData: '__bp4d7a' },
      ),
      formPost('/_layouts/Picker.aspx', { hiddenSpanData: '__bpx' }),
    ],
    other: [
      formPost('/_layouts/15/Picker.aspx', {
        ctl00$PlaceHolderDialogBodySection$ctl05$hiddenSpanData: '',
      }),
      get('/_layouts/15/Picker.aspx?MultiSelect=True'),
    ],
  }),
  detection({
    ref: 'managed-sharepoint-unsigned-token',
    description: 'Microsoft SharePoint: a token without signature (CVE-2023-29357)',
    categories: ['microsoft', 'sharepoint', 'authentication-bypass', 'cve-2023-29357'],
    expression: allOf(
      pathHas('/_api/', '/_vti_bin/', '/_layouts/'),
      anyOf(
        headerHas('authorization', 'eyjhbgcioijub25l', 'eyjhbgcioiaibm9uzs'),
        headerHas('x-prooftoken', 'eyjhbgcioijub25l'),
        fieldHas('prooftoken', 'eyjhbgcioijub25l'),
      ),
    ),
    matching: [
      get('/_api/web/siteusers', {
        authorization: bearer('eyJhbGciOiJub25lIn0.eyJpc3MiOiJ4In0.'),
      }),
      get('/_api/web/currentuser?access_token=x&prooftoken=eyJhbGciOiJub25lIn0.e30.'),
    ],
    other: [
      get('/_api/web/lists', { authorization: bearer('eyJhbGciOiJSUzI1NiJ9.e30.c2ln') }),
      get('/_api/web/title'),
    ],
  }),
  detection({
    ref: 'managed-sharepoint-dataset-cache',
    description:
      'Microsoft SharePoint: a serialised data set in the cache of suggestions (CVE-2020-1147)',
    categories: [
      'microsoft',
      'sharepoint',
      'deserialization',
      'remote-code-execution',
      'cve-2020-1147',
    ],
    expression: allOf(
      pathHas('/quicklinks.aspx', '/quicklinksdialogform.aspx'),
      bodyHas('__suggestionscache__'),
    ),
    matching: [
      formPost('/_layouts/15/quicklinks.aspx?Mode=Suggestion', {
        __viewstate: '',
        __SUGGESTIONSCACHE__: '<DataSet><xs:schema/></DataSet>',
      }),
      formPost('/_layouts/15/quicklinksdialogform.aspx', { __SUGGESTIONSCACHE__: 'x' }),
    ],
    other: [
      get('/_layouts/15/quicklinks.aspx?Mode=Suggestion'),
      formPost('/_layouts/15/quicklinks.aspx', { q: 'x' }),
    ],
  }),
];
