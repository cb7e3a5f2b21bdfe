import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readProfile } from "#main/ledgers/profile.ts";
import { type Http, type Landing, SecretsUnavailable } from "#main/ports/index.ts";
import { createRuntime, type Runtime } from "#main/runtime/create-runtime.ts";
import { inlineThreads } from "#main/workers/inline-threads.ts";
import type { SignInView } from "#shared/contract/connections/sign-in.ts";
import type { ClientSync } from "#shared/contract/sync/sync.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import type { BooksStyle } from "#simulator/books/types.ts";
import { inProcessHttp } from "#simulator/in-process.ts";
import { createLedgerA } from "#simulator/ledger-a/create-ledger-a.ts";
import { createLedgerB } from "#simulator/ledger-b/create-ledger-b.ts";
import { createLedgerC } from "#simulator/ledger-c/create-ledger-c.ts";
import { createSimulatedLedger } from "#simulator/server.ts";
import { createTokenIssuer, type TokenIssuer, type TokenOptions } from "#simulator/tokens.ts";
import { createVendor, type Responder } from "#simulator/vendor.ts";
import { createVirtualClock, type VirtualClock } from "#simulator/virtual-clock.ts";
import { sha256 } from "#test/support/sha256.ts";

const LOCKED: Failure = { code: "keychain_unavailable", message: "The keychain is locked.", next: "Unlock it." };

export interface SignInLab {
  readonly clock: VirtualClock;
  readonly runtime: Runtime;
  readonly issuers: Readonly<Record<BooksStyle, TokenIssuer>>;
  /** What lies in the secret store. */
  readonly secrets: Map<string, string>;
  /** True: the secret store refuses everything. */
  locked: boolean;
  /** What the person does at the ledger's page; default: consents. Null: nobody ever comes. */
  visit: (asked: URL, consented: URL) => URL | null;
  /** Brings back the person who was last sent to the ledger's page, after `visit` said null. */
  comeBack: (back: URL) => void;
  /** Every page that was shown. */
  readonly shown: URL[];
  /** Every request to a token endpoint. */
  readonly tokenForms: URLSearchParams[];
  /** The authorization header of every other request. */
  readonly authorizations: string[];
  /** Every token that was ended at a ledger. */
  readonly revoked: string[];
  ask<T>(method: string, input?: unknown): Promise<T>;
  route(method: string, input?: unknown): Promise<Result<unknown, Failure>>;
  /** Begins a sign-in and waits until it stops moving. */
  signIn(profile: string, more?: { readonly account?: string; readonly journals?: boolean }): Promise<SignInView>;
  sync(clientId: string): Promise<ClientSync>;
  /** All bytes of the data folder as text. */
  files(): string;
  close(): Promise<void>;
}

const TODAY = "2026-11-21" as CalendarDate;
const ROOT = "https://ledger.example";
const limitsJson: unknown = JSON.parse(readFileSync(new URL("../../resources/ledger-limits.json", import.meta.url), "utf8"));
const TENANTS = { a: ["tenant-a1", "tenant-a2", "tenant-a3"], b: ["9130001", "9130002"], c: ["777_SB1"] } as const;

