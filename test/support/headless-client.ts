import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { seededRandom } from "#shared/kernel/random.ts";
import { listen, realClock } from "#simulator/listen.ts";
import { createSimulatedLedger } from "#simulator/server.ts";
import type { SimLedger } from "#simulator/types.ts";
import { type HeadlessResult, headless } from "./headless.ts";

/** A client on a simulated ledger behind a real socket, connected and synced by the command as a script would. */
export interface HeadlessClient {
  readonly clientId: string;
  /** For files of the test; the data folder is inside. */
  readonly folder: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** Runs a command on the client, with the token of its ledger at hand. */
  ask(...words: readonly string[]): Promise<HeadlessResult>;
  close(): Promise<void>;
}

const VARIABLE = "HEADLESS_TEST_TOKEN";

/** Adds, connects and, unless told otherwise, syncs a client whose ledger this is. */
export async function headlessClient(ledger: SimLedger, { isSynced = true } = {}): Promise<HeadlessClient> {
  const folder = mkdtempSync(join(tmpdir(), "tieout-headless-"));
  const home = join(folder, "home");
  const clock = realClock();
  const simulated = createSimulatedLedger({ ledger, clock, random: seededRandom(1), latencyMs: [0, 5], tokens: { lifetimeMs: 3_600_000 } });
  const listener = await listen(simulated);
  const { name, tenantId, style } = ledger.books;
  const env = { [VARIABLE]: simulated.tokens.issue().accessToken };
  const file = join(folder, "connection.json");
  const baseUrl = style === "a" ? `${listener.baseUrl}/api/2.0` : listener.baseUrl;
  const auth = { type: "bearer_env", variable: VARIABLE };
  writeFileSync(file, JSON.stringify({ system: `ledger_${style}`, name, tenantId, baseUrl, profile: "neutral", auth }));
  const { clientId } = (await headless(home, ["client", "add", "--name", name])).json() as { clientId: string };
  expect((await headless(home, ["connection", "add", "--client", clientId, "--file", file], { env })).stderr).toBe("");
  if (isSynced) expect((await headless(home, ["sync", "run", "--all"], { env })).status).toBe(0);
  return {
    clientId,
    folder,
    home,
    env,
    ask: (...words) => headless(home, [...words, "--client", clientId], { env }),
    close: async () => {
      await listener.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
