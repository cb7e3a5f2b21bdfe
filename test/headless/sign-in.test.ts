import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCertificate } from "#main/signin/certificates.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import { createLedgerC } from "#simulator/ledger-c/create-ledger-c.ts";
import { type Listener, listen, realClock } from "#simulator/listen.ts";
import { createSimulatedLedger, type SimulatedLedger } from "#simulator/server.ts";
import { createTokenIssuer } from "#simulator/tokens.ts";
import { headless } from "#test/support/headless.ts";

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
let listener: Listener;
let certificateId = "";

beforeAll(async () => {
  const door: { ledger: SimulatedLedger | null } = { ledger: null };
  listener = await listen({
    clock,
    respond: async (request) => (await door.ledger?.respond(request)) ?? { kind: "response", status: 503, headers: {}, body: "" },
  });
  const issuer = createTokenIssuer({ nowMs: clock.nowMs, random: seededRandom(1), audience: `${listener.baseUrl}/oauth/token` });
  const made = await makeCertificate({ name: "Headless", algorithm: "ES256" }, clock as never);
  if (!made.ok) throw new Error(made.failure.message);
  certificateId = issuer.upload({ clientId: "app", certificate: made.value.certificate });
  writeFileSync(keyFile, made.value.privateKey, { mode: 0o600 });
  door.ledger = createSimulatedLedger({ ledger: createLedgerC(books), clock, random: seededRandom(2), latencyMs: [0, 5], issuer });
});

afterAll(async () => {
  await listener.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("signing in without a person", { timeout: 90_000 }, () => {
  it("connects and reads with a certificate's key file, ends it, and takes it away", async () => {
    const { clientId } = (await headless(home, ["client", "add", "--name", "Quarry"])).json() as { clientId: string };
    const file = join(folder, "connection.json");
    const auth = {
      type: "oauth2_client_credentials",
      tokenUrl: `${listener.baseUrl}/oauth/token`,
      clientId: "app",
      certificateId,
      privateKeyFile: keyFile,
      algorithm: "ES256",
      scopes: ["rest_webservices"],
    };
    writeFileSync(file, JSON.stringify({ system: "ledger_c", name: "Quarry", tenantId: books.tenantId, baseUrl: listener.baseUrl, auth }));
    const added = await headless(home, ["connection", "add", "--client", clientId, "--file", file]);
    expect([added.status, added.stderr]).toEqual([0, ""]);
    expect((await headless(home, ["sync", "run", "--client", clientId])).json()).toMatchObject({ clients: [{ state: "up_to_date" }] });
    const ended = await headless(home, ["connection", "disconnect", "--client", clientId]);
    expect([ended.status, ended.json()]).toMatchObject([0, { revoked: "not_needed", mirror: "kept", connection: "ended" }]);
    expect((await headless(home, ["sync", "run", "--client", clientId])).json()).toMatchObject({ clients: [{ state: "needs_sign_in" }] });
    // What to do is told beside what happened, as by every other command.
    const told = await headless(home, ["sync", "run", "--client", clientId], { forPeople: true });
    expect(told.stdout).toMatch(/\n {2}This client was disconnected\.\n {2}Reconnect to the ledger/);
    expect((await headless(home, ["connection", "remove", "--client", clientId])).json()).toMatchObject({
      connection: "removed",
      mirror: "kept",
    });
    expect((await headless(home, ["connection", "remove", "--client", clientId])).status).toBe(2);
  });

  it("makes a certificate and shows its public part alone", async () => {
    const made = await headless(home, ["certificate", "make", "--name", "Birch", "--algorithm", "ES256"]);
    expect(made.json()).toMatchObject({ algorithm: "ES256", certificate: expect.stringContaining("BEGIN CERTIFICATE"), warning: null });
    expect(made.stdout).not.toContain("PRIVATE");
    expect((await headless(home, ["certificate", "make", "--name", "Birch", "--algorithm", "RS256"])).status).toBe(2);
    expect((await headless(home, ["certificate", "list"])).rows()).toMatchObject([{ name: "Birch", daysLeft: expect.any(Number) }]);
  });
});
