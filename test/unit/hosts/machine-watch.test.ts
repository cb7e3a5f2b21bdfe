import { expect, it } from "vitest";
import { machineWatch } from "#main/hosts/node/machine/machine-watch.ts";
import type { MachineEvent } from "#main/ports/index.ts";

it("hears that a machine slept and that its network went and came, only while somebody listens", () => {
  let nowMs = 0;
  let network = true;
  let look: (() => void) | null = null;
  const power = machineWatch({
    nowMs: () => nowMs,
    hasNetwork: () => network,
    every: (_, again) => {
      look = again;
      return () => {
        look = null;
      };
    },
  });
  const after = (ms: number) => {
    nowMs += ms;
    look?.();
  };
  expect(look).toBeNull();
  const heard: MachineEvent[] = [];
  const quiet = power.subscribe((event) => heard.push(event));
  after(10_000);
  after(20_000);
  expect(heard).toEqual([]);
  network = false;
  after(10_000);
  network = true;
  after(10_000);
  // After waking up, the state of the network is found out by trying.
  network = false;
  after(8 * 3_600_000);
  expect(heard).toEqual(["offline", "online", "resume"]);
  quiet();
  expect(look).toBeNull();
});
