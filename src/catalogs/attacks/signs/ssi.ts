import type { SignEntry } from '../sign-entry.ts';

const tags = ['language-ssi'];

export const ssiSigns = {
  'ssi-execution': {
    means: 'a server-side include that runs a command',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: ['<!--#exec cmd="ls" -->', '<!-- #EXEC cgi="/a" -->'],
      other: ['<!-- exec -->', '<!--#region exec-->'],
    },
  },
  'ssi-inclusion': {
    means: 'a server-side include that inserts a file',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: ['<!--#include virtual="/a"-->', '<!--#include file="a"-->'],
      other: ['<!-- include x -->', '#include <stdio.h>'],
    },
  },
  'ssi-variable': {
    means: 'a server-side include that reads or sets a variable',
    severity: 'error',
    paranoia: 1,
    tags,
    samples: {
      matching: ['<!--#echo var="DATE_LOCAL" -->', '<!--#printenv -->'],
      other: ['<!-- echo -->', '<!--#set-->'],
    },
  },
  'ssi-edge-include': {
    means: 'a directive to a cache that assembles pages',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: ['<esi:include src="http://h.example/a"/>', '<esi:vars>$(QUERY_STRING)</esi:vars>'],
      other: ['esi:include', '<esi>'],
    },
  },
} as const satisfies Record<string, SignEntry>;
