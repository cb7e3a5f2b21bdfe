import { expect, it } from "vitest";
import { connectTenants } from "#main/runtime/sign-in/connect-tenants.ts";
import { SignInSession } from "#main/runtime/sign-in/sign-in-session.ts";
import { OperationFailed } from "#main/workers/pool.ts";
import { ok } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

const FULL: Failure = { code: "disk_full", message: "The disk is full." };

/** A sign-in that waits for the choice of its two tenants, of which the first can't be connected at first. */
function choosing(error: Error) {
  const plan = { filled: { system: "ledger_a", profile: { oauth: { scopes: [] } } }, app: {} };
  const session = new SignInSession(plan as never, () => undefined);
  session.tenants = [1, 2].map((no) => ({ tenantId: `t${no}`, name: `Tenant ${no}` }));
  session.grant = {} as never;
  session.move("choose");
  const logged: unknown[] = [];
  const errors = [error];
  const tools = {
    ports: { log: { error: (...said: unknown[]) => logged.push(said) } },
    pool: { must: async () => ["c1", "c2"].map((clientId) => ({ clientId, name: clientId })) },
    tokens: { adopt: async () => ok(null), forget: async () => ok(null) },
    connections: {
      addWith: async (clientId: string) => {
        const thrown = clientId === "c1" ? errors.shift() : undefined;
        if (thrown !== undefined) throw thrown;
        return ok({ connectionId: `of ${clientId}` });
      },
    },
  };
  const connect = (...numbers: number[]) =>
    connectTenants(
      tools as never,
      session,
      numbers.map((no) => ({ tenantId: `t${no}`, client: { clientId: `c${no}` } })),
    );
  return { session, connect, logged };
}

it.each([
  ["can't be stored", new OperationFailed("firm.saveConnection", FULL), FULL, 0],
  ["meets a defect", new Error("a defect"), { code: "defect" }, 1],
] as const)("a connection that %s fails alone, and can be tried again", async (_, error, failure, logs) => {
  const { session, connect, logged } = choosing(error);
  expect(await connect(1, 2)).toEqual(ok(["c1", "c2"]));
  expect(session.state).toBe("choose");
  expect(session.outcomes.get("t1")).toMatchObject({ state: "failed", clientId: "c1", failure });
  expect([session.outcomes.get("t2")?.state, logged.length]).toEqual(["connected", logs]);
  await connect(1);
  expect([session.state, session.outcomes.get("t1")?.state]).toEqual(["done", "connected"]);
});
