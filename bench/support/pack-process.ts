import { once } from "node:events";
import { createWriteStream, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makePack } from "#main/pack/make-pack.ts";
import { packFacts } from "#main/pack/pack-facts.ts";
import type { PackOrder } from "#main/pack/pack-order.ts";
import { extractsOf } from "#main/pack/tables/extracts.ts";
import { openClientFile } from "#main/store/database/client-file.ts";
import { monthStart } from "#shared/kernel/calendar-date.ts";
import { AMERICAN } from "#shared/language/english.ts";
import { LAST_DAY } from "./million-documents.ts";
import { clientSetup } from "./mirror.ts";
import { peakMemoryKib } from "./peak-memory.ts";

/**
 * Started by the pack bench on a mirror that is there: makes a pack, or writes its CSVs alone as plain
 * files. Prints milliseconds, and the peak memory in KiB.
 */
const [, , home = "", clientId = "", mode = "pack"] = process.argv;
const setup = clientSetup(clientId);
const out = join(home, `out-${process.pid}`);
mkdirSync(out);
const order: PackOrder = {
  ...setup,
  clientName: "Bench Trading Ltd",
  ledger: "Ledger A",
  period: { id: "last", label: "Last month", start: monthStart(LAST_DAY), end: LAST_DAY, ownedBy: "us", status: "open" },
  periods: [],
  template: null,
  folder: out,
  reason: null,
  appVersion: "bench",
  english: AMERICAN,
  firm: { name: null, logo: null },
  people: [],
  signer: null,
  groups: [],
};
const db = openClientFile(home, clientId, { readonly: true });
const since = performance.now();
if (mode === "pack") await makePack(db, order, { tick: async () => undefined, fileOf: () => null, sign: async () => "" });
else {
  for (const { name, write } of extractsOf(packFacts(db, order, null), join(out, "lines"))) {
    const file = createWriteStream(join(out, name.replace("/", "-")));
    const put = async (piece: string | Uint8Array): Promise<void> => {
      if (!file.write(piece)) await once(file, "drain");
    };
    await write(put, async () => undefined);
    file.end();
    await once(file, "close");
  }
}
process.stdout.write(`${performance.now() - since} ${peakMemoryKib()}`);
db.close();
rmSync(out, { recursive: true });
