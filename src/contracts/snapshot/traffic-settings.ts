/** How the edge treats all traffic of a zone. Each member is there only if it differs from the default. */
export interface TrafficSettings {
  readonly alwaysUseHttps?: true;
  readonly tls?: TlsLimits;
  readonly noWebSockets?: true;
  /** The value of `Strict-Transport-Security`. */
  readonly transportSecurity?: string;
  readonly noSniff?: true;
  /** How long a solved challenge counts. */
  readonly clearanceSeconds?: number;
  readonly maxUploadMegabytes?: number;
  readonly trueClientIp?: true;
}

/** What visitors' connections may use. */
export interface TlsLimits {
  /** The only version of TLS. */
  readonly version?: 'TLSv1.2' | 'TLSv1.3';
  readonly noHttp2?: true;
}
