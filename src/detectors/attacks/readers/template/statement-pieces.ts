import type { ExpressionPiece } from './expression-pieces.ts';

/** Statements of template languages that have other delimiters. */
export const statementPieces: readonly ExpressionPiece[] = [
  // FreeMarker.
  {
    sign: 'template-freemarker',
    strength: 'clear',
    pattern:
      /\?\s?(?:new\s?\(|api\b|eval\s?(?:[})/]|$)|lower_abc\b)|\bfreemarker\.template\.utility\.\w+/,
  },
  {
    sign: 'template-freemarker',
    strength: 'likely',
    pattern:
      /[<[]#(?:assign|include|import|function|macro|list|global|local|setting)\s[^>\]]{1,200}[>\]]/,
  },
  // Velocity.
  {
    sign: 'template-velocity',
    strength: 'clear',
    pattern:
      /\$!?\{?\w{1,40}\}?\.(?:class|getClass\s?\(\s?\))\s?\.\s?(?:forName|inspect|getMethod|getClassLoader|type|newInstance)|\$class\.inspect\s?\(/,
  },
  {
    sign: 'template-velocity',
    strength: 'likely',
    pattern:
      /#(?:set|evaluate|include|parse|foreach)\s?\(\s?(?:\$!?\{?\w{1,40}\}?\s?(?:=|in)|['"])/,
  },
  // The preprocessing of Thymeleaf.
  { sign: 'template-preprocessing', strength: 'clear', pattern: /__\$\{[^}]{1,300}\}__/ },
  // Steps through attributes of Python without delimiters, as in format strings and names of nested fields.
  {
    sign: 'template-python-object',
    strength: 'likely',
    pattern:
      /__(?:class|init|globals|mro|subclasses|builtins)__\s?(?:\.|\[['"]?|\(\)\s?\.|:)\s?__(?:globals|mro|bases?|subclasses|builtins|init|dict|import|getattribute)__/,
  },
  {
    sign: 'template-python-object',
    strength: 'clear',
    pattern:
      /\.os\.(?:system|popen)$|__import__\s?\(\s?['"](?:os|subprocess|sys|socket|pty|builtins)['"]\s?\)|\bos\.(?:system|popen)\s?\(|\bsubprocess\.(?:Popen|call|run|check_output|getoutput)\s?\(/,
  },
  {
    sign: 'template-process',
    strength: 'clear',
    pattern:
      /\brequire\s?\(\s?['"`](?:node:)?(?:child_process|fs|net|vm|os)['"`]\s?\)\s?\.\s?\w{2,20}\s?\(|\bprocess\.(?:mainModule|binding)\b|\b(?:root|global|globalThis)\.process\b|\bos\.execute\s?\(|\bio\.popen\s?\(/,
  },
];
