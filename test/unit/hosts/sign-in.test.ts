import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { loopbackLanding } from "#main/hosts/node/browser/loopback-landing.ts";
import { findEntries } from "#main/hosts/node/entries.ts";
import { type OpenCore, openCore } from "#main/hosts/node/open-core.ts";
import type { ClientSync } from "#shared/contract/sync/sync.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import { createLedgerA } from "#simulator/ledger-a/create-ledger-a.ts";
import { type Listener, listen, realClock } from "#simulator/listen.ts";
import { createSimulatedLedger, type SimulatedLedger } from "#simulator/server.ts";

const books = generateBooks({
  seed: 5,
  style: "a",
  tenantId: "tenant-sign-in",
  name: "Sign-in Company",
  baseCurrency: "NZD",
  country: "NZ",
  today: calendarDate("2026-10-31"),
  months: 2,
  invoicesPerMonth: 4,
  foreignCurrencies: [],
});
const home = mkdtempSync(join(tmpdir(), "tieout-sign-in-"));
const said: string[] = [];
const showAddress = (address: string) => void said.push(`${address}\n`);
const planted = new Set<string>();
let simulated: SimulatedLedger;
let listener: Listener;
let core: OpenCore;
let clientId: string;

/** The person: opens the address that was printed and follows the redirect, as a browser does. */
async function visit(): Promise<void> {
  const heard = said.length;
  await expect.poll(() => said.slice(heard).join("").includes("/oauth/authorize"), { timeout: 10_000 }).toBe(true);
  const address = /http:\S+/.exec(said.slice(heard).join(""))?.[0] ?? "";
  const consent = await fetch(address, { redirect: "manual" });
  const back = new URL(consent.headers.get("location") ?? "");
  for (const name of ["code", "state"]) planted.add(back.searchParams.get(name) ?? "");
  expect((await fetch(back)).status).toBe(200);
  // Closed by now, or about to: a second visit gets nothing either way.
  expect(
    await fetch(back).then(
      ({ status }) => status,
      () => 404,
    ),
  ).toBe(404);
}

function fileText(): string {
  return JSON.stringify({
    system: "ledger_a",
    name: books.name,
    tenantId: books.tenantId,
    baseUrl: `${listener.baseUrl}/api/2.0`,
    auth: {
      type: "oauth2_authorization_code",
      authorizeUrl: `${listener.baseUrl}/oauth/authorize`,
      tokenUrl: `${listener.baseUrl}/oauth/token`,
      clientId: "app",
      scopes: ["offline_access"],
      redirect: "loopback",
    },
    limits: { requestsPerWindow: 6_000 },
  });
}

async function sync(): Promise<ClientSync> {
  return (await core.runtime.context.engine.sync(clientId, {})) as ClientSync;
}

beforeAll(async () => {
  vi.stubEnv("TIEOUT_NO_BROWSER", "1");
  vi.spyOn(process.stderr, "write").mockImplementation((text) => said.push(String(text)) > 0);
  const ledger = createLedgerA(books);
  // Real time: a minute's budget of sixty would take minutes.
  const limits = { ...ledger.limits, perWindow: 6_000, concurrency: 5 };
  simulated = createSimulatedLedger({ ledger, limits, clock: realClock(), random: seededRandom(8), latencyMs: [0, 1] });
  const { exchange } = simulated.tokens;
  simulated.tokens.exchange = (form) => {
    for (const name of ["code_verifier", "refresh_token"]) planted.add(form.get(name) ?? "");
    const answer = exchange(form);
    for (const token of answer.body.match(/(access|refresh)-[0-9a-f]{32}/g) ?? []) planted.add(token);
    return answer;
  };
  listener = await listen(simulated);
  const opened = await openCore({ home, secrets: "memory", command: "test", entries: findEntries(), showAddress });
  if (!opened.ok) throw new Error(opened.failure.message);
  core = opened.value;
  clientId = ((await core.runtime.route("clients.add", { name: "Sign-in" })) as { value: { clientId: string } }).value.clientId;
});

