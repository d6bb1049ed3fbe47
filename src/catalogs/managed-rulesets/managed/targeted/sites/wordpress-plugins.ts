import { formPost, get, jsonPost, send } from '../../../request-samples.ts';
import {
  allOf,
  anyFieldName,
  anyOf,
  bodyHas,
  cookieHas,
  decodedQueryHas,
  fieldHas,
  fieldIs,
  fieldIsNotPlain,
  fieldMatches,
  hasField,
  hasHeader,
  headerMatches,
  methodIs,
  not,
  pathHas,
  queryHas,
} from '../conditions.ts';
import { attack, detection } from '../targeted-rule.ts';

const AJAX = pathHas('/wp-admin/admin-ajax.php');

/** Plugins that run SQL or code, or let visitors act as other users. */
export const wordpressPluginRules = [
  detection({
    ref: 'managed-wordpress-gdpr-compliance',
    description: 'WordPress GDPR Compliance: changes any option of the site (CVE-2018-19207)',
    categories: ['wordpress', 'broken-access-control', 'cve-2018-19207'],
    expression: allOf(
      AJAX,
      fieldIs('action', 'wpgdprc_process_action'),
      fieldHas('data', 'users_can_register', 'default_role', 'siteurl', 'admin_email'),
    ),
    matching: [
      formPost('/wp-admin/admin-ajax.php', {
        action: 'wpgdprc_process_action',
        data: '{"type":"save_setting","append":false,"option":"users_can_register","value":"1"}',
      }),
      formPost('/wp-admin/admin-ajax.php', {
        action: 'wpgdprc_process_action',
        data: '{"type":"save_setting","option":"default_role","value":"administrator"}',
      }),
    ],
    other: [
      formPost('/wp-admin/admin-ajax.php', {
        action: 'wpgdprc_process_action',
        data: '{"type":"access_request","email":"ada@example.com"}',
      }),
      formPost('/wp-admin/admin-ajax.php', { action: 'save', data: '{"option":"default_role"}' }),
    ],
  }),
  detection({
    ref: 'managed-wordpress-litespeed-role',
    description:
      'WordPress LiteSpeed Cache: tries hashes of the crawler that acts as any user (CVE-2024-28000)',
    categories: ['wordpress', 'authentication-bypass', 'cve-2024-28000'],
    action: 'log',
    expression: allOf(
      cookieHas('litespeed_hash='),
      cookieHas('litespeed_role=', 'litespeed_flash_hash='),
    ),
    matching: [
      get('/wp-json/wp/v2/users', { cookie: 'litespeed_role=1; litespeed_hash=a1b2c3' }),
      get('/', { cookie: 'x=1; litespeed_hash=zzzzzz; litespeed_role=2' }),
    ],
    other: [get('/', { cookie: '_lscache_vary=abc' }), get('/?litespeed_role=1')],
  }),
  detection({
    ref: 'managed-wordpress-really-simple-security',
    description:
      'WordPress Really Simple Security: logs in as any user by skipping the second factor (CVE-2024-10924)',
    categories: ['wordpress', 'authentication-bypass', 'cve-2024-10924'],
    action: 'log',
    expression: allOf(
      anyOf(
        pathHas('/reallysimplessl/v1/two_fa/'),
        queryHas('reallysimplessl/v1/two_fa', 'reallysimplessl%2fv1%2ftwo_fa'),
      ),
      bodyHas('login_nonce', 'user_id'),
      bodyHas('redirect_to'),
    ),
    matching: [
      jsonPost('/wp-json/reallysimplessl/v1/two_fa/skip_onboarding', {
        user_id: 1,
        login_nonce: 'x',
        redirect_to: '/wp-admin/',
      }),
      jsonPost('/?rest_route=/reallysimplessl/v1/two_fa/skip_onboarding', {
        user_id: 2,
        login_nonce: '',
        redirect_to: '/',
      }),
    ],
    other: [
      get('/wp-json/reallysimplessl/v1/two_fa/status'),
      jsonPost('/wp-json/reallysimplessl/v1/onboarding', { user_id: 1 }),
    ],
  }),
  detection({
    ref: 'managed-wordpress-automatic-sql',
    description: 'WordPress Automatic: runs SQL with the export of a table (CVE-2024-27956)',
    categories: ['wordpress', 'sql-injection', 'cve-2024-27956'],
    expression: allOf(pathHas('/wp-automatic/inc/csv.php'), hasField('q')),
    matching: [
      formPost('/wp-content/plugins/wp-automatic/inc/csv.php', {
        q: 'SELECT user_pass FROM wp_users',
        auth: ' ',
        integ: 'x',
      }),
      get('/wp-content/plugins/wp-automatic/inc/csv.php?q=INSERT%20INTO%20wp_users'),
    ],
    other: [
      get('/wp-content/plugins/wp-automatic/css/admin.css?q=1'),
      get('/wp-content/plugins/wp-automatic/inc/csv.php'),
    ],
  }),
  detection({
    ref: 'managed-wordpress-layerslider-sql',
    description: 'WordPress LayerSlider: SQL in the conditions of a popup (CVE-2024-2879)',
    categories: ['wordpress', 'sql-injection', 'cve-2024-2879'],
    expression: allOf(AJAX, fieldIs('action', 'ls_get_popup_markup'), anyFieldName('^id\\[')),
    matching: [
      get('/wp-admin/admin-ajax.php?action=ls_get_popup_markup&id[where]=1)and+sleep(5)--'),
      get('/wp-admin/admin-ajax.php?action=ls_get_popup_markup&id%5Bwhere%5D=1'),
    ],
    other: [
      get('/wp-admin/admin-ajax.php?action=ls_get_popup_markup&id=3'),
      get('/wp-admin/admin-ajax.php?action=list&id[]=3'),
    ],
  }),
  detection({
    ref: 'managed-wordpress-ultimate-member-sql',
    description:
      'WordPress Ultimate Member: SQL in the order of the list of members (CVE-2024-1071)',
    categories: ['wordpress', 'sql-injection', 'cve-2024-1071'],
    expression: allOf(AJAX, fieldIs('action', 'um_get_members'), fieldIsNotPlain('sorting')),
    matching: [
      formPost('/wp-admin/admin-ajax.php', {
        action: 'um_get_members',
        directory_id: 'b9238',
        sorting: 'user_login AND (SELECT 7 FROM (SELECT SLEEP(5))a)',
      }),
      formPost('/wp-admin/admin-ajax.php', { action: 'um_get_members', sorting: "1'" }),
    ],
    other: [
      formPost('/wp-admin/admin-ajax.php', {
        action: 'um_get_members',
        directory_id: 'b9238',
        sorting: 'user_registered_desc',
      }),
      formPost('/wp-admin/admin-ajax.php', { action: 'get_posts', sorting: 'date desc' }),
    ],
  }),
  detection({
    ref: 'managed-wordpress-essential-addons-reset',
    description:
      'WordPress Essential Addons for Elementor: sets the password of any user (CVE-2023-32243)',
    categories: ['wordpress', 'authentication-bypass', 'cve-2023-32243'],
    action: 'log',
    expression: allOf(AJAX, hasField('eael-resetpassword-submit'), hasField('rp_login')),
    matching: [
      formPost('/wp-admin/admin-ajax.php', {
        action: 'login_or_register_user',
        'eael-resetpassword-submit': 'true',
        rp_login: 'admin',
        'eael-pass1': 'x',
      }),
      formPost('/wp-admin/admin-ajax.php', { 'eael-resetpassword-submit': '1', rp_login: 'ada' }),
    ],
    other: [
      formPost('/wp-admin/admin-ajax.php', {
        action: 'login_or_register_user',
        'eael-login-submit': '1',
      }),
      formPost('/reset/', { 'eael-resetpassword-submit': '1', rp_login: 'ada' }),
    ],
  }),
  detection({
    ref: 'managed-wordpress-statistics-sql',
    description:
      'WordPress WP Statistics: SQL in the counter of visits (CVE-2022-25148, CVE-2022-25149, CVE-2022-0651)',
    categories: ['wordpress', 'sql-injection', 'cve-2022-25148', 'cve-2022-25149', 'cve-2022-0651'],
    expression: allOf(
      pathHas('/wp-statistics/v2/hit'),
      fieldIsNotPlain('current_page_id', 'current_page_type', 'exclusion_match', 'ip'),
    ),
    matching: [
      get(
        '/wp-json/wp-statistics/v2/hit?current_page_type=home&current_page_id=1%20and%20sleep(3)&exclusion_match=no',
      ),
      get("/wp-json/wp-statistics/v2/hit?ip=1'&current_page_id=0"),
    ],
    other: [
      get(
        '/wp-json/wp-statistics/v2/hit?current_page_type=home&current_page_id=0&exclusion_match=no&exclusion_reason=Not%20matched',
      ),
      get('/wp-json/wp/v2/pages?search=it%27s'),
    ],
  }),
  detection({
    ref: 'managed-wordpress-givewp-object',
    description:
      'WordPress GiveWP: a serialised object in the title of a donor (CVE-2024-5932, CVE-2025-22777)',
    categories: [
      'wordpress',
      'deserialization',
      'remote-code-execution',
      'cve-2024-5932',
      'cve-2025-22777',
    ],
    expression: allOf(
      anyOf(AJAX, pathHas('/donations/', '/donate')),
      anyOf(
        ...['give_title', 'give_company_name', 'card_address', 'give_first'].map((name) =>
          fieldMatches(name, '[oc]:[+]?[0-9]+:'),
        ),
      ),
    ),
    matching: [
      formPost('/wp-admin/admin-ajax.php', {
        action: 'give_process_donation',
        give_title: 'O:19:"Stripe\\StripeObject":1:{}',
      }),
      formPost('/donations/help/?payment-mode=manual', { give_company_name: 'O:8:"TCPDF":0:{}' }),
    ],
    other: [
      formPost('/wp-admin/admin-ajax.php', {
        action: 'give_process_donation',
        give_title: 'Dr.',
        give_first: 'Ada',
      }),
      formPost('/donate', { give_company_name: 'Foo:Bar GmbH' }),
    ],
  }),
  detection({
    ref: 'managed-wordpress-plugin-installer',
    description:
      'WordPress Hunk Companion, WP Query Console: installs or runs code without authentication (CVE-2024-11972, CVE-2024-9707, CVE-2024-50498)',
    categories: [
      'wordpress',
      'broken-access-control',
      'code-injection',
      'cve-2024-11972',
      'cve-2024-9707',
      'cve-2024-50498',
    ],
    expression: allOf(
      anyOf(
        pathHas('/hc/v1/themehunk-import', '/wqc/v1/query'),
        queryHas('hc/v1/themehunk-import', 'wqc/v1/query'),
      ),
      methodIs('POST'),
    ),
    matching: [
      jsonPost('/wp-json/hc/v1/themehunk-import', {
        params: { plugin: { 'wp-query-console': 'free' } },
      }),
      jsonPost('/wp-json/wqc/v1/query', { queryArgs: 'system("id")', queryType: 'WP_Query' }),
    ],
    other: [get('/wp-json/hc/v1/'), jsonPost('/wp-json/wp/v2/posts', { title: 'a' })],
  }),
  detection({
    ref: 'managed-wordpress-suretriggers-key',
    description: 'WordPress OttoKit: creates users with an empty secret key (CVE-2025-3102)',
    categories: ['wordpress', 'authentication-bypass', 'header', 'cve-2025-3102'],
    expression: allOf(
      anyOf(pathHas('/sure-triggers/v1/'), queryHas('sure-triggers/v1', 'sure-triggers%2fv1')),
      hasHeader('st-authorization'),
      headerMatches('st-authorization', '^(?:bearer)? *$'),
    ),
    matching: [
      jsonPost(
        '/wp-json/sure-triggers/v1/automation/action',
        { type_event: 'create_user_if_not_exists' },
        { 'st-authorization': '' },
      ),
      jsonPost(
        '/?rest_route=/sure-triggers/v1/automation/action',
        { integration: 'WordPress' },
        { 'st-authorization': 'Bearer ' },
      ),
    ],
    other: [
      jsonPost(
        '/wp-json/sure-triggers/v1/automation/action',
        { integration: 'WordPress' },
        { 'st-authorization': 'Bearer 5f3a9c' },
      ),
      get('/wp-json/sure-triggers/v1/connection'),
    ],
  }),
  detection({
    ref: 'managed-wordpress-post-smtp-app',
    description:
      'WordPress POST SMTP: pairs an app without a code and reads mail that resets passwords (CVE-2023-6875)',
    categories: ['wordpress', 'authentication-bypass', 'cve-2023-6875'],
    action: 'log',
    expression: allOf(
      pathHas('/post-smtp/v1/connect-app'),
      anyOf(headerMatches('auth-key', '^(?:0|)$'), headerMatches('auth_key', '^(?:0|)$')),
    ),
    matching: [
      get('/wp-json/post-smtp/v1/connect-app', { 'auth-key': '0', device: 'x', 'fcm-token': 'y' }),
      send('POST', '/wp-json/post-smtp/v1/connect-app', 'text/plain', '', {
        'auth-key': '',
        'fcm-token': 'y',
      }),
    ],
    other: [
      get('/wp-json/post-smtp/v1/connect-app', { 'auth-key': '48213', device: 'phone' }),
      get('/wp-json/post-smtp/v1/get-logs'),
    ],
  }),
  detection({
    ref: 'managed-wordpress-service-finder-switch',
    description:
      'WordPress Service Finder Bookings: becomes another user with a cookie (CVE-2025-5947)',
    categories: ['wordpress', 'authentication-bypass', 'cve-2025-5947'],
    expression: allOf(queryHas('switch_back='), cookieHas('original_user_id=')),
    matching: [
      get('/?switch_back=1', { cookie: 'original_user_id=1' }),
      get('/account/?switch_back=1', { cookie: 'a=b; original_user_id=3' }),
    ],
    other: [
      get('/?switch_back=1', { cookie: 'lang=de' }),
      get('/', { cookie: 'original_user_id=1' }),
    ],
  }),
  detection({
    ref: 'managed-wordpress-reset-themegrill',
    description:
      'WordPress ThemeGrill Demo Importer: deletes the database and logs in as administrator',
    categories: ['wordpress', 'broken-access-control'],
    action: 'log',
    expression: allOf(queryHas('do_reset_wordpress'), pathHas('/wp-admin/')),
    matching: [
      get('/wp-admin/admin-ajax.php?do_reset_wordpress=true'),
      get('/wp-admin/admin-post.php?x=1&do_reset_wordpress=1'),
    ],
    other: [get('/wp-admin/admin-ajax.php?action=heartbeat'), get('/docs?do_reset_wordpress=true')],
  }),
  attack({
    ref: 'managed-wordpress-plugin-sql-injection',
    description: 'WordPress plugins: SQL in an argument of a script of a plugin or theme',
    categories: ['wordpress', 'sql-injection'],
    finds: { families: ['sql'], strengths: ['likely', 'clear'], places: ['query', 'form'] },
    expression: allOf(pathHas('/wp-content/plugins/', '/wp-content/themes/'), pathHas('.php')),
    matching: [
      get(
        '/wp-content/plugins/gallery-pro/view.php?id=-4%20union%20select%201,user_pass,3%20from%20wp_users',
      ),
      get("/wp-content/themes/shop/ajax.php?cat=2'%20and%20sleep(4)--%20-"),
    ],
    other: [
      get('/wp-content/plugins/gallery-pro/view.php?id=4'),
      get('/wp-content/plugins/gallery-pro/view.php?title=students%20union'),
    ],
  }),
  detection({
    ref: 'managed-wordpress-role-in-registration',
    description:
      'WordPress Ultimate Member: registers a user with the capabilities of an administrator (CVE-2023-3460)',
    categories: ['wordpress', 'broken-access-control', 'cve-2023-3460'],
    expression: allOf(
      pathHas('register', 'sign-up', 'signup', '/wp-admin/admin-ajax.php'),
      anyOf(
        'any(lower(http.request.body.form.names[*])[*] matches r"^wp_[^\\[]{1,30}pabilities[^\\[]{0,4}\\[")',
        'any(lower(http.request.body.multipart.names[*][*])[*] matches r"^wp_[^\\[]{1,30}pabilities[^\\[]{0,4}\\[")',
      ),
    ),
    matching: [
      formPost('/register/', { 'user_login-7': 'eve', 'wp_càpabilities[administrator]': '1' }),
      formPost('/index.php/register/', { form_id: '7', 'wp_cäpabilities[administrator]': '1' }),
    ],
    other: [
      formPost('/register/', { 'user_login-7': 'ada', 'user_email-7': 'ada@example.com' }),
      formPost('/register/', { about: 'wp_capabilities[administrator] is an option' }),
    ],
  }),
  detection({
    ref: 'managed-wordpress-woocommerce-payments',
    description:
      'WooCommerce Payments: acts as any user with a header of the platform checkout (CVE-2023-28121)',
    categories: ['wordpress', 'woocommerce', 'authentication-bypass', 'header', 'cve-2023-28121'],
    expression: allOf(
      'has_key(http.request.headers, "x-wcpay-platform-checkout-user")',
      anyOf(pathHas('/wp-json/', '/wp-admin/'), queryHas('rest_route=')),
      not(pathHas('/wp-json/wc/store')),
    ),
    matching: [
      jsonPost(
        '/wp-json/wp/v2/users',
        { username: 'eve', roles: ['administrator'] },
        { 'x-wcpay-platform-checkout-user': '1' },
      ),
      jsonPost(
        '/?rest_route=/wp/v2/users',
        { username: 'eve' },
        { 'x-wcpay-platform-checkout-user': '1' },
      ),
    ],
    other: [
      jsonPost('/wp-json/wp/v2/users', { username: 'ada' }),
      jsonPost('/wp-json/wc/store/checkout', {}, { 'x-wcpay-platform-checkout-user': '7' }),
    ],
  }),
  detection({
    ref: 'managed-wordpress-woocommerce-store-sql',
    description: 'WooCommerce: SQL in the counts of the store API (CVE-2021-32790)',
    categories: ['wordpress', 'woocommerce', 'sql-injection', 'cve-2021-32790'],
    expression: allOf(
      pathHas('/wc/store/'),
      queryHas('calculate_attribute_counts'),
      decodedQueryHas('"', "'", '(select', ' or ', ' union '),
    ),
    matching: [
      get(
        '/wp-json/wc/store/products/collection-data?calculate_attribute_counts[0][taxonomy]=%252522%252529%252520OR%252520sleep%2525281%252529',
      ),
      get(
        '/wp-json/wc/store/v1/products/collection-data?calculate_attribute_counts[][taxonomy]=a%27%20union%20select%201',
      ),
    ],
    other: [
      get(
        '/wp-json/wc/store/products/collection-data?calculate_attribute_counts[0][taxonomy]=pa_color',
      ),
      get('/wp-json/wc/store/v1/products?search=%22chair%22'),
    ],
  }),
  detection({
    ref: 'managed-wordpress-user-role-in-ajax',
    description:
      'WordPress plugins: registers an administrator with an AJAX action (CVE-2025-8489)',
    categories: ['wordpress', 'broken-access-control', 'cve-2025-8489'],
    expression: allOf(
      pathHas('/wp-admin/admin-ajax.php'),
      anyOf(fieldHas('action', 'register'), fieldHas('action', 'signup')),
      anyOf(fieldMatches('user_role', '^administrator$'), fieldMatches('role', '^administrator$')),
    ),
    matching: [
      formPost('/wp-admin/admin-ajax.php', {
        action: 'king_addons_user_register',
        user_role: 'administrator',
      }),
      formPost('/wp-admin/admin-ajax.php?action=ajax_signup', {
        role: 'Administrator',
        email: 'a@b.test',
      }),
    ],
    other: [
      formPost('/wp-admin/admin-ajax.php', {
        action: 'king_addons_user_register',
        user_role: 'subscriber',
      }),
      formPost('/wp-admin/admin-ajax.php', { action: 'list_users', role: 'administrator' }),
    ],
  }),
  detection({
    ref: 'managed-wordpress-eval-in-request',
    description: 'WordPress Bricks: runs PHP in the elements of a page builder (CVE-2024-25600)',
    categories: ['wordpress', 'code-injection', 'remote-code-execution', 'cve-2024-25600'],
    expression: allOf(
      anyOf(
        pathHas('/bricks/v1/render_element'),
        queryHas('bricks/v1/render_element', 'bricks%2fv1%2frender_element'),
      ),
      bodyHas('queryeditor', '"code"'),
      bodyHas(
        'system(',
        'exec(',
        'passthru(',
        'throw new exception',
        'file_put_contents',
        'eval(',
        'popen(',
      ),
    ),
    matching: [
      jsonPost('/wp-json/bricks/v1/render_element', {
        postId: '1',
        element: {
          settings: {
            hasLoop: true,
            query: { useQueryEditor: true, queryEditor: 'throw new Exception(`id`);' },
          },
        },
      }),
      jsonPost('/?rest_route=/bricks/v1/render_element', {
        element: {
          name: 'code',
          settings: { executeCode: 'true', code: '<?php system("id");' },
          queryEditor: '',
        },
      }),
    ],
    other: [
      jsonPost('/wp-json/bricks/v1/render_element', {
        postId: '1',
        element: { settings: { query: { objectType: 'post' } } },
      }),
      jsonPost('/wp-json/bricks/v1/render_element', {
        element: {
          settings: {
            query: { useQueryEditor: true, queryEditor: 'return ["post_type" => "page"];' },
          },
        },
      }),
    ],
  }),
];
