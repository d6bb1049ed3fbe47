import type { AttackSign } from '../../../../catalogs/attacks/attack-signs.ts';
import type { Strength } from '../../../../catalogs/attacks/strength.ts';

/** A piece of an expression or of a graph of objects, and what it is for. */
export interface JavaPiece {
  readonly sign: AttackSign;
  /** In a value that is not code shown to people. */
  readonly strength: Strength;
  /** In code shown to people. */
  readonly whenQuoted?: Strength;
  readonly isName?: boolean;
  readonly pattern: RegExp;
}

const PACKAGE = String.raw`(?:java|javax|jdk|sun|com\.sun|org|com|groovy|freemarker)\.[\w.$]{1,120}`;
const pattern = (source: string, flags = ''): RegExp => new RegExp(source, flags);

export const javaPieces: readonly JavaPiece[] = [
  // @java.lang.Runtime@getRuntime()
  {
    sign: 'java-static-member',
    strength: 'clear',
    whenQuoted: 'likely',
    pattern: pattern(`@${PACKAGE}\\.[A-Z]\\w{0,60}@\\w+`),
  },
  // T(java.lang.Runtime)
  {
    sign: 'java-static-member',
    strength: 'clear',
    whenQuoted: 'likely',
    pattern: pattern(`\\bT\\s{0,4}\\(\\s{0,4}(?:${PACKAGE}|[A-Z]\\w{2,30})\\s{0,4}\\)\\s{0,4}[.]`),
  },
  {
    sign: 'java-ognl',
    strength: 'clear',
    whenQuoted: 'likely',
    pattern:
      /#_memberAccess|\\u0023_memberAccess|#(?:context|attr|application|request|session|parameters|root|this|vs)\s?(?:\[\s?['"]|\.(?:get|put|class|setMember)\w{0,40}\s?\()/,
  },
  // (#name=…) and (#name.method(…
  {
    sign: 'java-ognl',
    strength: 'clear',
    whenQuoted: 'likely',
    pattern: /\(\s{0,4}#[a-z_]\w{0,40}\s{0,4}(?:=[^=>]|\.\w{1,40}\s?\()/i,
  },
  {
    sign: 'java-ognl',
    strength: 'clear',
    whenQuoted: 'weak',
    pattern: /[%$#]\{\s{0,4}(?:\(\s?)?#[a-z_]\w{0,40}\s{0,4}[=.[(]/i,
  },
  {
    sign: 'java-process',
    strength: 'clear',
    whenQuoted: 'weak',
    pattern:
      /\bgetRuntime\s?\(\s?\)\s{0,4}\.\s{0,4}exec\b|\bRuntime\s{0,4}(?:\.|\)\s?\.|@)\s{0,4}getRuntime\b|\bexec\s?\(\s?java\.lang\.Runtime|\bnew\s+(?:java\.lang\.)?ProcessBuilder\s?\(|\bProcessBuilder\s?\(\s?['"{(n]|\.getRuntime\s?\(\s?\)\s?\.exec\s?\(/,
  },
  {
    sign: 'java-reflection',
    strength: 'clear',
    whenQuoted: 'weak',
    pattern:
      /(?:\.getClass\s?\(\s?\)|\.class|\[\s?['"]class['"]\s?\])\s{0,4}(?:\.\s?(?:forName|getClassLoader|getMethods?|getDeclared\w{3,20}|newInstance|getProtectionDomain|module|classLoader|getResource\w{0,10}|inspect|type|protectionDomain)\b|\[)|\bClass\.forName\s?\(\s?['"]/,
  },
  {
    sign: 'java-reflection',
    strength: 'clear',
    whenQuoted: 'weak',
    pattern:
      /\.(?:getDeclared(?:Methods|Constructors|Fields)|getMethod|getDeclaredMethod)\s?\([^)]{0,100}\)[^;\n]{0,100}\.?(?:invoke|newInstance|setAccessible|\{[?^$])/,
  },
  // An expression that names the class of an object, and the loader of a thread.
  {
    sign: 'java-reflection',
    strength: 'likely',
    whenQuoted: 'weak',
    pattern:
      /[$#%*]\{[^{}]{0,80}\.getClass\s?\(\s?\)|\bThread\.currentThread\s?\(\s?\)\s?\.\s?getContextClassLoader\s?\(\s?\)\s?\./,
  },
  {
    sign: 'java-script-engine',
    strength: 'clear',
    whenQuoted: 'weak',
    pattern:
      /\bScriptEngineManager\b|\.getEngineByName\s?\(|\bStandardScriptFactory\b|\bNashornScriptEngine\b|\bGroovyShell\s?\(|\bClassPathXmlApplicationContext\s?\(|\bJShell\.(?:builder|create)\b/,
  },
  {
    sign: 'java-groovy',
    strength: 'clear',
    whenQuoted: 'weak',
    pattern:
      /(?:['"]|['"]\s?\])\s?\.execute\s?\(\s?[\w,"'[\] ]{0,40}\)|@(?:groovy\.transform\.)?ASTTest\s?\(|@Grab(?:Config|Resolver)?\s?\(/,
  },
  {
    sign: 'java-scope',
    strength: 'likely',
    whenQuoted: 'weak',
    pattern:
      /[$#]\{\s{0,4}(?:applicationScope|sessionScope|requestScope|pageContext|initParam|facesContext|pageScope|cookie\.|header\[|headerValues|paramValues|servletContext|springMacroRequestContext|beanFactory|environment\.getProperty)\b/,
  },
  // Paths of properties from an object to the loader of its class.
  {
    sign: 'java-class-loader',
    strength: 'clear',
    whenQuoted: 'likely',
    pattern:
      /(?:^|[.[({'"#])class(?:\[['"]|['"]\]\[['"]|\.)(?:module|classLoader|protectionDomain)(?:['"]\])?[.[]/i,
  },
  // Script handlers of CQL, of property accessors and of rule engines.
  {
    sign: 'java-class-name',
    strength: 'clear',
    whenQuoted: 'weak',
    pattern: pattern(
      `\\bnew\\s+(?:java|javax|com\\.sun|org\\.springframework|org\\.apache)\\.[\\w.$]{2,120}\\s?\\(`,
    ),
  },
  {
    sign: 'java-class-name',
    strength: 'likely',
    whenQuoted: 'weak',
    pattern:
      /\bjava\.(?:lang\.(?:Runtime|ProcessBuilder|Class|ClassLoader|reflect\.\w+|Thread|System)|net\.(?:URLClassLoader|URL|Socket)|io\.(?:File|BufferedReader|InputStreamReader|FileInputStream|FileReader|FileWriter)(?!\w)|util\.Scanner|beans\.XMLDecoder|nio\.file\.Files)\b|\bjavax\.(?:script|naming)\.\w+/,
  },
  // Graphs of objects in XML.
  {
    sign: 'java-object-graph',
    strength: 'clear',
    whenQuoted: 'weak',
    pattern:
      /<(?:java|object|void|new|bean|property|handler)\b[^<>]{0,200}\bclass\s?=\s?["'](?:java\.(?:lang\.(?:ProcessBuilder|Runtime|Class)|beans\.|io\.|net\.|util\.Scanner)|javax\.|com\.sun\.|sun\.|org\.springframework\.(?:context|expression|beans)|groovy\.|bsh\.)/,
  },
  {
    sign: 'java-object-graph',
    strength: 'clear',
    whenQuoted: 'weak',
    pattern:
      /<(?:dynamic-proxy|javax?\.(?:imageio|crypto|swing|naming|activation|sql|util\.(?:PriorityQueue|ServiceLoader|logging)|lang|net|beans)[\w.$_-]*|jdk\.nashorn[\w.$_-]*|com\.sun\.[\w.$_-]+|sun\.(?:reflect|misc|nio|rmi)[\w.$_-]*|org\.(?:apache\.commons|codehaus\.groovy|springframework|hibernate)[\w.$_-]*|serialization\s+class|java\.(?:util\.PriorityQueue|lang\.ProcessBuilder))[\s>/]/,
  },
  {
    sign: 'java-object-graph',
    strength: 'likely',
    whenQuoted: 'weak',
    pattern:
      /<(?:sorted-set|tree-map|tree-set|linked-hash-set|map)>\s{0,40}<(?:string|dynamic-proxy|entry|[\w.$_-]+\s+serialization|[a-z]+\.[\w.$_-]+)/,
  },
  {
    sign: 'java-database-url',
    strength: 'clear',
    whenQuoted: 'weak',
    pattern:
      /\bjdbc:[^\s'"]{1,200}?[;?&](?:INIT\s?=\s?(?:RUNSCRIPT|CREATE|DROP)|autoDeserialize\s?=\s?(?:true|yes)|queryInterceptors=|statementInterceptors=|detectCustomCollations=|socketFactory=|loggerLevel=|allowLoadLocalInfile=true|clientRerouteServerListJNDIName)/i,
  },
];
