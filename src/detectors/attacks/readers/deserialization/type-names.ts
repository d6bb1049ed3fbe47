import type { ReadContext } from '../../attack-reader.ts';
import { gadgetIn, javaGadgets, netGadgets } from './gadget-classes.ts';

/** Fields in which readers of JSON expect the class of the object. */
const TYPE_FIELD = /(?:^|[.\]])(?:@type|@class|\$type|__type|class|@c|javaClass|typeHint)$/i;
const CLASS_NAME = /^\[{0,2}L?[a-z][\w]*(?:\.[\w$]+){2,12}(?:;|,\s?[\w., =]+)?$/;
/** Reports of errors name classes too. */
const THROWN = /(?:Exception|Error)[;\s]*$/;
const PLATFORM_CLASS =
  /^\[{0,2}L?(?:java\.(?:lang\.(?:AutoCloseable|Class|Exception|Runtime|Process|reflect)|net\.(?:Inet|URL)|io\.|beans\.|nio\.|rmi\.)|javax\.|com\.sun\.|sun\.|jdk\.)/;
/** JSON that strict parsers refuse and that libraries with this notation accept. */
const LENIENT_TYPE =
  /["'](?:@type|@class)["']\s{0,8}:\s{0,8}["']\[{0,2}L?(?:java|javax|com\.sun|sun|org|com)\.[\w.$]{2,120}/;
const YAML_TAG =
  /!!(?:javax?\.[\w.]{3,80}|com\.sun\.[\w.]{3,80}|org\.[\w.]{3,80}|python\/(?:object|name|module)[\w/:.]{0,80}|js\/function)|!ruby\/(?:object|hash|struct|array|regexp|sym|class|exception)[\w:-]{0,80}|!<tag:ruby/;
const MARKUP_TYPE = /<(?:\w+:)?ObjectDataProvider\b|clr-namespace:System\.Diagnostics/;

/** Members of jsonpickle, and modules of Python that run commands. */
const PICKLE_FIELD = /(?:^|\.)py\/(?:object|type|function|reduce|tuple)$/;
const PICKLE_MODULE =
  /^(?:os|posix|nt|subprocess|builtins|__builtin__|sys|pty|importlib|timeit)\.\w+$/;

/** Classes that the text asks the reader of the data to make objects of. */
export function readTypeNames(
  text: string,
  isQuoted: boolean,
  { value, report }: ReadContext,
): void {
  const isShort = text.length <= 200;
  if (PICKLE_FIELD.test(value.name) && PICKLE_MODULE.test(text)) {
    report('deserialization-type-name', 'clear', 0, text.length);
  }
  if (isShort && CLASS_NAME.test(text.trim()) && !THROWN.test(text)) {
    const name = text.trim();
    const isGadget = gadgetIn(name, javaGadgets) !== undefined;
    const isTyped = TYPE_FIELD.test(value.name) && PLATFORM_CLASS.test(name);
    if (isGadget || isTyped) report('deserialization-type-name', 'clear', 0, text.length);
  }
  if (
    isShort &&
    gadgetIn(text, netGadgets) &&
    (TYPE_FIELD.test(value.name) || /,\s?\w/.test(text))
  ) {
    report('deserialization-type-name', isQuoted ? 'weak' : 'clear', 0, text.length);
  }
  for (const pattern of [LENIENT_TYPE, YAML_TAG, MARKUP_TYPE]) {
    const match = pattern.exec(text);
    if (!match) continue;
    const sign = pattern === YAML_TAG ? 'deserialization-yaml' : 'deserialization-type-name';
    report(sign, isQuoted ? 'weak' : 'clear', match.index, match.index + match[0].length);
  }
  if (isShort && value.isName === true && gadgetIn(text, javaGadgets)) {
    report('deserialization-type-name', 'clear', 0, text.length);
  }
}
