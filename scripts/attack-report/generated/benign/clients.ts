import { getMessage, jsonMessage, type Message, postMessage, queryOf } from '../message.ts';
import type { BenignKinds } from './kind.ts';
import { base64, moment, noise, opinions, people, searches, uuid, words } from './phrases.ts';

const nested = (url: string): string => encodeURIComponent(url);

export const clientKinds: BenignKinds = {
  'tracking pixels and ads': {
    means: 'addresses in addresses in addresses',
    message: (random) => {
      const page = `https://www.shop.test/p/${random.digits(5)}?utm_source=news&utm_campaign=${nested("spring 'sale' & more")}&q=${nested(random.pick(searches['english'] ?? []))}`;
      return random.pick([
        () =>
          getMessage(
            `/pixel.gif?v=2&dl=${nested(page)}&dr=${nested(`https://www.google.com/url?q=${nested(page)}&sa=D`)}&dt=${nested(random.pick(opinions).slice(0, 40))}&cid=${random.digits(9)}.${random.digits(10)}&sr=1440x900&z=${random.digits(9)}`,
          ),
        () =>
          getMessage(
            `/ads/click;dc_trk_aid=${random.digits(8)};ord=${random.digits(10)};u=${nested(page)}?${nested(`https://ad.example/adclick?sa=L&ai=${base64(random, 60)}&adurl=${nested(page)}`)}`,
          ),
        () => getMessage(`/redirect?to=${nested(page)}&sig=${random.hex(40)}`),
        () =>
          getMessage(
            `/j/collect?t=event&ec=click&ea=a%5Bhref%5D&el=${nested(random.pick(opinions).slice(0, 60))}&gtm=45je${random.digits(6)}v${random.digits(9)}z8&gcd=13l3l3l3l1&npa=0&ep.url=${nested(page)}`,
          ),
        () =>
          getMessage(
            `/imp?data=${base64(random, 200).replaceAll('+', '-').replaceAll('/', '_')}&cb=%%CACHEBUSTER%%&click=\${CLICK_URL}`,
          ),
      ])();
    },
  },
  'cookies of consent and analytics tools': {
    means: 'JSON, lists and encoded addresses in cookies',
    message: (random) =>
      getMessage(`/p/${random.digits(4)}`, [
        'Cookie',
        random.pick([
          () =>
            `_ga=GA1.2.${random.digits(9)}.${random.digits(10)}; _gcl_au=1.1.${random.digits(10)}.${random.digits(10)}; OptanonConsent=isGpcEnabled=0&datestamp=Mon+Jan+05+2026+10%3A00%3A00+GMT%2B0100&version=202401.1.0&groups=C0001%3A1%2CC0002%3A0&hosts=H1%3A1&landingPath=https%3A%2F%2Fwww.shop.test%2F%3Fa%3D1`,
          () =>
            `CookieConsent={stamp:%27${base64(random, 40)}==%27%2Cnecessary:true%2Cpreferences:true%2Cver:1%2Cutc:${random.digits(13)}%2Cregion:%27de%27}; euconsent-v2=CP${base64(random, 80).replaceAll('+', '-').replaceAll('/', '_')}.YAAAAAAAAAAA`,
          () =>
            `ajs_user_id=%22${uuid(random)}%22; mp_${random.hex(32)}_mixpanel=%7B%22distinct_id%22%3A%20%22${uuid(random)}%22%2C%22%24initial_referrer%22%3A%20%22%24direct%22%7D; __utmz=1.${random.digits(9)}.1.1.utmcsr=google|utmccn=(organic)|utmcmd=organic|utmctr=${nested(random.pick(searches['english'] ?? []))}`,
          () =>
            `wp-settings-1=editor%3Dtinymce%26libraryContent%3Dbrowse; wordpress_logged_in_${random.hex(32)}=tim%7C${random.digits(10)}%7C${random.hex(43)}%7C${random.hex(64)}; woocommerce_cart_hash=${random.hex(32)}`,
          () =>
            `session=eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify({ user: random.pick(people), cart: [1, 2] })).toString('base64url')}.${random.hex(43)}; XSRF-TOKEN=${nested(base64(random, 200))}%3D; remember_web=${base64(random, 60)}`,
          () =>
            `prefs="lang=en:theme=dark"; last_search=${nested(random.pick(searches['german'] ?? []))}; _hjSession_1=${nested(JSON.stringify({ id: uuid(random), c: 1, s: 0 }))}; amp_x=..${random.hex(10)}.0.0.0`,
        ])(),
      ]),
  },
  git: {
    means: 'smart HTTP of git, with binary packs',
    message: (random) =>
      random.pick([
        () =>
          getMessage(
            '/tim/demo.git/info/refs?service=git-upload-pack',
            ['User-Agent', 'git/2.47.1'],
            ['Git-Protocol', 'version=2'],
          ),
        () =>
          postMessage(
            '/tim/demo.git/git-upload-pack',
            'application/x-git-upload-pack-request',
            `0011command=ls-refs\n0015agent=git/2.47.10001000cpeel\n000bsymrefs\n0014ref-prefix HEAD\n0032want ${random.hex(40)}\n0000`,
            ['User-Agent', 'git/2.47.1'],
          ),
        () =>
          postMessage(
            '/tim/demo.git/git-receive-pack',
            'application/x-git-receive-pack-request',
            `00a8${random.hex(40)} ${random.hex(40)} refs/heads/main\0 report-status-v2 side-band-64k object-format=sha1 agent=git/2.47.10000PACK\0\0\0\x02\0\0\0\x03${noise(random, 300 + random.below(2000))}`,
            ['User-Agent', 'git/2.47.1'],
          ),
        () =>
          getMessage(
            `/api/v4/projects/${random.digits(3)}/repository/files/src%2Fmain.ts?ref=feature%2Fselect-from`,
            ['PRIVATE-TOKEN', random.hex(20)],
          ),
        () => getMessage(`/tim/demo/compare/v1.2...feature/union-select?expand=1`),
      ])(),
  },
  'WebDAV and CalDAV': {
    means: 'properties, locks and calendar entries',
    message: (random): Message =>
      random.pick([
        () => ({
          method: 'PROPFIND',
          target: '/remote.php/dav/files/tim/Documents/',
          headers: [
            ['Depth', '1'],
            ['Content-Type', 'application/xml'],
          ] as const,
          body: '<?xml version="1.0"?><d:propfind xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns"><d:prop><d:getlastmodified/><d:getetag/><oc:fileid/></d:prop></d:propfind>',
        }),
        () => ({
          method: 'REPORT',
          target: '/calendars/tim/team/',
          headers: [['Content-Type', 'application/xml; charset=utf-8']] as const,
          body: '<?xml version="1.0" encoding="UTF-8"?><C:calendar-query xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop xmlns:D="DAV:"><D:getetag/></D:prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"><C:time-range start="20260101T000000Z"/></C:comp-filter></C:comp-filter></C:filter></C:calendar-query>',
        }),
        () => ({
          method: 'PUT',
          target: `/calendars/tim/team/${uuid(random)}.ics`,
          headers: [
            ['Content-Type', 'text/calendar; charset=utf-8'],
            ['If-None-Match', '*'],
          ] as const,
          body: `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Apple Inc.//macOS 15//EN\r\nBEGIN:VEVENT\r\nUID:${uuid(random)}\r\nDTSTART;TZID=Europe/Berlin:20260105T100000\r\nSUMMARY:Union select committee\\; bring id\r\nORGANIZER;CN="Tim O'Brien":mailto:tim@example.org\r\nDESCRIPTION:See https://example.org/?a=1&b=2\\n-- \\nTim\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
        }),
        () => ({
          method: 'MOVE',
          target: '/dav/a%20b.txt',
          headers: [
            ['Destination', 'https://www.shop.test/dav/c%20d%20(1).txt'],
            ['Overwrite', 'F'],
          ] as const,
          body: '',
        }),
        () => ({
          method: 'LOCK',
          target: '/dav/Report%20%26%20Plan.docx',
          headers: [
            ['Timeout', 'Second-3600'],
            ['Content-Type', 'text/xml'],
          ] as const,
          body: '<?xml version="1.0"?><D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype><D:owner>SHOP\\tim</D:owner></D:lockinfo>',
        }),
      ])(),
  },
  'package managers': {
    means: 'registries of npm, PyPI, Maven, containers and Debian',
    message: (random) =>
      random.pick([
        () =>
          getMessage(`/@scope%2f${words(random, 1)}`, [
            'User-Agent',
            'npm/11.0.0 node/v26.4.0 linux x64 workspaces/false',
          ]),
        () =>
          getMessage('/simple/zope-interface/', [
            'User-Agent',
            'pip/25.0 {"ci":null,"cpu":"x86_64","distro":{"name":"Debian GNU/Linux"},"implementation":{"name":"CPython","version":"3.13.1"},"openssl_version":"OpenSSL 3.4.0"}',
          ]),
        () =>
          getMessage('/maven2/org/springframework/spring-core/6.2.1/spring-core-6.2.1.jar', [
            'User-Agent',
            'Apache-Maven/3.9.9 (Java 21.0.5; Linux 6.8)',
          ]),
        () =>
          getMessage(
            `/v2/library/nginx/manifests/sha256:${random.hex(64)}`,
            [
              'Accept',
              'application/vnd.docker.distribution.manifest.v2+json, application/vnd.oci.image.index.v1+json',
            ],
            [
              'User-Agent',
              'docker/27.4.0 go/go1.23 kernel/6.8 os/linux arch/amd64 UpstreamClient(Docker-Client/27.4.0 \\(linux\\))',
            ],
          ),
        () =>
          getMessage(
            '/debian/dists/trixie/InRelease',
            ['User-Agent', 'Debian APT-HTTP/1.3 (3.0.0)'],
            ['If-Modified-Since', moment(random).toUTCString()],
          ),
        () =>
          jsonMessage('/-/npm/v1/security/audits/quick', {
            name: 'web',
            requires: { select2: '^4.1.0', 'union-find': '1.0.2', 'drop-cap': '*' },
            dependencies: {
              lodash: { version: '4.17.21', integrity: `sha512-${base64(random, 86)}==` },
            },
          }),
        () =>
          getMessage('/gems/rack-3.1.8.gem', [
            'User-Agent',
            'bundler/2.6.2 rubygems/3.6.2 ruby/3.4.1 (x86_64-pc-linux-gnu) command/install options/frozen ci/github',
          ]),
      ])(),
  },
  'feed readers and monitors': {
    means: 'feeds, health checks and crawlers',
    message: (random) =>
      random.pick([
        () =>
          getMessage(
            '/feed.xml',
            [
              'User-Agent',
              'Feedly/1.0 (+http://www.feedly.com/fetcher.html; 17 subscribers; like FeedFetcher-Google)',
            ],
            ['If-None-Match', `W/"${random.hex(16)}"`],
          ),
        () =>
          getMessage('/healthz?full=1', ['User-Agent', 'kube-probe/1.31'], ['Connection', 'close']),
        () =>
          getMessage('/', [
            'User-Agent',
            'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
          ]),
        () => ({
          ...getMessage('/status'),
          method: 'HEAD',
          headers: [['User-Agent', 'check_http/v2.3.3 (monitoring-plugins 2.3.3)']] as const,
        }),
        () =>
          getMessage(
            `/robots.txt`,
            [
              'User-Agent',
              'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
            ],
            ['From', 'bingbot(at)microsoft.com'],
          ),
        () =>
          getMessage(
            '/metrics',
            ['User-Agent', 'Prometheus/3.1.0'],
            ['X-Prometheus-Scrape-Timeout-Seconds', '10'],
            [
              'Accept',
              'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,*/*;q=0.1',
            ],
          ),
        () =>
          getMessage(
            `/.well-known/acme-challenge/${base64(random, 43).replaceAll('+', '-').replaceAll('/', '_')}`,
            [
              'User-Agent',
              "Mozilla/5.0 (compatible; Let's Encrypt validation server; +https://www.letsencrypt.org)",
            ],
          ),
        () =>
          getMessage(
            random.pick([
              '/favicon.ico',
              '/sitemap_index.xml',
              '/apple-touch-icon-120x120-precomposed.png',
              '/.well-known/security.txt',
              '/ads.txt',
              '/.well-known/apple-app-site-association',
              '/manifest.json',
              '/sw.js',
            ]),
          ),
      ])(),
  },
  'mobile apps': {
    means: 'headers of apps, devices and networks',
    message: (random) =>
      jsonMessage(
        '/mobile/v3/sync',
        {
          deviceId: uuid(random),
          locale: 'de_DE',
          changes: [
            { op: 'replace', path: '/profile/name', value: random.pick(people) },
            { op: 'remove', path: '/cart/items/0' },
          ],
          cursor: base64(random, 40),
        },
        [
          'User-Agent',
          random.pick([
            'ShopApp/4.2.1 (com.shop.app; build:421; iOS 18.5.0) Alamofire/5.10.2',
            'Dalvik/2.1.0 (Linux; U; Android 14; SM-G991B Build/UP1A.231005.007)',
            'okhttp/5.0.0-alpha.14',
            'Shop/4.2 CFNetwork/1568.300.101 Darwin/24.2.0',
            'Dart/3.6 (dart:io)',
          ]),
        ],
        [
          'X-Device-Model',
          random.pick(['iPhone17,1', "Tim's iPhone", 'SM-G991B', 'Pixel 9 Pro <XL>']),
        ],
        ['X-Forwarded-For', `10.0.${random.below(255)}.7, 203.0.113.${random.below(255)}`],
        ['X-Request-Id', uuid(random)],
        ['traceparent', `00-${random.hex(32)}-${random.hex(16)}-01`],
        [
          'baggage',
          `sentry-environment=production,sentry-release=shop%404.2.1,sentry-trace_id=${random.hex(32)}`,
        ],
        ['X-Client-Data', base64(random, 48)],
        ['Via', '1.1 proxy.example.org (squid/6.6), 1.1 vegur'],
      ),
  },
  'ordinary pages': {
    means: 'pages, pictures and scripts with the headers of browsers',
    message: (random) =>
      getMessage(
        random.pick([
          `/p/${random.digits(5)}-${words(random, 3).replaceAll(' ', '-')}`,
          `/assets/app.${random.hex(8)}.js?v=${random.digits(10)}`,
          `/wp-content/uploads/2026/01/image-${random.digits(3)}-300x200.jpg`,
          `/wp-admin/load-styles.php?c=0&dir=ltr&load%5Bchunk_0%5D=dashicons,admin-bar,common&ver=6.7.1`,
          `/_next/image?url=%2Fimages%2Fhero.jpg&w=1920&q=75`,
          `/_next/data/${random.hex(12)}/en/p/%5Bslug%5D.json?slug=a`,
          `/fonts/inter.woff2`,
          `/wiki/C%2B%2B_(programming_language)`,
          `/wiki/${encodeURIComponent(random.pick(people)).replaceAll("'", '%27')}`,
          `/tags/${encodeURIComponent(random.pick(searches['russian'] ?? []))}`,
          `/api/tiles/${random.below(20)}/${random.below(999)}/${random.below(999)}@2x.png?access_token=pk.${base64(random, 60).replaceAll('+', '-').replaceAll('/', '_')}`,
          `/calendar?from=2026-01-01T00:00:00%2B01:00&to=2026-02-01T00:00:00%2B01:00`,
        ]),
        [
          'Referer',
          random.pick([
            `https://www.google.com/`,
            `https://www.shop.test/search?q=${nested(random.pick(opinions).slice(0, 50))}`,
            `https://www.bing.com/search?q=${nested(random.pick(searches['english'] ?? []))}&form=QBLH`,
            'android-app://com.google.android.gm/',
            `https://l.facebook.com/l.php?u=${nested('https://www.shop.test/?fbclid=x')}&h=AT1`,
          ]),
        ],
        ['Sec-CH-UA', '"Chromium";v="142", "Google Chrome";v="142", "Not_A Brand";v="99"'],
        ['Sec-Fetch-Mode', 'navigate'],
        ['If-None-Match', `"${random.hex(16)}-gzip"`],
      ),
  },
  'streams of events': {
    means: 'long polling, socket.io and server calls of frameworks',
    message: (random) =>
      random.pick([
        () =>
          getMessage(
            `/socket.io/?EIO=4&transport=polling&t=${base64(random, 7).replaceAll('/', '_').replaceAll('+', '-')}&sid=${random.hex(20)}`,
          ),
        () =>
          postMessage(
            `/socket.io/?EIO=4&transport=polling&sid=${random.hex(20)}`,
            'text/plain;charset=UTF-8',
            `42["message",${JSON.stringify({ text: random.pick(opinions) }).replaceAll(/[^\x20-\x7e]/g, '?')}]`,
          ),
        () =>
          postMessage(
            '/livewire/update',
            'application/json',
            JSON.stringify({
              _token: random.hex(40),
              components: [
                {
                  snapshot: JSON.stringify({
                    data: { query: 'union', filters: [[], { s: 'arr' }] },
                    memo: { id: random.hex(20), name: 'search', path: 'search' },
                    checksum: random.hex(64),
                  }),
                  updates: { query: 'select' },
                  calls: [{ path: '', method: '$refresh', params: [] }],
                },
              ],
            }),
          ),
        () =>
          postMessage(
            '/dashboard',
            'text/plain;charset=UTF-8',
            '["$undefined",{"id":1,"name":"$K1"}]',
            ['Next-Action', random.hex(40)],
            [
              'Next-Router-State-Tree',
              nested('["",{"children":["dashboard",{"children":["__PAGE__",{}]}]},null,null,true]'),
            ],
          ),
        () =>
          getMessage(
            `/trpc/items.list,user.me?batch=1&${queryOf({ input: '{"0":{"json":{"limit":20,"cursor":null},"meta":{"values":{"cursor":["undefined"]}}}}' })}`,
          ),
        () =>
          getMessage(
            `/signalr/negotiate?clientProtocol=2.1&connectionData=${nested('[{"name":"chathub"}]')}&_=${random.digits(13)}`,
          ),
      ])(),
  },
};
