/** Why attacks of a technique are missed, by family and technique. */
export const missedReasons: Readonly<Record<string, string>> = {
  'sql/true for a number': '`238 or 1` and `238 or true` are sentences as well.',
  'sql/rest cut off':
    'A quote, brackets and a comment behind a semicolon do not yet count as cutting the rest off.',
  'sql/union': '`VALUES ROW(…)` is not read as a query.',
  'sql/expression within a value': 'Arithmetic with `if(…)` is a formula of tables as well.',
  'sql/probing': '`LIMIT … INTO @variable` is not read.',
  'sql/disguised':
    '`DISTINCTROW`, and a union directly behind a number in exponent notation and a tab, are not read.',
  'sql/JSON operators':
    'The casts and containment operators of PostgreSQL are not read between all operands.',
  'sql/whole statement':
    'A statement that leaves no context is what people ask about and telemetry contains.',
  'html/whole address of code': 'A segment of a path becomes the target of no link.',
  'html/base and meta': '`<link rel=preload>` loads a script but does not run it.',
  'html/style':
    'Styles that load pictures by the value of a field are styles of honest pages as well.',
  'html/forms and dangling markup':
    'A picture of another host with an open quote looks like a cut rich text.',
  'javascript/reading the session':
    'Bare code that leaves no string runs nowhere unless the application evaluates it.',
  'javascript/computed names': 'In a segment of a path, brackets and calls are read as text.',
  'javascript/code from text':
    'Bare code that leaves no string runs nowhere unless the application evaluates it.',
  'javascript/without parentheses':
    '`valueOf=alert;window+4` is two assignments and a sum to a reader that does not run it.',
  'javascript/empty lists': 'Alphabets with `$` and `_` instead of brackets are not recognised.',
  'javascript/client-side templates':
    'Attributes of Vue and AngularJS in elements are not read as expressions.',
  'shell/command behind an operator':
    '`ps`, `id` and `env` behind a vertical line are words of tables as well.',
  'shell/out of quotes': 'A command without arguments between quotes is a word in quotes.',
  'shell/disguised': 'Names of commands that are put together from variables are not resolved.',
  'shell/PowerShell': 'Cmdlets that only print are not among the commands.',
  'shell/function in a header': 'The second form of the bug has no empty function body.',
  'shell/time': '`timeout` of Windows is a word of settings as well.',
  'shell/out of band': '`host` with a substitution is not read as a command.',
  'shell/option of a program': '`-exec` and `--config=core.sshCommand` are not among the options.',
  'php/computed function':
    'Calls of functions whose names are put together are only found with a variable that comes from the request.',
  'php/decoded code': '`pack` is not among the functions that decode.',
  'php/writing a file': '`copy`, `rename` and `unlink` are words and functions of many languages.',
  'php/settings in the query': '`-s` alone is the argument of many applications.',
  'java/expression language': 'A call of `getClass` that reads a name only reveals a type.',
  'java/scripts and scriptlets':
    'Groovy that reads a file, and the loading of a class, are code of honest posts as well.',
  'template/computation': 'Notations of rare engines are placeholders of others.',
  'template/Smarty': 'A function whose name is assigned before is not resolved.',
  'template/other engines': 'Razor and Pug have no marks of their own.',
  'deserialization/PHP objects': 'Base64 of text with NUL bytes is not unpacked.',
  'deserialization/PHP objects in base64': 'Base64 of text with NUL bytes is not unpacked.',
  'deserialization/Java objects': 'Compressed values in base64 are not unpacked.',
  'deserialization/types in JSON': 'The members of jsonpickle are not among the names of types.',
  'deserialization/view state': 'A view state is not taken apart.',
  'nosql/operators in JSON':
    'A single comparison in a query argument is the interface of honest databases.',
  'nosql/JavaScript': 'The commands of map-reduce and of MongoLite are not among the operators.',
  'nosql/Cypher': 'There is no reader of Cypher.',
  'ldap/filter cut off': 'A multipart field with a NUL, and base64 of one, count as binary data.',
  'xpath/true for a text': 'Full comparisons only differ from SQL in their functions.',
  'xml/expanding entities': 'One long entity with many references is not counted.',
  'ssi/command': 'Files for download may contain directives.',
  'ssi/file or variable': 'Files for download may contain directives.',
  'ssi/edge': 'Files for download may contain directives.',
  'crlf/request split': 'A request line without a header that attackers use is text.',
  'crlf/other line breaks': 'Two escapes of JSON in a row are not decoded twice.',
  'traversal/extension cut off':
    'A multipart field with a NUL, and base64 of one, count as binary data.',
  'traversal/in the path': 'A single `../` leads out of no folder that matters.',
  'file-inclusion/streams of PHP': '`glob:` only lists names.',
  'file-inclusion/page of another host':
    'An address of another host without a script is what fields for addresses contain.',
  'restricted-file/configuration': 'Names that applications serve on purpose are not restricted.',
  'restricted-file/copies': 'Names that applications serve on purpose are not restricted.',
  'restricted-file/state of the server':
    'Names that applications serve on purpose are not restricted.',
  'ssrf/loopback':
    'Addresses of the own machine are the callbacks of honest command-line programs.',
  'ssrf/network inside': 'Addresses of private networks stand in settings of honest monitoring.',
  'ssrf/misleading names': 'Public names that lead to the own machine are used by developers.',
  'ssrf/other protocols': 'Addresses of file transfer are honest values of fields for addresses.',
  'ssrf/proxy of the server': 'A host in the path is an address of caches and mail.',
  'upload/name of a program': 'Archives of Java and Perl programs are honest uploads.',
  'upload/settings of a server': 'A public key is an honest upload.',
  'upload/active documents': 'HTML under the name of a picture only weighs what its content shows.',
  'upload/by PUT and WebDAV': 'The target of a move is read as an address only.',
  'webshell/command in an argument':
    'An unknown name of a program with an argument is an ordinary request.',
  'webshell/code in a field': 'Code of ASP without a dangerous call is text.',
  'protocol/framing': 'A body of `GET` is permitted.',
  'protocol/methods': 'Unknown methods score and are not flagged alone.',
  'protocol/headers for others': 'The edge itself normalises the host.',
  'protocol/exhaustion': 'Long lists of languages are read in linear time.',
  'evasion/broken bodies': 'A multipart form whose type names no boundary is not taken apart.',
};
