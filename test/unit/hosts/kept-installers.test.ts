import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { KeptInstallers } from "#main/hosts/electron/kept-installers.ts";
import { beforeFileCalls } from "#test/support/file-calls.ts";
import { tempHome } from "#test/support/temp-home.ts";

it("a process killed while it keeps an installer leaves a list whose every entry can be gone back to", async () => {
  const [home, states] = [tempHome(), tempHome()];
  const kept = new KeptInstallers(home);
  const installer = join(home, "Tieout.AppImage");
  let count = 0;
  for (const version of ["1.0.0", "1.1.0", "1.2.0", "1.3.0"]) {
    writeFileSync(installer, `installer of ${version}`);
    mkdirSync(join(home, "installers"), { recursive: true });
    const stop = beforeFileCalls(() => cpSync(join(home, "installers"), join(states, String(count++), "installers"), { recursive: true }));
    onTestFinished(stop);
    await kept.keep(version, installer);
    stop();
  }
  expect(kept.versions()).toEqual(["1.3.0", "1.2.0", "1.1.0"]);
  expect(count).toBeGreaterThan(8);
  for (let at = 0; at < count; at++) {
    const then = new KeptInstallers(join(states, String(at)));
    for (const version of then.versions()) expect([at, version, await then.find(version)]).not.toContain(null);
  }
});
