import { watchStalls } from "./stalls.ts";

/** Started by the stall bench: does nothing, and tells the longest stall of its loop between two messages. */
let stop = watchStalls();
process.on("message", () => {
  process.send?.(stop());
  stop = watchStalls();
});
process.send?.("ready");
