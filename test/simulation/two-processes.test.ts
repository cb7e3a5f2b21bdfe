import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type SignedInLab, signedInLab } from "#test/support/signed-in-core.ts";

const VARIABLE = "TWO_PROCESSES_REFRESH_TOKEN";
let lab: SignedInLab;

beforeAll(async () => {
  lab = await signedInLab({ secrets: "memory" });
});
afterAll(() => lab.close());

/** Two processes of the operating system, started in the same moment on one data folder and one refresh token. */
it("two processes can't both renew: one owns the data folder, the other is told who, and the ledger is asked once", async () => {
  const file = {
    ...lab.file(),
    auth: { type: "oauth2_refresh", tokenUrl: `${lab.listener.baseUrl}/oauth/token`, clientId: "app", refreshTokenEnv: VARIABLE },
  };
  const child = fileURLToPath(new URL("../support/sync-child.ts", import.meta.url));
  const env = { ...process.env, [VARIABLE]: lab.simulated.tokens.issue().refreshToken };
  const start = () => promisify(execFile)(process.execPath, [child, lab.home, JSON.stringify([file])], { env, timeout: 50_000 });
  const ends = await Promise.allSettled([start(), start()]);
  const won = ends.flatMap((end) => (end.status === "fulfilled" ? [end.value.stdout] : []));
  const lost = ends.flatMap((end) => (end.status === "rejected" ? [String(end.reason)] : []));
  expect([won.length, lost.length]).toEqual([1, 1]);
  expect(won[0]).toMatch(/"state":"up_to_date"/);
  expect(lost[0]).toMatch(/is in use by/);
  expect(lab.refreshes()).toBe(1);
  expect(lab.simulated.tokens.totals).toMatchObject({ refreshed: 1, reuseDetected: 0 });
});
