/** Settings for all traffic of a zone. A member is present only if it differs from the default. */
export interface TrafficSettings {
  readonly alwaysUseHttps?: true;
  readonly tls?: TlsLimits;
  readonly noWebSockets?: true;
  /** The value of `Strict-Transport-Security`. */
  readonly transportSecurity?: string;
  readonly noSniff?: true;
  /** Lifetime of a clearance after a solved challenge. */
  readonly clearanceSeconds?: number;
  readonly maxUploadMegabytes?: number;
  readonly trueClientIp?: true;
}

/** Limits of the TLS connections of visitors. */
export interface TlsLimits {
  /** The only allowed version of TLS. */
  readonly version?: 'TLSv1.2' | 'TLSv1.3';
  readonly noHttp2?: true;
}
