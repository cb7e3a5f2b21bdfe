import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { findEntries } from "#main/hosts/node/entries.ts";
import { type OpenCore, openCore } from "#main/hosts/node/open-core.ts";
import { makeCertificate } from "#main/signin/certificates.ts";
import type { ClientSync } from "#shared/contract/sync/sync.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import { createLedgerC } from "#simulator/ledger-c/create-ledger-c.ts";
import { type Listener, listen, realClock } from "#simulator/listen.ts";
import type { OAuth1Credentials } from "#simulator/oauth1-check.ts";
import { createSimulatedLedger, type SimulatedLedger } from "#simulator/server.ts";
import { createTokenIssuer } from "#simulator/tokens.ts";
import type { Responder } from "#simulator/vendor.ts";

const folder = mkdtempSync(join(tmpdir(), "tieout-sign-in-"));
const home = join(folder, "home");
const keyFile = join(folder, "key.pem");
const clock = realClock();
const books = generateBooks({
  seed: 31,
  style: "c",
  tenantId: "4821001",
  name: "Quarry & Co",
  baseCurrency: "USD",
  country: "US",
  today: calendarDate("2026-10-31"),
  months: 2,
  invoicesPerMonth: 3,
  foreignCurrencies: [],
});
const credentials: OAuth1Credentials = { consumerKey: "ck", consumerSecret: "cs", token: "tk", tokenSecret: "ts", realm: books.tenantId };
const env = { OLD_CK: "ck", OLD_CS: "cs", OLD_TK: "tk", OLD_TS: "ts" };
let core: OpenCore;
let clientId = "";
const door: { byCertificate: SimulatedLedger | null; bySignature: SimulatedLedger | null } = { byCertificate: null, bySignature: null };
let listener: Listener;
let certificateId = "";

/** Two doors of one ledger: `/cert` takes tokens for assertions, `/old` takes signatures. */
const house: Responder = {
  clock,
  respond: async (request) => {
    const [, name = "", rest = ""] = /^\/(cert|old)(\/.*)$/.exec(request.path) ?? [];
    const target = name === "cert" ? door.byCertificate : door.bySignature;
    return target === null ? { kind: "response", status: 404, headers: {}, body: "" } : target.respond({ ...request, path: rest });
  },
};

beforeAll(async () => {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  listener = await listen(house);
  const issuer = createTokenIssuer({ nowMs: clock.nowMs, random: seededRandom(1), audience: `${listener.baseUrl}/cert/oauth/token` });
  const made = await makeCertificate({ name: "Headless", algorithm: "ES256" }, clock as never);
  if (!made.ok) throw new Error(made.failure.message);
  certificateId = issuer.upload({ clientId: "app", certificate: made.value.certificate });
  writeFileSync(keyFile, made.value.privateKey, { mode: 0o600 });
  const shared = { clock, random: seededRandom(2), latencyMs: [0, 5] as const };
  door.byCertificate = createSimulatedLedger({ ...shared, ledger: createLedgerC(books), issuer });
  door.bySignature = createSimulatedLedger({
    ...shared,
    ledger: createLedgerC(books),
    oauth1: { credentials, baseUrl: `${listener.baseUrl}/old` },
  });
  const opened = await openCore({ home, secrets: "memory", command: "test", entries: findEntries() });
  if (!opened.ok) throw new Error(opened.failure.message);
  core = opened.value;
  clientId = (await ask<{ clientId: string }>("clients.add", { name: books.name })).clientId;
});

