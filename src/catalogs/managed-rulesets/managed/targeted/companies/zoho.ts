import { filePost, formPost, get, send } from '../../../request-samples.ts';
import {
  allOf,
  anyOf,
  decodedQueryHas,
  fieldHas,
  hasField,
  pathHas,
  rawPathHas,
} from '../conditions.ts';
import { anyStrength, attack, detection } from '../targeted-rule.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

export const zohoRules = [
  detection({
    ref: 'managed-zoho-selfservice-api',
    description:
      'Zoho ManageEngine ADSelfService Plus: reaches the REST API through a dot in the path (CVE-2021-40539)',
    categories: [
      'zoho',
      'manageengine',
      'authentication-bypass',
      'remote-code-execution',
      'cve-2021-40539',
    ],
    expression: rawPathHas('/./restapi/', '/%2e/restapi/', '/../restapi/'),
    matching: [
      formPost('/./RestAPI/LogonCustomization', { methodToCall: 'previewMobLogo' }),
      filePost('/./RestAPI/Connection', 'a.jsp'),
    ],
    other: [formPost('/RestAPI/WC/Login', { user: 'ada' }), get('/restapi/docs')],
  }),
  detection({
    ref: 'managed-zoho-servicedesk-import',
    description:
      'Zoho ManageEngine ServiceDesk Plus: uploads a program as an import of technicians (CVE-2021-44077)',
    categories: ['zoho', 'manageengine', 'file-upload', 'remote-code-execution', 'cve-2021-44077'],
    expression: pathHas('/restapi/importtechnicians'),
    matching: [
      filePost('/RestAPI/ImportTechnicians?step=1', 'msiexec.exe'),
      get('/RestAPI/ImportTechnicians?step=2'),
    ],
    other: [get('/RestAPI/Users'), filePost('/technicians/import', 'a.csv')],
  }),
  detection({
    ref: 'managed-zoho-desktop-central-upload',
    description:
      'Zoho ManageEngine Desktop Central: writes a file with the upload of logs (CVE-2020-10189, CVE-2021-44515)',
    categories: [
      'zoho',
      'manageengine',
      'file-upload',
      'directory-traversal',
      'deserialization',
      'cve-2020-10189',
      'cve-2021-44515',
    ],
    expression: anyOf(
      allOf(
        pathHas('/mdmloguploader', '/agentloguploader', '/fileuploadservlet'),
        decodedQueryHas('..', '%00'),
      ),
      allOf(pathHas('/state_id/'), pathHas('/agentloguploader', '/cgi-bin/')),
      allOf(pathHas('/cewolf/'), fieldHas('img', '..')),
    ),
    matching: [
      send(
        'POST',
        '/mdm/client/v1/mdmLogUploader?udid=si%5C..%5C..%5C..%5Cwebapps%5CDesktopCentral%5C_chart&filename=logger.zip',
        'application/octet-stream',
        'x',
      ),
      get('/cewolf/?img=%5C..%5C..%5Clogger.zip'),
      send(
        'POST',
        '/STATE_ID/123/agentLogUploader?computerName=x',
        'application/octet-stream',
        'x',
      ),
    ],
    other: [
      send(
        'POST',
        '/mdm/client/v1/mdmLogUploader?udid=5f3a&filename=logger.zip',
        'application/zip',
        'x',
      ),
      get('/cewolf/?img=chart12.png'),
    ],
  }),
  detection({
    ref: 'managed-zoho-opmanager-files',
    description:
      'Zoho ManageEngine OpManager: reads files with the path of cached scripts (CVE-2020-12116)',
    categories: ['zoho', 'manageengine', 'directory-traversal', 'cve-2020-12116'],
    expression: allOf(rawPathHas('/cachestart/'), rawPathHas('../', '..%2f', '%2e%2e')),
    matching: [
      get(
        '/cachestart/125116/cacheend/apiclient/fluidicv2/javascript/jquery/../../../../bin/.ssh_host_rsa_key',
      ),
      get('/cachestart/1/cacheend/..%2f..%2fconf'),
    ],
    other: [
      get('/cachestart/125116/cacheend/apiclient/fluidicv2/javascript/app.js'),
      get('/apiclient/ember/Login.jsp'),
    ],
  }),
  attack({
    ref: 'managed-zoho-saml-transform',
    description:
      'Zoho ManageEngine: runs a style sheet in the signature of a SAML response (CVE-2022-47966)',
    categories: ['zoho', 'manageengine', 'remote-code-execution', 'cve-2022-47966'],
    finds: {
      families: ['xml', 'java'],
      strengths: anyStrength,
      places: ['form', 'query'],
    },
    expression: allOf(pathHas('/samlresponseservlet', '/saml'), hasField('SAMLResponse')),
    matching: [
      formPost('/SamlResponseServlet', {
        SAMLResponse: base64(
          '<samlp:Response><ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"><xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:rt="http://xml.apache.org/xalan/java/java.lang.Runtime"><xsl:template match="/"><xsl:variable name="r" select="rt:getRuntime()"/><xsl:value-of select="rt:exec($r,\'id\')"/></xsl:template></xsl:stylesheet></ds:Transform></samlp:Response>',
        ),
      }),
      formPost('/samlLogin/1', {
        SAMLResponse: base64(
          '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><Response>&x;</Response>',
        ),
      }),
    ],
    other: [
      formPost('/SamlResponseServlet', {
        SAMLResponse: base64(
          '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"><saml:Assertion/></samlp:Response>',
        ),
      }),
      formPost('/saml/acs', {
        SAMLResponse: base64(
          '<samlp:Response><ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/></samlp:Response>',
        ),
      }),
    ],
  }),
];
