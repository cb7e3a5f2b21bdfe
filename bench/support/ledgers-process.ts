import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { editTransaction } from "#simulator/books/events.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import type { BooksStyle } from "#simulator/books/types.ts";
import { createLedgerA } from "#simulator/ledger-a/create-ledger-a.ts";
import { createLedgerB } from "#simulator/ledger-b/create-ledger-b.ts";
import { createLedgerC } from "#simulator/ledger-c/create-ledger-c.ts";
import { listen } from "#simulator/listen.ts";
import { createSimulatedLedger } from "#simulator/server.ts";
import type { SimLedger, SimLimits } from "#simulator/types.ts";
import { fastClock } from "./fast-clock.ts";

/** Where one of the ledgers listens, and what opens it. */
export interface BenchTenant {
  readonly system: "ledger_a" | "ledger_b" | "ledger_c";
  readonly name: string;
  readonly tenantId: string;
  readonly baseUrl: string;
  readonly token: string;
}

/**
 * Started by benches: so many small ledgers on one socket, whose clock may run faster than the machine's. Each message edits some
 * invoices of every tenant.
 */
const count = Number(process.argv[2]);
const clock = fastClock(Number(process.argv[3] ?? Date.now()), Number(process.argv[4] ?? 1));
const EDITED = 5;
/** A token from an environment variable is never refreshed. */
const DAYS_MS = 7 * 86_400_000;
const STYLES: readonly BooksStyle[] = ["a", "b", "c"];
const SYSTEMS = { a: "ledger_a", b: "ledger_b", c: "ledger_c" } as const;
// The limiters have a bench of their own: here they are never reached.
const NO_LIMITS: SimLimits = {
  ...{ perWindow: null, windowMs: 60_000, windowKind: "sliding", concurrency: null },
  ...{ perDay: null, appPerWindow: null, batchPerWindow: null },
};

const simulated = Array.from({ length: count }, (_, at) => {
  const style = STYLES[at % STYLES.length] as BooksStyle;
  const books = generateBooks({
    ...{ seed: at + 1, style, tenantId: `tenant-${at}`, name: `Client ${at} Trading Limited`, baseCurrency: "USD", country: "US" },
    ...{ today: calendarDate(clock.now().slice(0, 10)), months: 3, invoicesPerMonth: 8, foreignCurrencies: ["EUR"] },
  });
  return createSimulatedLedger({
    ...{ ledger: ledgerOf(style, books), clock, random: seededRandom(at + 1) },
    ...{ latencyMs: [5, 30], limits: NO_LIMITS, tokens: { lifetimeMs: DAYS_MS } },
  });
});
const listener = await listen(simulated);

process.on("message", () => {
  for (const { ledger } of simulated) {
    const invoices = ledger.books.transactions.filter(({ kind, state }) => kind === "sales_invoice" && state === "approved");
    for (const { id } of invoices.slice(-EDITED)) editTransaction(ledger.books, id, { memo: `Edited ${clock.nowMs()}` }, clock.nowMs());
  }
  process.send?.("edited");
});
process.send?.(
  simulated.map(({ ledger: { books }, tokens }, at): BenchTenant => {
    const { style, name, tenantId } = books;
    const root = `${listener.baseUrl}/t/${at}`;
    const token = tokens.issue().accessToken;
    return { system: SYSTEMS[style], name, tenantId, baseUrl: style === "a" ? `${root}/api/2.0` : root, token };
  }),
);

function ledgerOf(style: BooksStyle, books: ReturnType<typeof generateBooks>): SimLedger {
  if (style === "a") return createLedgerA(books, { journals: true });
  return style === "b" ? createLedgerB(books) : createLedgerC(books);
}
