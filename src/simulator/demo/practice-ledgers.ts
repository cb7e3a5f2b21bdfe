import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { SMALL_FIRM } from "../books/everyday-firm.ts";
import { generateBooks } from "../books/generate/generate.ts";
import type { Books, BooksStyle } from "../books/types.ts";
import { createLedgerA } from "../ledger-a/create-ledger-a.ts";
import { createLedgerB } from "../ledger-b/create-ledger-b.ts";
import { createLedgerC } from "../ledger-c/create-ledger-c.ts";
import { listen, realClock } from "../listen.ts";
import { createSimulatedLedger, type SimClock } from "../server.ts";
import { createTokenIssuer } from "../tokens.ts";
import type { SimLedger, SimRequest } from "../types.ts";
import { createVendor, type Responder } from "../vendor.ts";
import { PRACTICE_ACCOUNT, PRACTICE_APP_ID, PRACTICE_JOURNALS_SCOPE, PRACTICE_SCOPES } from "./practice-names.ts";

export interface PracticeHouse {
  /** `<baseUrl>/a`, `<baseUrl>/b` and `<baseUrl>/c/<account>` are the three vendors. */
  readonly baseUrl: string;
  close(): Promise<void>;
}

type Row = readonly [name: string, style: BooksStyle, tenantId: string, currency: string, country: string];

const ROWS: readonly Row[] = [
  ["Rosella Lane Florists", "a", "5b0c7f10-31aa-4d2e-8c44-0a6e2a9c4101", "NZD", "NZ"],
  ["Kauri Point Kayaks", "a", "5b0c7f10-31aa-4d2e-8c44-0a6e2a9c4102", "NZD", "NZ"],
  ["Bellbird Physiotherapy", "a", "5b0c7f10-31aa-4d2e-8c44-0a6e2a9c4103", "AUD", "AU"],
  ["Larkspur Design Studio", "b", "9130348551770011", "USD", "US"],
  ["Otter Creek Canoes", "b", "9130348551770022", "USD", "US"],
  ["Quarry Hill Instruments", "c", PRACTICE_ACCOUNT.toUpperCase(), "USD", "US"],
];

/** The port that connections of an earlier run know; where it is taken, any other does. */
const USUAL_PORT = 47_616;
const MONTHS = 6;
/** A newcomer is not kept waiting for a budget that nobody else shares. */
const ROOMY = { perWindow: 1_000 } as const;
const LATENCY_MS = [5, 20] as const;

/** Starts the practice ledgers on 127.0.0.1: three vendors that a person signs in to as if they were real. */
export async function startPracticeLedgers(today: CalendarDate): Promise<PracticeHouse> {
  const clock = realClock();
  const house: { answer: Responder["respond"] } = { answer: async () => ({ kind: "reset", sent: false, partial: null }) };
  const listener = await listenSomewhere({ clock, respond: (request) => house.answer(request) });
  house.answer = createHouse(today, clock, listener.baseUrl);
  return listener;
}

async function listenSomewhere(responder: Responder): Promise<PracticeHouse> {
  try {
    return await listen(responder, USUAL_PORT);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    return listen(responder);
  }
}

/** Sends a request to its vendor, by the first part of its path. */
function createHouse(today: CalendarDate, clock: SimClock, baseUrl: string): Responder["respond"] {
  const vendors = new Map<string, Responder>([
    ["a", vendor("a", "Practice Ledger A", today, clock, `${baseUrl}/a`)],
    ["b", vendor("b", "Practice Ledger B", today, clock, `${baseUrl}/b`)],
    [`c/${PRACTICE_ACCOUNT}`, vendor("c", "Practice Ledger C", today, clock, `${baseUrl}/c/${PRACTICE_ACCOUNT}`)],
  ]);
  return async (request: SimRequest) => {
    for (const [prefix, responder] of vendors)
      if (request.path.startsWith(`/${prefix}/`)) return responder.respond({ ...request, path: request.path.slice(prefix.length + 1) });
    return { kind: "response", status: 404, headers: {}, body: "" };
  };
}

function vendor(style: BooksStyle, name: string, today: CalendarDate, clock: SimClock, address: string): Responder {
  const random = seededRandom(style.charCodeAt(0));
  const issuer = createTokenIssuer({
    nowMs: clock.nowMs,
    random,
    apps: new Map([[PRACTICE_APP_ID, null]]),
    approvedScopes: [...PRACTICE_SCOPES, PRACTICE_JOURNALS_SCOPE],
    acceptsRedirect: (redirect) => /^http:\/\/127\.0\.0\.1:\d{1,5}\//.test(redirect),
    // Lost answers are forgiven for half an hour, as Ledger A does.
    reuseGraceMs: 1_800_000,
    forgetful: true,
    audience: `${address}/oauth/token`,
  });
  const tenants = ROWS.filter((row) => row[1] === style).map((row, index) =>
    createSimulatedLedger({ ledger: ledgerOf(booksOf(row, today, index)), clock, random, latencyMs: LATENCY_MS, issuer }),
  );
  return createVendor({ name, tenants, issuer, clock, asks: true });
}

function booksOf([name, style, tenantId, baseCurrency, country]: Row, today: CalendarDate, index: number): Books {
  const seed = 7_300 + style.charCodeAt(0) * 10 + index;
  return generateBooks({
    seed,
    style,
    tenantId,
    name,
    baseCurrency,
    country,
    today,
    months: MONTHS,
    invoicesPerMonth: 4,
    foreignCurrencies: [],
    everyday: SMALL_FIRM,
  });
}

function ledgerOf(books: Books): SimLedger {
  if (books.style === "a") return createLedgerA(books, { journals: true, limits: ROOMY });
  return books.style === "b" ? createLedgerB(books, { limits: ROOMY }) : createLedgerC(books);
}
