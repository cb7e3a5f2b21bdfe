import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { bankStatement } from "../bank-statement.ts";
import { generateBooks } from "../books/generate/generate.ts";
import type { Books } from "../books/types.ts";
import { createLedgerA } from "../ledger-a/create-ledger-a.ts";
import { createLedgerB } from "../ledger-b/create-ledger-b.ts";
import { createLedgerC } from "../ledger-c/create-ledger-c.ts";
import { listen, realClock } from "../listen.ts";
import { applyServerOddities, changesLater, plantOddities, playLaterOddities } from "../oddities.ts";
import { AUTHORIZE_PATH, createSimulatedLedger, type SimulatedLedger, TOKEN_PATH } from "../server.ts";
import type { SimLedger } from "../types.ts";
import { createVendor, type Responder } from "../vendor.ts";
import { type DemoClient, demoClients } from "./demo-firm.ts";
import { PRACTICE_APP_ID, PRACTICE_SCOPES } from "./practice-names.ts";

/** What a connection to one demo ledger needs; the token is made for this run. */
export interface DemoTenant {
  readonly name: string;
  readonly system: "ledger_a" | "ledger_b" | "ledger_c";
  readonly tenantId: string;
  readonly baseUrl: string;
  readonly token: string;
  readonly journals: boolean;
  /** True when `playLater` touches its books. */
  readonly changesLater: boolean;
  /** Where a person signs in again, for the client whose consent is withdrawn; null for the others. */
  readonly signIn: { readonly authorizeUrl: string; readonly tokenUrl: string } | null;
}

export interface DemoLedgers {
  readonly tenants: readonly DemoTenant[];
  readonly simulated: readonly SimulatedLedger[];
  /** Plays what can only be noticed after a first sync: a deletion, a lock that moves back. */
  playLater(nowMs: number): void;
  /** The bank's own statement of an account of a tenant, as OFX; null where the account is no bank account of its books. */
  statement(tenantId: string, accountId: string, from: CalendarDate, to: CalendarDate): string | null;
  close(): Promise<void>;
}

const YEAR_MS = 365 * 86_400_000;
const SYSTEMS = { a: "ledger_a", b: "ledger_b", c: "ledger_c" } as const;
// The specification's base addresses: Ledger A's includes its version path.
const BASE_PATHS = { a: "/api/2.0", b: "", c: "" } as const;

/**
 * Starts the demo firm's ledgers on 127.0.0.1: the same books for the same day.
 * @param playedMs when the later oddities were played in an earlier run, or null
 */
export async function startDemoLedgers(today: CalendarDate, playedMs: number | null): Promise<DemoLedgers> {
  const clients = demoClients(today);
  const books = clients.map((client) => generateBooks(client.options));
  for (const [index, client] of clients.entries()) {
    plantOddities(books[index] as Books, client.oddities);
    if (playedMs !== null) playLaterOddities(books[index] as Books, client.oddities, playedMs);
  }
  const simulated = clients.map((client, index) => simulate(client, books[index] as Books, index));
  const listener = await listen(simulated.map((one, index) => responder(clients[index] as DemoClient, one)));
  return {
    simulated,
    tenants: clients.map((client, index) => tenant(client, simulated[index] as SimulatedLedger, `${listener.baseUrl}/t/${index}`)),
    playLater: (nowMs) => {
      for (const [index, client] of clients.entries()) playLaterOddities(books[index] as Books, client.oddities, nowMs);
    },
    statement: (tenantId, accountId, from, to) => {
      const own = books.find((one) => one.tenantId === tenantId);
      const account = own?.accounts.find(({ id }) => id === accountId);
      if (own === undefined || (account?.kind !== "bank" && account?.kind !== "credit_card")) return null;
      return bankStatement(own, account.id, from, to, today);
    },
    close: () => listener.close(),
  };
}

function simulate(client: DemoClient, books: Books, index: number): SimulatedLedger {
  const simulated = createSimulatedLedger({
    ledger: ledgerOf(client, books, index),
    clock: realClock(),
    random: seededRandom(client.options.seed),
    latencyMs: client.latencyMs,
    tokens: {
      lifetimeMs: YEAR_MS,
      apps: new Map([[PRACTICE_APP_ID, null]]),
      approvedScopes: PRACTICE_SCOPES,
      acceptsRedirect: (redirect) => /^http:\/\/127\.0\.0\.1:\d{1,5}\//.test(redirect),
    },
  });
  applyServerOddities(simulated, client.oddities);
  return simulated;
}

function responder({ style, oddities }: DemoClient, simulated: SimulatedLedger): Responder {
  if (!oddities.includes("token_revoked")) return simulated;
  const { tokens: issuer, clock } = simulated;
  return createVendor({ name: `Ledger ${style.toUpperCase()}`, tenants: [simulated], issuer, clock, asks: true });
}

function ledgerOf(client: DemoClient, books: Books, index: number): SimLedger {
  if (client.style === "a") return createLedgerA(books, { journals: grantsJournals(index), limits: client.limits });
  if (client.style === "b") return createLedgerB(books, { limits: client.limits });
  return createLedgerC(books, { limits: client.limits });
}

/** Every other Ledger A client's app is on the tier with the general-ledger feed. */
function grantsJournals(index: number): boolean {
  return index % 2 === 0;
}

function tenant(client: DemoClient, simulated: SimulatedLedger, root: string): DemoTenant {
  return {
    name: client.name,
    system: SYSTEMS[client.style],
    tenantId: client.options.tenantId,
    baseUrl: root + BASE_PATHS[client.style],
    token: simulated.tokens.issue().accessToken,
    journals: client.style === "a",
    changesLater: changesLater(client.oddities),
    signIn: client.oddities.includes("token_revoked")
      ? { authorizeUrl: `${root}${AUTHORIZE_PATH}`, tokenUrl: `${root}${TOKEN_PATH}` }
      : null,
  };
}