afterAll(async () => {
  await core.close();
  await listener.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

async function ask<T>(method: string, input: unknown): Promise<T> {
  const reply = await core.runtime.route(method, input);
  if (!reply.ok) throw new Error(`${method}: ${reply.failure.message}`);
  return reply.value as T;
}

/** Adds a connection file to the one client. */
function add(at: "cert" | "old", auth: object, tenantId = books.tenantId) {
  const file = JSON.stringify({ system: "ledger_c", name: books.name, tenantId, baseUrl: `${listener.baseUrl}/${at}`, auth });
  return core.runtime.route("connections.add", { clientId, file });
}

const sync = async () => ((await core.runtime.context.engine.sync(clientId, {})) as ClientSync).state;

const certificate = (privateKeyFile = keyFile) => ({
  type: "oauth2_client_credentials",
  tokenUrl: `${listener.baseUrl}/cert/oauth/token`,
  clientId: "app",
  certificateId,
  privateKeyFile,
  algorithm: "ES256",
  scopes: ["rest_webservices"],
});
const signatures = {
  type: "oauth1_token",
  consumerKeyEnv: "OLD_CK",
  consumerSecretEnv: "OLD_CS",
  tokenEnv: "OLD_TK",
  tokenSecretEnv: "OLD_TS",
};

describe("signing in without a person", () => {
  it("connects and reads with a certificate's key file, ends it, takes it up again and takes it away", async () => {
    expect(await add("cert", certificate())).toMatchObject({ ok: true, value: { keyFile: true } });
    expect(await sync()).toBe("up_to_date");
    expect(await ask("connections.disconnect", { clientId })).toMatchObject({
      revoked: "not_needed",
      words: [expect.any(String), expect.stringContaining("Reconnect to continue")],
    });
    expect(await sync()).toBe("needs_sign_in");
    expect(await core.runtime.route("connections.signIn", { clientId })).toMatchObject({ ok: true });
    expect(await sync()).toBe("up_to_date");
    await ask("connections.disconnect", { clientId, forget: true });
    expect(await core.runtime.route("connections.disconnect", { clientId })).toMatchObject({ failure: { code: "not_found" } });
    // The same books may come back, others may not.
    expect(await add("cert", certificate(), "999")).toMatchObject({ failure: { message: expect.stringContaining("different books") } });
    expect(await add("cert", certificate())).toMatchObject({ ok: true });
    await ask("connections.disconnect", { clientId, forget: true });
  });

  it("names a key file that is not there, and repeats nothing of one that does not fit", async () => {
    const missing = await add("cert", certificate(join(folder, "none.pem")));
    expect(missing).toMatchObject({ failure: { code: "secret_missing", message: expect.stringContaining("none.pem") } });
    const rsa = generateKeyPairSync("rsa", { modulusLength: 3_072 }).privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    writeFileSync(join(folder, "rsa.pem"), rsa);
    const wrong = await add("cert", certificate(join(folder, "rsa.pem")));
    expect(wrong).toMatchObject({ failure: { message: expect.stringContaining("P-256") } });
    expect(JSON.stringify(wrong)).not.toContain(rsa.slice(40, 80));
  });

  it("signs every request of an OAuth 1.0 token, and says when the ledger refuses it or a value is missing", async () => {
    expect(await add("old", signatures)).toMatchObject({ ok: true });
    expect(await sync()).toBe("up_to_date");
    vi.stubEnv("OLD_TS", "other");
    expect(await sync()).toBe("needs_sign_in");
    vi.stubEnv("OLD_TS", "");
    const missing = (await core.runtime.context.engine.sync(clientId, {})) as ClientSync;
    expect(JSON.stringify(missing)).toContain("OLD_TS");
    vi.stubEnv("OLD_TS", "ts");
    expect(await sync()).toBe("up_to_date");
  });

  it("takes no OAuth 1.0 token for a ledger without them", async () => {
    const file = JSON.stringify({ system: "ledger_a", name: "x", tenantId: "t", baseUrl: `${listener.baseUrl}/old`, auth: signatures });
    const { clientId: other } = await ask<{ clientId: string }>("clients.add", { name: "Other" });
    expect(await core.runtime.route("connections.add", { clientId: other, file })).toMatchObject({
      failure: { code: "not_supported", field: "auth.type" },
    });
  });
});
