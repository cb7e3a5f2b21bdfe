import { parentPort, workerData } from "node:worker_threads";
import { assert, unreachable } from "#shared/kernel/assert.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { startDemoLedgers } from "./demo-ledgers.ts";
import { startPracticeLedgers } from "./practice-ledgers.ts";

/** Which ledgers the thread runs: the demo firm's, or those that a person practises signing in with. */
type ThreadData =
  | { readonly kind: "demo"; readonly today: CalendarDate; readonly playedMs: number | null }
  | { readonly kind: "practice"; readonly today: CalendarDate };

/** What the demo firm's ledgers are asked. */
type DemoMessage =
  | { readonly kind: "play_later"; readonly nowMs: number }
  | {
      readonly kind: "statement";
      readonly number: number;
      readonly tenantId: string;
      readonly accountId: string;
      readonly from: CalendarDate;
      readonly to: CalendarDate;
    };

assert(parentPort !== null, "the simulated ledgers run as a thread only");
const port = parentPort;
const data = workerData as ThreadData;
switch (data.kind) {
  case "practice": {
    const { baseUrl } = await startPracticeLedgers(data.today);
    port.postMessage({ kind: "ready", baseUrl });
    break;
  }
  case "demo": {
    const ledgers = await startDemoLedgers(data.today, data.playedMs);
    port.postMessage({ kind: "ready", tenants: ledgers.tenants });
    port.on("message", (message: DemoMessage) => {
      if (message.kind === "play_later") {
        ledgers.playLater(message.nowMs);
        port.postMessage({ kind: "played" });
        return;
      }
      const { tenantId, accountId, from, to, number } = message;
      port.postMessage({ kind: "statement", number, text: ledgers.statement(tenantId, accountId, from, to) });
    });
    break;
  }
  default:
    unreachable(data, "kind of simulated ledgers");
}
