/** Why attacks of a technique are missed, by family and technique. */
export const missedReasons: Readonly<Record<string, string>> = {
  'sql/true for a number': 'In a search box, `238 or true` is a choice of numbers.',
  'sql/rest cut off': 'A comment stands between the quote and the semicolon.',
  'sql/disguised': 'A union directly behind a number in exponent notation and a tab is not read.',
  'sql/whole statement':
    'A statement that leaves no context is what people ask search boxes about.',
  'javascript/reading the session':
    'In a search box, code that leaves no string is what people ask about.',
  'javascript/code from text': 'In a search box, a call is what people ask about.',
  'shell/function in a header': 'The semicolon of the second form of the bug ends a cookie.',
  'shell/option of a program':
    'Names of programs in `User-Agent` have options behind them, and no program gets it as an argument.',
  'deserialization/PHP objects in base64': 'Base64 in base64 with NUL bytes is not unpacked.',
  'nosql/Cypher': 'Clauses that are encoded twice, or in few words, are sentences as well.',
  'ssi/command': 'Files for download may contain directives.',
  'ssi/file or variable': 'Files for download may contain directives.',
  'ssi/edge': 'Files for download may contain directives.',
  'crlf/other line breaks': 'Two escapes of JSON in a row are not decoded twice.',
  'file-inclusion/page of another host':
    'An address of another host without a script is what fields for addresses contain.',
  'restricted-file/configuration': 'Names that applications serve on purpose are not restricted.',
  'restricted-file/copies': 'Names that applications serve on purpose are not restricted.',
  'restricted-file/state of the server':
    'Names that applications serve on purpose are not restricted.',
  'ssrf/loopback':
    'In a cookie, in a query and under names that say nothing, addresses of the own machine are the callbacks of honest programs.',
  'ssrf/network inside': 'Addresses of private networks stand in settings of honest monitoring.',
  'ssrf/misleading names': 'Public names that lead to the own machine are used by developers.',
  'ssrf/other protocols': 'Addresses of file transfer are honest values of fields for addresses.',
  'upload/name of a program': 'Archives of Java and Perl programs are honest uploads.',
  'upload/active documents': 'XHTML under its own name is an honest upload.',
  'protocol/framing': 'A body of `GET` is permitted.',
  'protocol/methods': 'Unknown methods score and are not flagged alone.',
  'protocol/headers for others': 'The edge itself normalises the host.',
  'protocol/exhaustion': 'Long lists of languages are read in linear time.',
  'evasion/broken bodies': 'A multipart form whose type names no boundary is not taken apart.',
};
