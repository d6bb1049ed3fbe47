import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readPage } from './page-reader.ts';
import { readPageScript } from './page-script.ts';

describe('page reader', () => {
  it('finds scripts, handlers and scripts in VBScript with their offsets', () => {
    const text = `<p onclick="go(&quot;a&quot;)">a</p><script>b()</script><script type="text/plain">c</script><script language=vbscript>MsgBox 1</script><a href="javascript:d()">`;
    const page = readPage(text);
    assert.deepEqual(
      page?.scripts.map(({ code, start }) => [code, text.slice(start, start + 3)]),
      [['b()', 'b()']],
    );
    assert.deepEqual(
      page?.handlers.map(({ code }) => code),
      ['go("a")', 'd()'],
    );
    assert.deepEqual(
      page?.basic.map(({ code }) => code),
      ['MsgBox 1'],
    );
  });

  it('reads elements with their attributes and texts', () => {
    const [element] = readPage(`<DIV ID='a' class=b>1<b>2</b>&lt;3</DIV>`)?.elements ?? [];
    assert.equal(element?.tag, 'div');
    assert.equal(element?.id, 'a');
    assert.equal(element?.attributes.get('class'), 'b');
    assert.equal(element?.text, '12<3');
  });

  it('reads conditional comments and skips others', () => {
    const scripts = readPage(
      '<!--[if lt IE 9]><script>a()</script><![endif]--><!-- <script>b()</script> -->',
    )?.scripts;
    assert.deepEqual(
      scripts?.map(({ code }) => code),
      ['a()'],
    );
  });

  it('is not confused by markup in scripts', () => {
    const scripts = readPage(`<script>x = '<p>' + "<!--";</script><script>b()</script>`)?.scripts;
    assert.equal(scripts?.length, 2);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'<>!-/="\' abscript\n&;#') }), (text) => {
        readPage(text);
      }),
    );
  });
});

describe('page script', () => {
  it('keeps the places of scripts and leaves out those that cannot be read', () => {
    const text = '<p>\n<script>a();</script>\n<script>)(</script><script>b();</script>';
    const found = readPageScript(text);
    assert.equal(found?.code.length, text.length);
    assert.equal(found?.code.indexOf('a();'), text.indexOf('a();'));
    assert.equal(found?.code.indexOf('b();'), text.indexOf('b();'));
    assert.equal(found?.code.includes(')('), false);
  });

  it('is nothing for pages without anything that runs', () => {
    for (const text of ['<!doctype html><p>Not found</p>', '<html></html>', 'a < b', '']) {
      assert.equal(readPageScript(text), undefined, text);
    }
  });
});
