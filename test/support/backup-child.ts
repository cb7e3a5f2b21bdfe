/**
 * A process of its own that is killed while it backs up or restores. Arguments: `create` or
 * `restore`, data folder, archive (one to write, or two to restore in turn). It says `ready` first.
 */
import { rmSync } from "node:fs";
import { finishExchanges } from "#main/files/exchange.ts";
import { createArchive } from "#main/store/safety/create-archive.ts";
import { prepareRestore } from "#main/store/safety/prepare-restore.ts";

const [what, home, ...archives] = process.argv.slice(2) as [string, string, ...string[]];
process.send?.("ready");
for (let round = 0; ; round++) {
  const path = archives[round % archives.length] as string;
  if (what === "create") {
    rmSync(path, { force: true });
    createArchive(home, { path, nowMs: 1_795_000_000_000 + round, app: "test" });
  } else {
    const ready = prepareRestore(home, { path, firmId: null, nowMs: 1_795_000_000_000 + round });
    if (!ready.ok) throw new Error(ready.failure.message);
    finishExchanges(home);
  }
}
