import type { Decision } from "./codes.ts";
import { consentPage, refusalPage, uploadPage } from "./consent-page.ts";
import { AUTHORIZE_PATH, answerTokenRequest, type SimAnswer, type SimClock, type SimulatedLedger } from "./server.ts";
import type { TokenIssuer } from "./tokens.ts";
import type { SimRequest } from "./types.ts";

/** Anything that answers requests in its own time. */
export type Responder = Pick<SimulatedLedger, "respond" | "clock">;

export interface VendorOptions {
  readonly name: string;
  /** Tenants of one style that share the issuer. */
  readonly tenants: readonly SimulatedLedger[];
  readonly issuer: TokenIssuer;
  readonly clock: SimClock;
  /** True: a person decides on a page. False: every visit is a consent, to all tenants or to the first. */
  readonly asks: boolean;
}

const CONNECTIONS = /^\/connections(?:\/([\w-]+))?$/;
const CERTIFICATES_PATH = "/certificates";
const HTML = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  // No form-action: browsers would hold it against the redirect that follows the form.
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
};

type Answer = SimAnswer & { readonly kind: "response" };

/**
 * One vendor: an authorization server in front of several tenants. Ledger A's lists the tenants of a
 * grant, Ledger B's names the chosen one in the redirect, Ledger C's takes certificates.
 */
export function createVendor(options: VendorOptions): Responder {
  const { issuer, clock, tenants } = options;
  const style = tenants[0]?.ledger.books.style;
  const respond = async (request: SimRequest): Promise<SimAnswer> => {
    if (request.path === AUTHORIZE_PATH) return options.asks ? consent(options, request) : redirect(options, request, atOnce(options));
    const granted = await answerTokenRequest(issuer, clock, request, () => clock.sleep(20));
    if (granted !== null) return granted;
    if (style === "a" && CONNECTIONS.test(request.path)) return connections(options, request);
    if (style === "c" && request.path === CERTIFICATES_PATH) return certificates(options, request);
    const tenant = tenants.find(({ ledger }) => ledger.books.tenantId === askedTenant(request)) ?? (style === "c" ? tenants[0] : undefined);
    // The ledger's own words for a tenant that this app cannot see.
    if (tenant !== undefined) return tenant.respond(request);
    const refusal = (tenants[0] as SimulatedLedger).ledger.unauthorized("wrong_tenant");
    return {
      kind: "response",
      status: refusal.status,
      headers: { "content-type": "application/json", ...refusal.headers },
      body: refusal.body,
    };
  };
  return { respond, clock };
}

/** Ledger A names it in a header, Ledger B in the path. */
function askedTenant({ headers, path }: SimRequest): string | undefined {
  return headers["ledger-tenant-id"] ?? /^\/v3\/company\/([^/]+)/.exec(path)?.[1];
}

function consent(options: VendorOptions, request: SimRequest): Answer {
  const { query } = request;
  const several = isSeveral(options);
  if (request.method !== "POST") {
    const asked = query.get("client_id") ?? "";
    const scopes = (query.get("scope") ?? "").split(" ").filter((scope) => scope !== "");
    // A question that nobody may be redirected for is refused here already.
    if (options.issuer.authorize(new URLSearchParams(query), "denied") === null)
      return html(400, refusalPage("The app asked in a way that is not allowed."));
    const tenants = options.tenants.map(({ ledger }) => ({ tenantId: ledger.books.tenantId, name: ledger.books.name }));
    return html(200, consentPage({ ledger: options.name, app: asked, scopes, tenants, several }));
  }
  const form = new URLSearchParams(request.body);
  const known = options.tenants.map(({ ledger }) => ledger.books.tenantId);
  const chosen = form.getAll("tenant").filter((tenantId) => known.includes(tenantId));
  if (form.get("decision") !== "allow") return redirect(options, request, "denied");
  return redirect(options, request, decisionFor(options, several ? chosen : chosen.slice(0, 1)));
}

function redirect({ issuer }: VendorOptions, { query }: SimRequest, decision: Decision): Answer {
  const location = issuer.authorize(query, decision);
  if (location === null) return html(400, refusalPage("The app asked in a way that is not allowed."));
  // 303: the browser asks for the next page with GET, whatever it sent here.
  return { kind: "response", status: 303, headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" }, body: "" };
}

function atOnce(options: VendorOptions): Decision {
  const ids = options.tenants.map(({ ledger }) => ledger.books.tenantId);
  return decisionFor(options, isSeveral(options) ? ids : ids.slice(0, 1));
}

function decisionFor({ tenants }: VendorOptions, chosen: readonly string[]): Decision {
  const isB = tenants[0]?.ledger.books.style === "b";
  return { tenants: chosen, ...(isB && chosen[0] !== undefined ? { parameters: { realmId: chosen[0] } } : {}) };
}

function isSeveral({ tenants }: VendorOptions): boolean {
  return tenants[0]?.ledger.books.style === "a";
}

/** The tenants of a grant, and taking one of them back. */
function connections({ issuer, tenants }: VendorOptions, { method, path, headers }: SimRequest): Answer {
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1] ?? null;
  if (token === null || issuer.check(token) !== "ok") return json(401, { Title: "Unauthorized", Status: 401, Detail: "TokenExpired" });
  const granted = issuer.tenantsOf(token);
  const visible = tenants.map(({ ledger }) => ledger.books).filter(({ tenantId }) => granted === null || granted.includes(tenantId));
  const entryId = CONNECTIONS.exec(path)?.[1];
  if (method === "GET" && entryId === undefined) return json(200, visible.map(connection));
  const found = visible.find(({ tenantId }) => `entry-${tenantId}` === entryId);
  if (method !== "DELETE" || found === undefined) return json(404, { Title: "Not Found", Status: 404 });
  issuer.leave(token, found.tenantId);
  return { kind: "response", status: 204, headers: {}, body: "" };
}

function connection({ tenantId, name }: { readonly tenantId: string; readonly name: string }) {
  const at = "2026-01-05T09:15:00.1234560";
  return {
    id: `entry-${tenantId}`,
    authEventId: "b7d0e2f4-0001",
    tenantId,
    tenantType: "ORGANISATION",
    tenantName: name,
    createdDateUtc: at,
    updatedDateUtc: at,
  };
}

function certificates({ issuer }: VendorOptions, request: SimRequest): Answer {
  if (request.method !== "POST") return html(200, uploadPage(null, null));
  const form = new URLSearchParams(request.body);
  const certificate = (form.get("certificate") ?? "").trim();
  const clientId = form.get("app") ?? "";
  try {
    return html(200, uploadPage(issuer.upload({ clientId, certificate }), null));
  } catch (error) {
    return html(400, uploadPage(null, `This isn't a certificate: ${error instanceof Error ? error.message : String(error)}`));
  }
}

function html(status: number, body: string): Answer {
  return { kind: "response", status, headers: HTML, body };
}

function json(status: number, value: unknown): Answer {
  return { kind: "response", status, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}
