import { EventEmitter } from "node:events";
import { afterEach, describe, expect, it, vi } from "vitest";
import { wakeWatch } from "#main/hosts/node/machine/wake-watch.ts";
import type { MachineEvent } from "#main/ports/index.ts";

const electron = vi.hoisted(() => ({ online: true, shown: [] as { options: unknown; click: () => void }[], supported: true }));

vi.mock("electron", () => ({
  net: { isOnline: () => electron.online },
  powerMonitor: new EventEmitter(),
  Notification: class {
    static readonly isSupported = () => electron.supported;
    readonly #options: unknown;
    #click: () => void = () => undefined;
    constructor(options: unknown) {
      this.#options = options;
    }
    on = (_event: string, click: () => void): void => {
      this.#click = click;
    };
    show = (): void => void electron.shown.push({ options: this.#options, click: this.#click });
  },
}));

const { electronPower } = await import("#main/hosts/electron/power.ts");
const { systemNotices } = await import("#main/hosts/electron/notices.ts");
const { powerMonitor } = await import("electron");

afterEach(() => {
  electron.online = true;
  electron.shown.length = 0;
  vi.useRealTimers();
});

describe("sleep, wake and network", () => {
  it("are told as the system tells them, and the network as it is found", () => {
    vi.useFakeTimers();
    const heard: MachineEvent[] = [];
    const power = electronPower();
    const quiet = power.subscribe((event) => heard.push(event));
    powerMonitor.emit("suspend");
    electron.online = false;
    // After waking up without a network, this is known at once.
    powerMonitor.emit("resume");
    vi.advanceTimersByTime(20_000);
    electron.online = true;
    vi.advanceTimersByTime(20_000);
    expect(heard).toEqual(["suspend", "resume", "offline", "online"]);
    quiet();
    powerMonitor.emit("suspend");
    expect(heard).toHaveLength(4);
  });

  it("are known to who comes late", () => {
    electron.online = false;
    const heard: MachineEvent[] = [];
    electronPower().subscribe((event) => heard.push(event));
    expect(heard).toEqual(["offline"]);
  });

  it("are guessed from a timer that comes too late, where nobody tells", () => {
    let now = 0;
    let look: () => void = () => undefined;
    const heard: MachineEvent[] = [];
    const power = wakeWatch(
      () => now,
      (_ms, then) => {
        look = then;
      },
    );
    power.subscribe((event) => heard.push(event));
    for (const later of [5_000, 12_000, 60_000]) {
      now += later;
      look();
    }
    expect(heard).toEqual([]);
    now += 8 * 3_600_000;
    look();
    expect(heard).toEqual(["resume"]);
  });
});

describe("what needs a person", () => {
  const notice = { title: "Birch & Co <b>needs</b> you", body: "Sign in\nagain\u202e", address: "/clients/c-1/connection" };

  it("is told by the system while nobody looks, without markup, and a click leads there", () => {
    const went: unknown[] = [];
    systemNotices({ isLookedAt: () => false, summon: (command) => went.push(command) })(notice);
    expect(electron.shown.map(({ options }) => options)).toEqual([{ title: "Birch Co b needs /b you", body: "Sign in again" }]);
    electron.shown[0]?.click();
    expect(went).toEqual([{ command: "go", address: "/clients/c-1/connection" }]);
  });

  it("is left to the window that is looked at", () => {
    systemNotices({ isLookedAt: () => true, summon: () => undefined })(notice);
    expect(electron.shown).toEqual([]);
  });

  it("leads nowhere else, and is never long", () => {
    const went: unknown[] = [];
    const tell = systemNotices({ isLookedAt: () => false, summon: (command) => went.push(command) });
    tell({ title: "x".repeat(500), body: "y".repeat(5_000), address: "https://evil.example/" });
    electron.shown[0]?.click();
    expect(went).toEqual([null]);
    expect(JSON.stringify(electron.shown[0]?.options).length).toBeLessThan(400);
  });
});
