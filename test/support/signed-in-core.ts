import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { findEntries } from "#main/hosts/node/entries.ts";
import { type OpenCore, openCore } from "#main/hosts/node/open-core.ts";
import type { ClientSync } from "#shared/contract/sync/sync.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import { createLedgerA } from "#simulator/ledger-a/create-ledger-a.ts";
import { type Listener, listen, realClock } from "#simulator/listen.ts";
import { createSimulatedLedger, type SimulatedLedger } from "#simulator/server.ts";
import type { SimLedger } from "#simulator/types.ts";

export interface SignedInLab {
  readonly home: string;
  readonly ledger: SimLedger;
  readonly simulated: SimulatedLedger;
  readonly listener: Listener;
  /** Everything that the ledger gave or was sent while signing in and renewing, by name. */
  readonly secrets: Map<string, string>;
  /** What was said to the person. */
  readonly said: string[];
  /** How often a refresh token came to the ledger. */
  refreshes(): number;
  open(): Promise<OpenCore>;
  /** Adds a client and connects it through the browser. */
  connect(core: OpenCore): Promise<string>;
  sync(core: OpenCore, clientId: string): Promise<ClientSync>;
  /** Ends every access token, so that the next request needs a new one. */
  expireAccess(): void;
  /** The connection file that signs in through the browser. */
  file(): Record<string, unknown>;
  close(): Promise<void>;
}

export interface SignedInOptions {
  readonly secrets: "keychain" | "memory";
  /** The app's secret at the ledger. */
  readonly clientSecret?: string;
}

const SECRET_VARIABLE = "SIGNED_IN_LAB_CLIENT_SECRET";

/** A real socket, a real data folder and a person who consents in the browser: what a test of secrets needs whole. */
export async function signedInLab(options: SignedInOptions): Promise<SignedInLab> {
  vi.stubEnv("TIEOUT_NO_BROWSER", "1");
  const home = mkdtempSync(join(tmpdir(), "tieout-signed-in-"));
  const said: string[] = [];
  const showAddress = (address: string) => void said.push(`${address}\n`);
  const secrets = new Map<string, string>();
  vi.spyOn(process.stderr, "write").mockImplementation((text) => said.push(String(text)) > 0);
  const ledger = createLedgerA(smallBooks());
  const { clientSecret } = options;
  if (clientSecret !== undefined) vi.stubEnv(SECRET_VARIABLE, clientSecret);
  const simulated = createSimulatedLedger({
    ledger,
    // Real time: a minute's budget of sixty would take minutes.
    limits: { ...ledger.limits, perWindow: 6_000, concurrency: 5 },
    clock: realClock(),
    random: seededRandom(8),
    latencyMs: [0, 1],
    tokens: { lifetimeMs: 1_800_000, ...(clientSecret === undefined ? {} : { apps: new Map([["app", clientSecret]]) }) },
  });
  let refreshes = 0;
  const access: string[] = [];
  const { exchange } = simulated.tokens;
  simulated.tokens.exchange = (form, authorization) => {
    for (const name of ["code", "code_verifier", "refresh_token", "client_assertion"]) keep(secrets, name, form.get(name));
    keep(secrets, "authorization", authorization?.replace(/^Basic /, ""));
    if (form.get("grant_type") === "refresh_token") refreshes++;
    const answer = exchange(form, authorization);
    const given = JSON.parse(answer.body) as { access_token?: string; refresh_token?: string };
    keep(secrets, "access_token", given.access_token);
    keep(secrets, "refresh_token", given.refresh_token);
    if (given.access_token !== undefined) access.push(given.access_token);
    return answer;
  };
  const listener = await listen(simulated);
  const file = () => ({
    system: "ledger_a",
    name: ledger.books.name,
    tenantId: ledger.books.tenantId,
    baseUrl: `${listener.baseUrl}/api/2.0`,
    auth: {
      type: "oauth2_authorization_code",
      authorizeUrl: `${listener.baseUrl}/oauth/authorize`,
      tokenUrl: `${listener.baseUrl}/oauth/token`,
      clientId: "app",
      ...(clientSecret === undefined ? {} : { clientSecretEnv: SECRET_VARIABLE }),
      scopes: ["offline_access"],
      redirect: "loopback",
    },
    limits: { requestsPerWindow: 6_000 },
  });
  return {
    home,
    ledger,
    simulated,
    listener,
    secrets,
    said,
    file,
    refreshes: () => refreshes,
    open: async () => {
      const opened = await openCore({ home, secrets: options.secrets, command: "test", entries: findEntries(), showAddress });
      if (!opened.ok) throw new Error(opened.failure.message);
      return opened.value;
    },
    connect: async (core) => {
      const added = await core.runtime.route("clients.add", { name: "Signed in" });
      if (!added.ok) throw new Error(added.failure.message);
      const { clientId } = added.value as { clientId: string };
      const connecting = core.runtime.route("connections.add", { clientId, file: JSON.stringify(file()) });
      const [connected] = await Promise.all([connecting, visit(said, secrets)]);
      if (!connected.ok) throw new Error(connected.failure.message);
      return clientId;
    },
    sync: async (core, clientId) => (await core.runtime.context.engine.sync(clientId, {})) as ClientSync,
    expireAccess: () => {
      for (const token of access) simulated.tokens.expire(token);
    },
    close: async () => {
      await listener.close();
      vi.restoreAllMocks();
      vi.unstubAllEnvs();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The person: opens the address that was printed and follows the redirect, as a browser does. */
async function visit(said: readonly string[], secrets: Map<string, string>): Promise<void> {
  const heard = said.length;
  const address = await vi.waitUntil(() => /http:\S+oauth\/authorize\S+/.exec(said.slice(heard).join(""))?.[0], { timeout: 10_000 });
  const consent = await fetch(address, { redirect: "manual" });
  const back = new URL(consent.headers.get("location") ?? "");
  keep(secrets, "code", back.searchParams.get("code"));
  await fetch(back);
}

function keep(secrets: Map<string, string>, name: string, value: string | null | undefined): void {
  if (value == null || value === "" || [...secrets.values()].includes(value)) return;
  secrets.set(`${name} ${secrets.size + 1}`, value);
}

function smallBooks() {
  return generateBooks({
    seed: 5,
    style: "a",
    tenantId: "tenant-signed-in",
    name: "Signed-in Company",
    baseCurrency: "NZD",
    country: "NZ",
    today: calendarDate("2026-10-31"),
    months: 2,
    invoicesPerMonth: 4,
    foreignCurrencies: [],
  });
}
