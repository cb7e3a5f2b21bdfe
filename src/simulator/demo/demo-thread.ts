import { parentPort, workerData } from "node:worker_threads";
import { assert, unreachable } from "#shared/kernel/assert.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { startDemoLedgers } from "./demo-ledgers.ts";
import { startPracticeLedgers } from "./practice-ledgers.ts";

/** Which ledgers the thread runs: the demo firm's, or those that a person practises signing in with. */
type ThreadData =
  | { readonly kind: "demo"; readonly today: CalendarDate; readonly playedMs: number | null }
  | { readonly kind: "practice"; readonly today: CalendarDate };

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
    port.on("message", (message: { readonly kind: "play_later"; readonly nowMs: number }) => {
      ledgers.playLater(message.nowMs);
      port.postMessage({ kind: "played" });
    });
    break;
  }
  default:
    unreachable(data, "kind of simulated ledgers");
}
