import { formPost, get, send } from '../../../request-samples.ts';
import {
  allOf,
  anyOf,
  bodyHas,
  bodyMatches,
  fieldHas,
  headerHas,
  methodIs,
  pathEnds,
  pathHas,
  queryHas,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

export const jenkinsRules = [
  detection({
    ref: 'managed-jenkins-cli-files',
    description: 'Jenkins: reads files with an argument of the command line (CVE-2024-23897)',
    categories: ['jenkins', 'directory-traversal', 'information-disclosure', 'cve-2024-23897'],
    expression: allOf(
      pathHas('/cli'),
      queryHas('remoting=false'),
      bodyMatches('@(?:/|[a-z]:[\\\\/]|\\.\\.)'),
    ),
    matching: [
      send(
        'POST',
        '/cli?remoting=false',
        'application/octet-stream',
        '\u0000\u0000\u0006\u0000\u0000\u0004help\u0000\u0000\u000e\u0000\u0000\u000c@/etc/passwd',
      ),
      send(
        'POST',
        '/jenkins/cli?remoting=false',
        'application/octet-stream',
        'who-am-i @C:\\secrets\\master.key',
      ),
    ],
    other: [
      send('POST', '/cli?remoting=false', 'application/octet-stream', 'build site'),
      get('/cli/'),
    ],
  }),
  detection({
    ref: 'managed-jenkins-script-check',
    description:
      'Jenkins: runs Groovy while it checks a script (CVE-2018-1000861, CVE-2019-1003000)',
    categories: [
      'jenkins',
      'code-injection',
      'remote-code-execution',
      'cve-2018-1000861',
      'cve-2019-1003000',
    ],
    expression: allOf(
      pathHas('/descriptorbyname/', '/checkscript'),
      pathHas('scriptsecurity', 'workflow.cps', 'checkscript'),
      fieldHas('value', '@grab', '@asttest', '@groovy', '.execute', 'java.lang', 'class '),
    ),
    matching: [
      get(
        '/securityRealm/user/admin/descriptorByName/org.jenkinsci.plugins.scriptsecurity.sandbox.groovy.SecureGroovyScript/checkScript?sandbox=true&value=public%20class%20x%7Bpublic%20x()%7B%22id%22.execute()%7D%7D',
      ),
      get(
        '/descriptorByName/org.jenkinsci.plugins.workflow.cps.CpsFlowDefinition/checkScriptCompile?value=@GrabConfig(disableChecksums=true)',
      ),
    ],
    other: [
      formPost(
        '/job/site/descriptorByName/org.jenkinsci.plugins.workflow.cps.CpsFlowDefinition/checkScriptCompile',
        { value: 'pipeline { agent any }' },
      ),
      get('/descriptorByName/hudson.model.FreeStyleProject/checkName?value=site'),
    ],
  }),
  detection({
    ref: 'managed-jenkins-serialised-command',
    description:
      'Jenkins: a serialised object in a command or the XML of a job (CVE-2016-0792, CVE-2017-1000353)',
    categories: [
      'jenkins',
      'deserialization',
      'remote-code-execution',
      'cve-2016-0792',
      'cve-2017-1000353',
    ],
    expression: anyOf(
      allOf(
        pathHas('/cli'),
        headerHas('side', 'upload', 'download'),
        bodyHas('ro0ab', '\\xac\\xed', 'java.security'),
      ),
      allOf(
        pathHas('/createitem'),
        bodyHas('groovy.util.expando', 'org.codehaus.groovy', 'java.lang.processbuilder'),
      ),
    ),
    matching: [
      send(
        'POST',
        '/cli',
        'application/octet-stream',
        '<===[JENKINS REMOTING CAPACITY]===>rO0ABXNyABtqYXZhLnNlY3VyaXR5',
        { side: 'upload', session: '5f' },
      ),
      send(
        'POST',
        '/createItem?name=x',
        'application/xml',
        '<map><entry><groovy.util.Expando><expandoProperties/></groovy.util.Expando></entry></map>',
      ),
    ],
    other: [
      send(
        'POST',
        '/createItem?name=site',
        'application/xml',
        '<project><description>Site</description></project>',
      ),
      send('POST', '/cli', 'application/octet-stream', 'x', { side: 'download' }),
    ],
  }),
  detection({
    ref: 'managed-jenkins-script-console',
    description: 'Jenkins: runs Groovy with the script console',
    categories: ['jenkins', 'code-injection'],
    action: 'log',
    expression: allOf(
      pathEnds('/script', '/scripttext'),
      methodIs('POST'),
      fieldHas('script', '.execute(', 'java.lang', 'processbuilder'),
    ),
    matching: [
      formPost('/script', { script: 'println "id".execute().text' }),
      formPost('/jenkins/scriptText', { script: 'new java.lang.ProcessBuilder("id")' }),
    ],
    other: [
      formPost('/script', { script: 'println Jenkins.instance.version' }),
      formPost('/theatre/script', { title: 'The execute' }),
    ],
  }),
  detection({
    ref: 'managed-jenkins-language-files',
    description: 'Jenkins: reads files with the language of a plugin (CVE-2018-1999002)',
    categories: ['jenkins', 'directory-traversal', 'header', 'cve-2018-1999002'],
    expression: allOf(pathHas('/plugin/'), headerHas('accept-language', '../', '..\\')),
    matching: [
      get('/plugin/credentials/.ini', { 'accept-language': '/../../../../../etc/passwd' }),
      get('/jenkins/plugin/git/.key', { 'accept-language': '../../secrets' }),
    ],
    other: [
      get('/plugin/git/help.html', { 'accept-language': 'de,en;q=0.5' }),
      get('/', { 'accept-language': '../x' }),
    ],
  }),
];
