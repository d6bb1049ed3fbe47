import type { PageElement } from '../page/page-reader.ts';
import type { Feature, Finder } from './feature.ts';
import { allOf, anyOf, calls, flow } from './finders.ts';

/** Elements of the page; the script itself has none. */
const elements =
  (fits: (element: PageElement, all: readonly PageElement[]) => boolean): Finder =>
  ({ page }) =>
    page?.elements.some((it) => fits(it, page.elements)) ? [0] : [];

const basic =
  (words: RegExp): Finder =>
  ({ page, effects }) => {
    const isFound =
      page?.basic.some(({ code }) => words.test(code)) ||
      effects.some(({ kind, text }) => kind === 'code' && words.test(text));
    return isFound ? [0] : [];
  };

const isInvisible = ({ attributes }: PageElement): boolean => {
  const style = attributes.get('style') ?? '';
  return (
    [attributes.get('width'), attributes.get('height')].some((it) =>
      /^[0-3](?:px)?$/.test(it ?? ''),
    ) ||
    /display:\s*none|visibility:\s*hidden|(?:left|top):\s*-\d{3}|(?:width|height):\s*[01](?:px)?\b/i.test(
      style,
    )
  );
};

/** A value that is no word, number, file or list of settings. */
const isEncoded = (value: string): boolean =>
  /^[A-Za-z0-9+/=%_-]{60,}$/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value);

/** Ends of programs for plug-ins. */
const program = /\.(?:jar|class|swf|xap|exe|hta)(?:$|[?#])/i;

/** What a page has besides its scripts. */
export const pageFeatures: readonly Feature[] = [
  {
    id: 'applet-with-encoded-data',
    what: 'Runs a Java program and passes it encoded data',
    points: 70,
    shows: ['run', 'hidden'],
    find: elements(
      ({ tag }, all) =>
        tag === 'applet' &&
        all.some((it) => it.tag === 'param' && isEncoded(it.attributes.get('value') ?? '')),
    ),
    samples: {
      matching: [
        `<applet archive="a.jar" code="A.class"><param name="p" value="${'Zq3x9Rk2'.repeat(9)}"></applet>`,
      ],
      other: [`<applet archive="a.jar" code="A.class"><param name="p" value="hello"></applet>`],
    },
  },
  {
    id: 'applet-with-program',
    what: 'Runs a Java program and passes it the address of a file to run',
    points: 100,
    shows: ['decisive'],
    find: elements(
      ({ tag }, all) =>
        tag === 'applet' &&
        all.some(
          (it) =>
            it.tag === 'param' &&
            /^https?:.*\.(?:bin|exe|dll|scr)$/i.test(it.attributes.get('value') ?? ''),
        ),
    ),
    samples: {
      matching: [
        `<applet archive="a.jar" code="A.class"><param name="u" value="http://x.test/a.exe"></applet>`,
      ],
      other: [
        `<applet archive="a.jar" code="A.class"><param name="u" value="http://x.test/a.png"></applet>`,
      ],
    },
  },
  {
    id: 'application-window-hidden',
    what: 'Hides the window of an application that runs with the rights of the visitor',
    points: 100,
    shows: ['decisive'],
    find: allOf(
      elements(({ tag }) => tag === 'hta:application'),
      anyOf(
        calls('resizeTo', 'moveTo'),
        elements(
          (it) =>
            it.tag === 'hta:application' &&
            /no|minimi[sz]e/i.test(
              `${it.attributes.get('showintaskbar')}${it.attributes.get('windowstate')}`,
            ),
        ),
      ),
      anyOf(
        calls('eval', 'ActiveXObject'),
        flow(({ sink }) => sink === 'code'),
      ),
    ),
    samples: {
      matching: [
        `<html><hta:application showintaskbar="no"><script>moveTo(-100, -100); eval(document.title);</script></html>`,
      ],
      other: [
        `<html><hta:application applicationname="list"><script>show(document.title);</script></html>`,
      ],
    },
  },
  {
    id: 'invisible-plugin',
    what: 'Runs a program in an invisible plug-in',
    points: 40,
    shows: ['run', 'hidden'],
    find: elements(
      (it) =>
        /^(?:applet|object|embed)$/.test(it.tag) &&
        isInvisible(it) &&
        [...it.attributes.values()].some((value) => program.test(value) || /^clsid:/i.test(value)),
    ),
    samples: {
      matching: [`<embed src="a.swf" width="1" height="1">`],
      other: [`<embed src="a.swf" width="640" height="480">`],
    },
  },
  {
    id: 'basic-runs-program',
    what: 'Runs a program on the computer of the visitor with VBScript',
    points: 100,
    shows: ['decisive'],
    find: basic(/wscript\.shell|shell\.application|shellexecute|powershell|adodb\.stream|winhttp/i),
    samples: {
      matching: [
        `<script language="vbscript">CreateObject("WScript.Shell").Run "calc"</script>`,
        `execScript('CreateObject("WScript.She' + 'll").Run "calc"', 'VBScript');`,
        `var s = document.createElement('script'); s.language = 'vb' + 'script'; s.text = 'CreateObject("WScript.Shell").Run "calc"';`,
      ],
      other: [`<script language="vbscript">MsgBox "hello"</script>`],
    },
  },
  {
    id: 'basic-changes-memory',
    what: 'Changes memory with VBScript',
    points: 100,
    shows: ['decisive'],
    find: basic(/redim\s+preserve.*(?:chrw|vartype|lenb|ascw|midb)|(?:%u[0-9a-f]{4}){4}.*redim/is),
    samples: {
      matching: [
        `<script type="text/vbscript">ReDim Preserve a(1)\nIf VarType(a(1)) = 1 Then b = ChrW(1)</script>`,
      ],
      other: [`<script type="text/vbscript">ReDim Preserve a(1)\nMsgBox a(1)</script>`],
    },
  },
];