afterAll(async () => {
  await core.close();
  await listener.close();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

describe("connecting through the browser, over loopback", () => {
  it("can be cancelled, and nothing is kept then", async () => {
    const adding = core.runtime.route("connections.add", { clientId, file: fileText() });
    await expect.poll(() => said.join("").includes("/oauth/authorize"), { timeout: 10_000 }).toBe(true);
    await core.runtime.route("connections.cancelSignIn", {});
    expect(await adding).toMatchObject({ ok: false, failure: { code: "cancelled" } });
    expect(await core.runtime.context.connections.find(clientId)).toBeNull();
  });

  it("connects, reads, and goes on after a revoked consent with one more sign-in", { timeout: 60_000 }, async () => {
    const [added] = await Promise.all([core.runtime.route("connections.add", { clientId, file: fileText() }), visit()]);
    expect(added).toMatchObject({ ok: true, value: { authType: "oauth2_authorization_code" } });
    const first = await sync();
    expect(first.state).toBe("up_to_date");
    simulated.tokens.revoke();
    const dead = await sync();
    expect(dead.state).toBe("needs_sign_in");
    const cursors = (state: ClientSync) => state.streams.map(({ stream, cursor }) => [stream, cursor]);
    expect(cursors(dead)).toEqual(cursors(first));
    const [again] = await Promise.all([core.runtime.route("connections.signIn", { clientId }), visit()]);
    expect(again).toMatchObject({ ok: true });
    const after = await sync();
    expect(after.state).toBe("up_to_date");
    // Only news is read: the cursors were kept.
    expect(after.streams.reduce((sum, { changed }) => sum + changed, 0)).toBe(0);
  });

  it("leaves no token, code, state or verifier in any file", () => {
    planted.delete("");
    expect(planted.size).toBeGreaterThanOrEqual(8);
    const files = readdirSync(home, { recursive: true, encoding: "utf8" }).filter((name) => statSync(join(home, name)).isFile());
    expect(files).toContain("firm.sqlite");
    for (const name of files) {
      const bytes = readFileSync(join(home, name));
      for (const secret of planted) expect(bytes.includes(secret), `${secret.slice(0, 8)}… in ${name}`).toBe(false);
    }
  });
});

describe("the landing", () => {
  it("answers one visit, at its own path and host only, with a page that runs nothing", async () => {
    const landing = await loopbackLanding(() => undefined)();
    const url = new URL(landing.redirectUri);
    const status = (path: string, headers: Record<string, string> = {}, method = "GET") =>
      new Promise<number | undefined>((resolve, reject) => {
        request({ host: "127.0.0.1", port: url.port, path, headers, method }, (answer) => resolve(answer.resume().statusCode))
          .on("error", reject)
          .end();
      });
    expect(url.hostname).toBe("127.0.0.1");
    expect(url.pathname).toMatch(/^\/[0-9a-f]{32}$/);
    expect(await status("/")).toBe(404);
    expect(await status("//")).toBe(404);
    expect(await status(`${url.pathname}?code=1`, { host: "evil.example" })).toBe(404);
    expect(await status(`${url.pathname}?code=1`, {}, "POST")).toBe(404);
    expect(await status(`${url.pathname}?code=2&state=3`)).toBe(200);
    expect(await status(`${url.pathname}?code=4`)).toBe(404);
    expect((await landing.arrived).searchParams.get("code")).toBe("2");
    await landing.close();
  });

  it("does not let a page use up the visit with a state of its own", async () => {
    const landing = await loopbackLanding(() => undefined)();
    landing.expect?.("right");
    expect((await fetch(`${landing.redirectUri}?code=evil&state=wrong`)).status).toBe(404);
    expect((await fetch(`${landing.redirectUri}?code=evil`)).status).toBe(404);
    expect((await fetch(`${landing.redirectUri}?code=good&state=right`)).status).toBe(200);
    expect((await landing.arrived).searchParams.get("code")).toBe("good");
    await landing.close();
  });

  it("closes at once beside a connection that a browser opened in advance", async () => {
    const landing = await loopbackLanding(() => undefined)();
    const socket = connect(Number(new URL(landing.redirectUri).port), "127.0.0.1");
    await once(socket, "connect");
    const ended = once(socket.resume(), "close");
    expect((await fetch(`${landing.redirectUri}?code=1`)).status).toBe(200);
    await landing.close();
    await ended;
  }, 5_000);

  it("listens at a registered address to the letter, and says so when another program has it", async () => {
    const open = loopbackLanding(() => undefined);
    const free = await open();
    const { port } = new URL(free.redirectUri);
    await expect(open(`http://localhost:${port}/signed-in`)).rejects.toThrow("EADDRINUSE");
    await free.close();
    const landing = await open(`http://localhost:${port}/signed-in`);
    expect(landing.redirectUri).toBe(`http://localhost:${port}/signed-in`);
    landing.expect?.("s");
    expect((await fetch(`http://127.0.0.1:${port}/signed-in?state=s`)).status).toBe(404);
    expect((await fetch(`http://localhost:${port}/other?state=s`)).status).toBe(404);
    expect((await fetch(`http://localhost:${port}/signed-in?code=1&state=s`)).status).toBe(200);
    await landing.close();
  });
});