/** Three vendors in virtual time, a core with their profiles, and a browser that does what the test says. */
export async function signInLab(
  tokens: Partial<Omit<TokenOptions, "nowMs" | "random">> = {},
  startMs = Date.UTC(2026, 10, 21, 9),
): Promise<SignInLab> {
  const clock = createVirtualClock(startMs);
  const random = seededRandom(99);
  const home = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "tieout-sign-in-"));
  const issuerOf = (style: BooksStyle) =>
    createTokenIssuer({ nowMs: clock.nowMs, random, audience: `${ROOT}${pathOf(style)}/oauth/token`, reuseGraceMs: 1_800_000, ...tokens });
  const issuers = { a: issuerOf("a"), b: issuerOf("b"), c: issuerOf("c") };
  const vendors = (["a", "b", "c"] as const).map((style) => [pathOf(style), vendor(style, issuers[style], clock)] as const);
  const send = inProcessHttp({
    clock,
    respond: async (request) => {
      const found = vendors.find(([path]) => request.path.startsWith(`${path}/`));
      if (found === undefined) return { kind: "response", status: 404, headers: {}, body: "" };
      return found[1].respond({ ...request, path: request.path.slice(found[0].length) });
    },
  });
  const secrets = new Map<string, string>();
  const guarded = <T>(act: () => T): T => {
    if (lab.locked) throw new SecretsUnavailable(LOCKED, "locked");
    return act();
  };
  const http: Http = (request) => {
    if (request.url.endsWith("/oauth/token")) lab.tokenForms.push(new URLSearchParams(String(request.body)));
    else lab.authorizations.push(request.headers.authorization ?? "");
    if (request.url.endsWith("/oauth/revoke")) lab.revoked.push(new URLSearchParams(String(request.body)).get("token") ?? "");
    return send(request);
  };
  let ids = 0;
  const runtime = await createRuntime({
    ports: {
      clock,
      http,
      random,
      sha256,
      uuid: () => `id-${String(++ids).padStart(6, "0")}`,
      secrets: {
        kind: "memory",
        get: async (name) => guarded(() => secrets.get(name) ?? null),
        set: async (name, value) => guarded(() => void secrets.set(name, value)),
        delete: async (name) => guarded(() => void secrets.delete(name)),
        check: async () => (lab.locked ? LOCKED : null),
      },
      spawnThread: inlineThreads(home),
      env: (variable) => ({ CK: "ck", CS: "cs", TK: "tk", TS: "ts" })[variable],
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      landing: async (address) => browser(lab, issuers, address),
      person: "tester@lab",
    },
    writerCount: 1,
    limitsJson,
    readProfile: (name) => readProfile(name === "neutral" ? { name } : profileJson(name as BooksStyle)),
    listProfiles: () => (["a", "b", "c"] as const).map((style) => must(readProfile(profileJson(style)))),
  });
  const lab: SignInLab = {
    clock,
    runtime,
    issuers,
    secrets,
    locked: false,
    visit: (_asked, consented) => consented,
    comeBack: () => undefined,
    shown: [],
    tokenForms: [],
    revoked: [],
    authorizations: [],
    route: (method, input = {}) => clock.run(runtime.route(method, input)) as Promise<Result<unknown, Failure>>,
    ask: async <T>(method: string, input: unknown = {}) => must(await lab.route(method, input)) as T,
    signIn: async (profile, more = {}) => {
      const { signInId } = await lab.ask<SignInView>("signIn.begin", { profile, ...more });
      for (;;) {
        const view = await lab.ask<SignInView>("signIn.show", { signInId });
        if (!["browser", "looking"].includes(view.state)) return view;
        await clock.advance(100);
      }
    },
    sync: async (clientId) => (await clock.run(runtime.context.engine.sync(clientId, {}))) as ClientSync,
    files: () =>
      readdirSync(home, { recursive: true, encoding: "utf8" })
        .filter((name) => statSync(join(home, name)).isFile())
        .map((name) => readFileSync(join(home, name), "latin1"))
        .join("\n"),
    close: async () => {
      await clock.run(runtime.close());
      rmSync(home, { recursive: true, force: true });
    },
  };
  return lab;
}

/** A browser that is sent to the page and comes back, as the test decides. */
function browser(lab: SignInLab, issuers: SignInLab["issuers"], address?: string): Landing {
  const { promise, resolve } = Promise.withResolvers<URL>();
  lab.comeBack = resolve;
  const redirectUri = address ?? `http://127.0.0.1:50123/${"0f".repeat(16)}`;
  const show = (page: string) => {
    const asked = new URL(page);
    lab.shown.push(asked);
    const style = (/^\/([abc])/.exec(asked.pathname)?.[1] ?? "a") as BooksStyle;
    const granted = style === "b" ? { tenants: [TENANTS.b[0]], parameters: { realmId: TENANTS.b[0] } } : { tenants: [...TENANTS[style]] };
    const consented = issuers[style].authorize(asked.searchParams, granted);
    const back = consented === null ? null : lab.visit(asked, new URL(consented));
    if (back !== null) resolve(back);
  };
  return { redirectUri, show, arrived: promise, close: async () => undefined };
}

function vendor(style: BooksStyle, issuer: TokenIssuer, clock: VirtualClock): Responder {
  const tenants = TENANTS[style].map((tenantId, index) => {
    const options = { seed: 60 + index, style, tenantId, name: `Books ${tenantId}`, baseCurrency: "USD", country: "US", today: TODAY };
    const books = generateBooks({ ...options, months: 2, invoicesPerMonth: 2, foreignCurrencies: [] });
    const ledger = style === "a" ? createLedgerA(books) : style === "b" ? createLedgerB(books) : createLedgerC(books);
    return createSimulatedLedger({ ledger, clock, random: seededRandom(index), latencyMs: [5, 20], issuer });
  });
  return createVendor({ name: `Ledger ${style}`, tenants, issuer, clock, asks: false });
}

function pathOf(style: BooksStyle): string {
  return style === "c" ? "/c/777-sb1" : `/${style}`;
}

function profileJson(style: BooksStyle): unknown {
  const root = style === "c" ? `${ROOT}/c/{host}` : `${ROOT}/${style}`;
  return {
    name: style,
    oauth: {
      authorizeUrl: `${root}/oauth/authorize`,
      tokenUrl: `${root}/oauth/token`,
      revokeUrl: `${root}/oauth/revoke`,
      scopes: ["books"],
      journalsScope: "journals.read",
    },
    signIn: {
      system: `ledger_${style}`,
      label: `Vendor ${style}`,
      baseUrl: style === "a" ? `${root}/api/2.0` : root,
      ...(style === "a" ? { tenantsUrl: `${root}/connections` } : {}),
      redirect: "loopback",
      clientSecret: "optional",
    },
  };
}

function must<T>(result: Result<T, Failure>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.message}`);
  return result.value;
}
