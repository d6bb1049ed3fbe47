import { freePort } from '../../test/support/free-port.ts';
import { buildGo } from './go-program.ts';
import { type Peer, startPeer } from './peer.ts';

/** A reverse proxy in Go with Coraza 3 and the core rule set 4 at paranoia level 2, which only detects; undefined if it cannot be built. */
export async function startCoraza(upstream: string): Promise<Peer | undefined> {
  const program = buildGo({
    name: 'Coraza',
    version: 'v3-detection',
    modules: ['github.com/corazawaf/coraza/v3', 'github.com/corazawaf/coraza-coreruleset/v4'],
    source,
  });
  if (program === undefined) return undefined;
  const port = await freePort();
  return await startPeer({
    name: 'Coraza',
    command: [program, `127.0.0.1:${port}`, upstream],
    url: `http://127.0.0.1:${port}`,
    isReady: async (url) => (await fetch(url)).status > 0,
    onEnd: () => {},
  });
}

const source = `package main

import (
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"

	coreruleset "github.com/corazawaf/coraza-coreruleset/v4"
	"github.com/corazawaf/coraza/v3"
	txhttp "github.com/corazawaf/coraza/v3/http"
)

func main() {
	upstream, err := url.Parse(os.Args[2])
	if err != nil {
		panic(err)
	}
	waf, err := coraza.NewWAF(coraza.NewWAFConfig().
		WithRootFS(coreruleset.FS).
		WithDirectives("Include @coraza.conf-recommended").
		WithDirectives("Include @crs-setup.conf.example").
		WithDirectives("SecAction \\"id:900000,phase:1,pass,nolog,t:none,setvar:tx.blocking_paranoia_level=2,setvar:tx.detection_paranoia_level=2\\"").
		WithDirectives("Include @owasp_crs/*.conf").
		WithDirectives("SecRuleEngine DetectionOnly").
		WithDirectives("SecRequestBodyAccess On").
		WithDirectives("SecResponseBodyAccess Off").
		WithDirectives("SecAuditEngine Off"))
	if err != nil {
		panic(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(upstream)
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 256
	proxy.Transport = transport
	if err := http.ListenAndServe(os.Args[1], txhttp.WrapHandler(waf, proxy)); err != nil {
		panic(err)
	}
}
`;
