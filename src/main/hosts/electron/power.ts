import { net, powerMonitor } from "electron";
import type { MachineEvent, Power } from "#main/ports/index.ts";

const NETWORK_EVERY_MS = 5_000;

/** Sleep and wake as the system tells them; the network is looked at, for nobody tells the main process. */
export function electronPower(): Power {
  const listeners = new Set<(event: MachineEvent) => void>();
  const tell = (event: MachineEvent): void => {
    for (const listener of listeners) listener(event);
  };
  powerMonitor.on("suspend", () => tell("suspend"));
  powerMonitor.on("resume", () => tell("resume"));
  let online = net.isOnline();
  const look = (): void => {
    const now = net.isOnline();
    if (now !== online) tell(now ? "online" : "offline");
    online = now;
  };
  setInterval(look, NETWORK_EVERY_MS).unref();
  powerMonitor.on("resume", look);
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      if (!online) listener("offline");
      return () => listeners.delete(listener);
    },
  };
}
