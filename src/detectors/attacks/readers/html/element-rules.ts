import type { AttackSign } from '../../../../catalogs/attacks/attack-signs.ts';
import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import { readCode } from '../javascript/code-reading.ts';
import { CODE } from '../javascript/javascript-effects.ts';
import type { Tag } from './html-tags.ts';

interface ElementFinding {
  readonly sign: AttackSign;
  readonly strength: Strength;
}

/** Judges an element by its attributes; `isExpected` if it stands among other markup. */
type ElementRule = (tag: Tag, isExpected: boolean) => ElementFinding | undefined;

const attributeOf = (tag: Tag, ...names: readonly string[]): string | undefined =>
  tag.attributes.find(({ name }) => names.includes(name))?.value;

const found = (sign: AttackSign, strength: Strength): ElementFinding => ({ sign, strength });

const REMOTE = /^\s*(?:[a-z][a-z0-9+.-]*:|[/\\]{2})/i;

const embeds =
  (...names: readonly string[]): ElementRule =>
  (tag, isExpected) => {
    if (attributeOf(tag, ...names) === undefined) return undefined;
    return found('html-embedded-content', isExpected ? 'weak' : 'likely');
  };

/** People paste the code that video portals and maps offer, which names the size of the frame. */
const iframe: ElementRule = (tag, isExpected) => {
  const source = tag.attributes.find(({ name }) => name === 'src');
  if (source === undefined) return undefined;
  const isEmbedCode = source.isQuoted && attributeOf(tag, 'width', 'height', 'allow') !== undefined;
  const isWeak = isExpected || isEmbedCode || !REMOTE.test(source.value);
  return found('html-embedded-content', isWeak ? 'weak' : 'likely');
};

const meta: ElementRule = (tag, isExpected) => {
  const content = attributeOf(tag, 'content') ?? '';
  const charset = attributeOf(tag, 'charset') ?? content;
  if (/utf-?7|imap4-modified/i.test(charset)) return found('html-page-control', 'clear');
  const header = attributeOf(tag, 'http-equiv')?.trim().toLowerCase();
  if (header === 'refresh') return found('html-page-control', isExpected ? 'likely' : 'clear');
  if (header === 'set-cookie') return found('html-page-control', 'clear');
  return header === 'link' ? found('html-page-control', 'likely') : undefined;
};

const link: ElementRule = (tag, isExpected) => {
  const relation = attributeOf(tag, 'rel')?.toLowerCase() ?? '';
  if (relation.includes('import')) return found('html-page-control', 'clear');
  const isScript =
    attributeOf(tag, 'as')?.toLowerCase() === 'script' || relation === 'modulepreload';
  if (isScript && REMOTE.test(attributeOf(tag, 'href') ?? '')) {
    return found('html-page-control', isExpected ? 'weak' : 'likely');
  }
  const isStyle = relation.includes('stylesheet') && attributeOf(tag, 'href') !== undefined;
  return isStyle && !isExpected ? found('html-page-control', 'likely') : undefined;
};

const base: ElementRule = (tag, isExpected) => {
  if (attributeOf(tag, 'href', 'target') === undefined) return undefined;
  return found('html-page-control', isExpected ? 'weak' : 'clear');
};

const form: ElementRule = (tag, isExpected) => {
  const action = attributeOf(tag, 'action', 'formaction');
  if (action === undefined || !REMOTE.test(action)) return undefined;
  return found('html-page-control', isExpected ? 'weak' : 'likely');
};

const use: ElementRule = (tag) => {
  const address = attributeOf(tag, 'href', 'xlink:href') ?? '';
  return REMOTE.test(address) ? found('html-embedded-content', 'likely') : undefined;
};

/** SVG and HTML+TIME change attributes of other elements without a script. */
const animation: ElementRule = (tag) => {
  const target = attributeOf(tag, 'attributename')?.trim().toLowerCase() ?? '';
  const values = ['to', 'from', 'values', 'by'].map((name) => attributeOf(tag, name) ?? '');
  if (target === 'innerhtml' || target === 'srcdoc')
    return found('html-animated-attribute', 'clear');
  if (/^on[a-z]{3,}$/.test(target)) {
    const runs = values.some((value) => (readCode(value).effects & CODE) !== 0);
    return found('html-animated-attribute', runs ? 'clear' : 'likely');
  }
  const isAddress = /(?:^|:)href$/.test(target);
  const runs = values.some((value) => /(?:script|data|&#)\s*:/i.test(value));
  return isAddress && runs ? found('html-animated-attribute', 'clear') : undefined;
};

const dataIsland: ElementRule = (tag, isExpected) => {
  const isIsland = attributeOf(tag, 'src') !== undefined && !isExpected;
  return isIsland ? found('html-data-binding', 'likely') : undefined;
};

const parameter: ElementRule = (tag, isExpected) => {
  const isAddress = /^(?:url|src|movie|code|data|href)$/i.test(attributeOf(tag, 'name') ?? '');
  if (!isAddress || isExpected) return undefined;
  return found(
    'html-embedded-content',
    REMOTE.test(attributeOf(tag, 'value') ?? '') ? 'likely' : 'weak',
  );
};

const never: ElementRule = (_, isExpected) =>
  found('html-embedded-content', isExpected ? 'weak' : 'likely');

export const elementRules: ReadonlyMap<string, ElementRule> = new Map(
  Object.entries({
    animate: animation,
    animatecolor: animation,
    animatemotion: animation,
    animatetransform: animation,
    applet: never,
    base,
    bgsound: embeds('src'),
    button: form,
    embed: embeds('src', 'code', 'type'),
    'event-source': embeds('src'),
    fencedframe: embeds('src'),
    form,
    frame: embeds('src'),
    frameset: never,
    iframe,
    input: form,
    isindex: embeds('action', 'formaction', 'prompt', 'type'),
    link,
    meta,
    object: embeds('data', 'classid', 'codebase', 'type', 'code', 'archive'),
    param: parameter,
    portal: embeds('src'),
    set: animation,
    use,
    xml: dataIsland,
  }),
);

/** Data binding of Internet Explorer 4 to 9. Honest pages no longer have it. */
export const rendersData = (tag: Tag): boolean => attributeOf(tag, 'dataformatas') !== undefined;

const BINDS = /^(?:datasrc|dataformatas|[a-z]+:(?:event|handler|actuate))$/;
const BINDING_NAMESPACE = /microsoft-com:time|xml-events|wapforum/i;

/** Attributes and namespaces that bind elements to data, events or behaviours in old browsers. */
export const bindsData = ({ name: element, attributes }: Tag): boolean =>
  attributes.some(
    ({ name, value }) =>
      BINDS.test(name) ||
      (element === '?' && name === 'implementation') ||
      (name.startsWith('xmlns') && BINDING_NAMESPACE.test(value)),
  );
