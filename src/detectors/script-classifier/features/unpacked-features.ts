import type { Facts } from '../facts/facts.ts';
import type { Feature, Finder } from './feature.ts';
import { isPacked } from './packer.ts';

/** Code that the script decoded; a packer that only saves bytes does not count. */
const unpacked: Finder = (facts) =>
  facts.isUnpacked && facts.outer && !isPacked(facts.outer) ? [0] : [];

const readsElements = ({ effects }: Facts): boolean => effects.some(({ kind }) => kind === 'element');

/** Code that the script decodes itself, with whatever decoder it has. */
export const unpackedFeatures: readonly Feature[] = [
  {
    id: 'unpacked-code-run',
    what: 'Runs code that it decodes with a decoder of its own',
    points: 50,
    find: unpacked,
    samples: {
      matching: [
        `var t = 'ubmfsu)#ifmmp!xpsme#*<bmfsu)#ifmmp!bhbjo#*', s = ''; for (var i = 0; i < t.length; i++) s += String.fromCharCode(t.charCodeAt(i) - 1); eval(s);`,
      ],
      other: [
        `eval('alert("hello world");' + 'alert("hello again")');`,
        `eval(function (p, a, c, k, e, d) { while (c--) p = p.replace(new RegExp('\\\\b' + c + '\\\\b', 'g'), k[c]); return p; }('0("1 2 1 2 1 2 1 2")', 3, 3, 'alert|hello|world'.split('|'), 0, {}));`,
      ],
    },
  },
  {
    id: 'code-in-elements',
    what: 'Decodes code that the page contains as the text of an element',
    points: 60,
    find: (facts) => (facts.outer && readsElements(facts.outer) ? unpacked(facts) : []),
    samples: {
      matching: [
        `<div id="a">${[...'showTheCreditsOfThePage();showThemAgain();'].map((it) => it.charCodeAt(0) + 7).join('*')}*${'39*'.repeat(40)}</div><script>var p = document.getElementById('a').innerHTML.split('*'), s = ''; for (var i = 0; i < p.length - 1; i++) s += String.fromCharCode(p[i] - 7); eval(s);</script>`,
      ],
      other: [
        `<div id="a">showTheCreditsOfThePage();${' '.repeat(300)}</div><script>eval(document.getElementById('a').innerHTML);</script>`,
      ],
    },
  },
];
