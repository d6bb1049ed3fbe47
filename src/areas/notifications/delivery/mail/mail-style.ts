import type { Severity } from '../../messages/message.ts';

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;";

/**
 * Inline styles, since many mail programs ignore all others. Every pair of colours has a contrast of 4.5 or more.
 */
export const inline = {
  body: 'margin:0;padding:0;background:#f3f5f8;',
  page: 'width:100%;background:#f3f5f8;border-collapse:collapse;',
  card: 'width:100%;max-width:600px;margin:0 auto;background:#ffffff;border:1px solid #d8dee6;border-collapse:separate;border-radius:8px;',
  head: `${FONT}padding:24px 28px 0;`,
  title: `${FONT}margin:12px 0 0;font-size:21px;line-height:1.3;font-weight:600;color:#1a2330;overflow-wrap:anywhere;word-break:break-word;`,
  text: `${FONT}margin:8px 0 0;font-size:16px;line-height:1.5;color:#1a2330;overflow-wrap:anywhere;word-break:break-word;`,
  drill: `${FONT}margin:0 0 16px;padding:10px 14px;font-size:15px;line-height:1.4;font-weight:600;color:#5c3b00;background:#fff3d6;border:1px solid #e3c27a;border-radius:6px;`,
  block: 'padding:16px 28px 0;',
  facts: 'width:100%;table-layout:fixed;border-collapse:collapse;',
  label: `${FONT}width:130px;padding:8px 12px 8px 0;font-size:14px;line-height:1.4;text-align:left;vertical-align:top;font-weight:400;color:#556070;border-top:1px solid #e6eaef;`,
  value: `${FONT}padding:8px 0;font-size:14px;line-height:1.4;vertical-align:top;color:#1a2330;border-top:1px solid #e6eaef;overflow-wrap:anywhere;word-break:break-word;`,
  entry: `${FONT}padding:10px 0;font-size:14px;line-height:1.45;color:#1a2330;border-top:1px solid #e6eaef;overflow-wrap:anywhere;word-break:break-word;`,
  soft: `${FONT}font-size:13px;line-height:1.45;color:#556070;overflow-wrap:anywhere;word-break:break-word;`,
  foot: `${FONT}padding:20px 28px 24px;font-size:13px;line-height:1.5;color:#556070;overflow-wrap:anywhere;word-break:break-word;`,
  path: 'font-family:ui-monospace,Menlo,Consolas,monospace;font-size:12px;',
  link: 'color:#0b5cad;',
  hidden: 'display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;color:#f3f5f8;',
} as const;

const badge: Record<Severity, string> = {
  critical: '#b3261e',
  warning: '#8a5a00',
  info: '#0b5cad',
  ok: '#0b6b46',
};

export function badgeStyle(severity: Severity): string {
  return `${FONT}display:inline-block;padding:3px 10px;border-radius:999px;font-size:13px;line-height:1.4;font-weight:600;color:#ffffff;background:${badge[severity]};`;
}

/** For mail programs that support style sheets: dark colours, and labels above their values on narrow screens. */
export const SHEET = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #0f141b !important; }
  .card { background: #181f29 !important; border-color: #323c4a !important; }
  .ink { color: #e6eaf0 !important; }
  .soft { color: #a3afbf !important; }
  .line { border-color: #323c4a !important; }
  .drill { color: #ffe2a3 !important; background: #3a2d0c !important; border-color: #7a6020 !important; }
  .critical { color: #2b0605 !important; background: #ff8a80 !important; }
  .warning { color: #2a1c00 !important; background: #e5b454 !important; }
  .info { color: #04203d !important; background: #74b3f5 !important; }
  .ok { color: #03281a !important; background: #5fd3a0 !important; }
  a { color: #74b3f5 !important; }
}
@media (max-width: 480px) {
  .outer { padding: 0 !important; }
  .card { border-width: 0 !important; border-radius: 0 !important; }
  .pad { padding-left: 18px !important; padding-right: 18px !important; }
  .label { display: block !important; width: auto !important; padding: 8px 0 0 !important; }
  .value { display: block !important; padding: 0 0 8px !important; border-top-width: 0 !important; }
}
`;
