import type { AttackSign } from '../../../../catalogs/attacks/attack-signs.ts';
import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import type { Delimiter } from './expressions.ts';

/** Something that only attacks put into an expression of a template. */
export interface ExpressionPiece {
  readonly sign: AttackSign;
  readonly strength: Strength;
  /** Delimiters of the languages that it belongs to; all if absent. */
  readonly delimiters?: readonly Delimiter[];
  readonly pattern: RegExp;
}

const NUMBER = String.raw`\(?\s?['"]?\d{1,9}['"]?\s?\)?`;
const ARITHMETIC = new RegExp(
  String.raw`^[\s=-]{0,4}(?:print\s?\(?|\{)?\s?${NUMBER}(?:\s{0,2}[*+\-/%~^]\s{0,2}${NUMBER}){1,6}[\s)}-]{0,4}$`,
);

export const expressionPieces: readonly ExpressionPiece[] = [
  {
    sign: 'template-arithmetic',
    strength: 'likely',
    delimiters: ['{{', '{%', '<%', '${', '#{', '*{', '@{', '@(', '%{', '{'],
    pattern: ARITHMETIC,
  },
  // Attributes that every object of Python has, and the globals of Jinja that lead to them.
  {
    sign: 'template-python-object',
    strength: 'clear',
    pattern:
      /__(?:class|mro|bases?|subclasses|globals|builtins|import|init|dict|getattribute|getitem|code)__|\.mro\s?\(|\|\s?attr\s?\(|\b(?:lipsum|cycler|joiner|namespace|url_for|get_flashed_messages|range)\.(?:__|func_globals)|\brequest\s?(?:\.\s?application|\|\s?attr)|\b_TemplateReference__context\b|\bself\._/,
  },
  {
    sign: 'template-secret',
    strength: 'clear',
    delimiters: ['{{', '{%', '${', '<%'],
    pattern:
      /\bconfig\.(?:items|from_pyfile|from_object|root_path)\s?\(|\bconfig\s?\[\s?['"]?SECRET|\b(?:settings|config)\.SECRET_KEY\b|\bself\.(?:env|getEnvironment)|\b_self\.(?:env|getTemplateName)|\bENV\s?\[|\bdump\s?\(\s?app\b|\bapp\.request\.(?:server|query|cookies)\b|\.data_model\b|\bSystem\.getenv\b|\bphpversion\s?\(/,
  },
  // `config` is also the name of ordinary variables, so that it must be the whole expression.
  {
    sign: 'template-secret',
    strength: 'likely',
    delimiters: ['{{'],
    pattern: /^\s{0,4}(?:config|settings|_context|app|g)\s{0,4}(?:\|\s?\w{1,12}\s?)?$/,
  },
  {
    sign: 'template-call',
    strength: 'clear',
    pattern:
      /\b(?:popen\d?|system|passthru|shell_exec|exec|execSync|spawnSync|spawn|check_output|proc_open|phpinfo|file_get_contents|file_put_contents|registerUndefinedFilterCallback|setCache|getFilter|readfile|show_source|backtick|instance_eval|class_eval|module_eval|mainModule|eval|assert|Process\.Start)\s{0,4}(?:\(|\.\s?require|['"`]\w)/i,
  },
  {
    sign: 'template-call',
    strength: 'clear',
    delimiters: ['{{', '{%'],
    pattern:
      /\|\s?(?:filter|map|sort|reduce|find)\s?\(?\s?['"](?:system|exec|passthru|shell_exec|assert|phpinfo|popen|call_user_func|file_put_contents)['"]/,
  },
  {
    sign: 'template-call',
    strength: 'clear',
    delimiters: ['<%', '#{'],
    pattern:
      /\b(?:IO\.(?:popen|read|readlines)|File\.(?:open|read|new)|Dir\.(?:entries|glob|\[)|Kernel\.|Open3\.|Process\.spawn|require\s?\(?['"]|ENV\b|Runtime\.|request\.getParameter|Server\.CreateObject|Execute\s?\(|request\s?\(|Response\.Write\s?\()|`[^`]{1,100}`|%x[({[]/,
  },
  {
    sign: 'template-call',
    strength: 'clear',
    delimiters: ['{%'],
    pattern:
      /^\s?(?:import\s+(?:os|sys|subprocess|socket|pty)\b|include\s+['"]\/|debug\s?$|load\s+log\b|extends\s+['"](?:\/|http))/,
  },
  // From a string or an object to the constructor of functions: AngularJS, Vue, Handlebars, lodash.
  {
    sign: 'template-constructor',
    strength: 'clear',
    pattern:
      /(?:\.\s?constructor|\[\s?['"]constructor['"]\s?\]|\bconstructor)\s?(?:\.\s?constructor|\(|\[|\.\s?prototype)|\blookup\s+[^}]{0,40}['"]constructor['"]|\bwith\s+['"]constructor['"]|\$(?:eval|on)\.constructor|__proto__|\bprocess\.(?:mainModule|binding|env)\b|\bglobal\.process\b|\bchild_process\b/,
  },
  // `{php}`, calls and static members in Smarty; the delimiter is a single brace.
  {
    sign: 'template-smarty',
    strength: 'clear',
    delimiters: ['{', '{{'],
    pattern:
      /^\s?(?:\/?php\s?$|(?:system|exec|passthru|shell_exec|phpinfo|fetch|eval|readfile|file_get_contents)\s?\(|Smarty_Internal_\w+::|\$smarty\.(?:template_object|version|const|server|env)\b|self::|if\s+(?:phpinfo|system|exec|passthru|readfile|shell_exec|\d{1,6}\s?[*])|math\s+equation|fetch\s+file=|include\s+file=['"]?(?:\/|php:|http|file:))/i,
  },
  // A function whose name was assigned before: `{$f('id')}`.
  {
    sign: 'template-smarty',
    strength: 'likely',
    delimiters: ['{'],
    pattern: /^\s?\$\w{1,20}\s?\(\s?['"][^'"]{1,100}['"]\s?\)\s?$/,
  },
  {
    sign: 'template-mail-expansion',
    strength: 'clear',
    delimiters: ['${'],
    pattern: /^(?:run|readfile|readsocket|perl|dlfunc|substr|lookup)\s?\{/,
  },
];
