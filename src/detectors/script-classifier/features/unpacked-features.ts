import { writtenTexts } from '../decoded-code.ts';
import type { Facts } from '../facts/facts.ts';
import type { Effect } from '../trace/trace-context.ts';
import type { Feature, Finder } from './feature.ts';
import { allOf, effects, paths } from './finders.ts';
import { isPacked } from './packer.ts';
import { isService } from './services.ts';

/** Code that the script decoded; a packer that only saves bytes does not count. */
const unpacked: Finder = (facts) =>
  facts.isUnpacked && facts.outer && !isPacked(facts.outer) ? [0] : [];

const readsElements = ({ effects }: Facts): boolean =>
  effects.some(({ kind }) => kind === 'element');

const foreignHost = /^(?:https?:)?\/\/([\w-]+(?:\.[\w-]+)+)/i;
const framed =
  /<(?:iframe|script|embed|object)\b[^>]*\s(?:src|data)\s*=\s*["']?((?:https?:)?\/\/[^"'\s>]+)/gi;

/** Addresses of scripts and frames that the script loads. */
const loadedBy = ({ kind, text, args }: Effect): string[] => {
  if (kind === 'markup') return [...text.matchAll(framed)].map(([, address = '']) => address);
  return kind === 'address' && /^<(?:script|iframe|embed|object)>\./.test(text) ? [...args] : [];
};

/** The longest part of a host: scripts choose the others from lists. */
const nameIn = (host: string): string =>
  host.split('.').reduce((longest, part) => (part.length > longest.length ? part : longest), '');

/** Loads from hosts that the script does not contain as they are. */
const hiddenLoads: Finder = (facts) => loadsFromHidden(facts, () => true);

/** The same by elements that the script creates as frames. */
const hiddenFrames: Finder = (facts) =>
  loadsFromHidden(facts, ({ kind, text }) => kind === 'address' && text.startsWith('<iframe>'));

/** Assignments of sizes, positions and styles that make an element invisible. */
const madeInvisible: Finder = ({ reading: { tree, values } }) =>
  tree.ofType('AssignmentExpression').filter((number) => {
    const node = tree.node(number);
    if (node?.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression')
      return false;
    const name = values.property(node.left) ?? '';
    let { right } = node;
    while (right.type === 'AssignmentExpression') right = right.right;
    const given = right.type === 'Literal' ? String(right.value) : (values.text(right) ?? '');
    return invisible.get(name)?.test(given) === true;
  });
const offPage = /^-\d{3,}(?:px)?$/;
const invisible: ReadonlyMap<string, RegExp> = new Map([
  ...['width', 'height'].map((name) => [name, /^[01](?:px)?$/] as const),
  ...['left', 'top'].map((name) => [name, offPage] as const),
  ['display', /^none$/],
  ['visibility', /^hidden$/],
  ['opacity', /^0$/],
]);

function loadsFromHidden(facts: Facts, fits: (effect: Effect) => boolean): readonly number[] {
  const written = writtenTexts(facts.reading, facts.page);
  return effects(
    (effect) =>
      fits(effect) &&
      loadedBy(effect).some((address) => {
        const [, host] = foreignHost.exec(address) ?? [];
        return (
          host !== undefined &&
          !isService(address) &&
          !written.some((text) => text.includes(nameIn(host)))
        );
      }),
  )(facts);
}

/** Code that the script decodes itself, with whatever decoder it has. */
export const unpackedFeatures: readonly Feature[] = [
  {
    id: 'unpacked-code-run',
    what: 'Runs code that it decodes with a decoder of its own',
    points: 50,
    shows: ['run', 'hidden'],
    find: unpacked,
    samples: {
      matching: [
        `var t = 'ubmfsu)#ifmmp!xpsme#*<bmfsu)#ifmmp!bhbjo#*<tipxUifDsfejutPgUifQbhf)*<tipxUifnBhbjoBoePwfsBhbjo)*<tipxUifNfov)*', s = ''; for (var i = 0; i < t.length; i++) s += String.fromCharCode(t.charCodeAt(i) - 1); eval(s);`,
      ],
      other: [
        `eval('alert("hello world");' + 'alert("hello again")');`,
        `eval(function (p, a, c, k, e, d) { while (c--) p = p.replace(new RegExp('\\\\b' + c + '\\\\b', 'g'), k[c]); return p; }('0("1 2 1 2 1 2 1 2")', 3, 3, 'alert|hello|world'.split('|'), 0, {}));`,
      ],
    },
  },
  {
    id: 'hidden-host-loaded',
    what: 'Loads a script or frame from a host whose name it hides',
    points: 70,
    shows: ['run', 'hidden'],
    find: hiddenLoads,
    samples: {
      matching: [
        `var h = ['st', 'go.', 'listed', 'un'], s = document.createElement('script'); s.src = '//' + h[3] + h[2] + '.' + h[1] + 'te' + h[0] + '/a.js'; document.body.appendChild(s);`,
        `document.body.innerHTML = '<iframe src="http://' + 'tset.live.daol'.split('').reverse().join('') + '/a"></iframe>';`,
      ],
      other: [
        `var h = ['test', 'evil', 'load.'], s = document.createElement('script'); s.src = '//' + h[2] + h[1] + '.' + h[0] + '/a.js';`,
        `var h = 'load.evil.test', s = document.createElement('script'); s.src = '//' + h + '/a.js';`,
        `var m = new Image(); m.src = '//' + ['a', 'test'].join('.') + '/a.png';`,
      ],
    },
  },
  {
    id: 'hidden-host-for-some',
    what: 'Loads from a hidden host in certain browsers only',
    points: 30,
    shows: ['hidden'],
    find: allOf(hiddenLoads, paths('navigator.userAgent', 'navigator.platform')),
    samples: {
      matching: [
        `if (/Windows/.test(navigator.userAgent)) { var h = ['st', 'go.', 'listed', 'un'], s = document.createElement('script'); s.src = '//' + h[3] + h[2] + '.' + h[1] + 'te' + h[0] + '/a.js'; }`,
      ],
      other: [
        `if (/Windows/.test(navigator.userAgent)) { var s = document.createElement('script'); s.src = '//unlisted.test/a.js'; }`,
      ],
    },
  },
  {
    id: 'hidden-host-in-hidden-frame',
    what: 'Loads a frame from a hidden host and makes it invisible',
    points: 35,
    shows: ['hidden'],
    find: allOf(hiddenFrames, madeInvisible),
    samples: {
      matching: [
        `var h = ['st', 'go.', 'listed', 'un'], f = document.createElement('iframe'); f.src = '//' + h[3] + h[2] + '.' + h[1] + 'te' + h[0] + '/a'; f.width = f.height = 1; document.body.appendChild(f);`,
      ],
      other: [
        `var f = document.createElement('iframe'); f.src = '//unlisted.go.test/a'; f.width = f.height = 1; document.body.appendChild(f);`,
        `var h = ['st', 'go.', 'listed', 'un'], f = document.createElement('iframe'); f.src = '//' + h[3] + h[2] + '.' + h[1] + 'te' + h[0] + '/a'; f.width = 640; document.body.appendChild(f);`,
      ],
    },
  },
  {
    id: 'code-in-elements',
    what: 'Decodes code that the page contains as the text of an element',
    points: 60,
    shows: ['run', 'hidden'],
    find: (facts) => (facts.outer && readsElements(facts.outer) ? unpacked(facts) : []),
    samples: {
      matching: [
        `<div id="a">${[...'showTheCreditsOfThePage();showThemAgain();showTheMenuOfThePage();showTheListOfAllThePages();goBackToTheStart();'].map((it) => it.charCodeAt(0) + 7).join('*')}*${'39*'.repeat(40)}</div><script>var p = document.getElementById('a').innerHTML.split('*'), s = ''; for (var i = 0; i < p.length - 1; i++) s += String.fromCharCode(p[i] - 7); eval(s);</script>`,
      ],
      other: [
        `<div id="a">showTheCreditsOfThePage();${' '.repeat(300)}</div><script>eval(document.getElementById('a').innerHTML);</script>`,
      ],
    },
  },
];
