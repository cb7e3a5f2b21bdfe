import { randomBytes } from "node:crypto";

/** A value that allows the style elements of one load of the page; the component library makes some. */
export function newNonce(): string {
  return randomBytes(18).toString("base64url");
}

/** The content security policy of the window: nothing from elsewhere, no inline script, no eval. */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "frame-src 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
}

/** Headers of every answer of a host, whatever is answered. */
export const HARDENING_HEADERS: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};

/** The page with the nonce where the component library looks for it. */
export function pageWithNonce(html: string, nonce: string): string {
  return html.replace("<head>", `<head><meta property="csp-nonce" nonce="${nonce}">`);
}
