import { parentPort, workerData } from "node:worker_threads";
import { assert } from "#shared/kernel/assert.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { startDemoLedgers } from "./demo-ledgers.ts";

assert(parentPort !== null, "the demo ledgers run as a thread only");
const port = parentPort;
const { today, playedMs } = workerData as { readonly today: CalendarDate; readonly playedMs: number | null };
const ledgers = await startDemoLedgers(today, playedMs);
port.postMessage({ kind: "ready", tenants: ledgers.tenants });
port.on("message", (message: { readonly kind: "play_later"; readonly nowMs: number }) => {
  ledgers.playLater(message.nowMs);
  port.postMessage({ kind: "played" });
});
