import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import { createLedgerB } from "#simulator/ledger-b/create-ledger-b.ts";
import { listen, realClock } from "#simulator/listen.ts";
import { createSimulatedLedger } from "#simulator/server.ts";
import type { LoopbackProcess } from "#test/support/loopback-process.ts";
import { rawRequest } from "#test/support/raw-http.ts";

/** The variable in which the host finds the token of the ledger that is read while the window is measured. */
export const LIVE_TOKEN = "TIEOUT_BENCH_LIVE_TOKEN";

/** A ledger on a socket of this machine that can be read for a while. */
export interface LiveLedger {
  readonly token: string;
  /** Connects the client `reading` to it and has all of it read. */
  startReading(host: LoopbackProcess): Promise<void>;
  isReading(host: LoopbackProcess): Promise<boolean>;
  close(): Promise<void>;
}

/** Starts it, with books of a size that is read for minutes. */
export async function liveLedger(): Promise<LiveLedger> {
  const books = generateBooks({
    ...{ seed: 5, style: "b", tenantId: "9130350000000001", name: "Reading Limited", baseCurrency: "USD", country: "US" },
    ...{ today: calendarDate("2026-11-20"), months: 24, invoicesPerMonth: 250, foreignCurrencies: [] },
  });
  const ledger = createLedgerB(books);
  const simulated = createSimulatedLedger({ ledger, clock: realClock(), random: seededRandom(5), latencyMs: [20, 60] });
  const { accessToken } = simulated.tokens.issue();
  const listener = await listen(simulated);
  const file = {
    ...{ system: "ledger_b", name: books.name, tenantId: books.tenantId, baseUrl: listener.baseUrl },
    auth: { type: "bearer_env", variable: LIVE_TOKEN },
  };
  return {
    token: accessToken,
    startReading: async (host) => {
      await ask(host, "connections.add", { clientId: "reading", file: JSON.stringify(file) });
      await ask(host, "sync.start", { clientIds: ["reading"] });
    },
    isReading: async (host) => {
      const { state } = (await ask(host, "sync.status", { clientId: "reading" })) as { readonly state: string };
      return state === "syncing" || state === "queued";
    },
    close: () => listener.close(),
  };
}

async function ask(host: LoopbackProcess, method: string, input: object): Promise<unknown> {
  const { port } = host;
  const token = await host.token();
  const answer = await rawRequest(port, {
    method: "POST",
    path: "/api/invoke",
    headers: { origin: `http://127.0.0.1:${port}`, "content-type": "application/json", "x-tieout-token": token },
    body: JSON.stringify({ method, input }),
  });
  const reply = JSON.parse(answer.body) as {
    readonly ok: boolean;
    readonly value: unknown;
    readonly failure?: { readonly message: string };
  };
  if (!reply.ok) throw new Error(`${method}: ${reply.failure?.message}`);
  return reply.value;
}
