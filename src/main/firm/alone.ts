import { fail, ok } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { Firm, FirmNeeds } from "./firm-port.ts";
import { readMembership } from "./membership.ts";

/** A firm on one computer: there is nobody to share with. Founding or joining a firm with a server takes effect at the next start. */
export function aloneFirm(needs: FirmNeeds): Firm {
  return {
    session: null,
    status: async () => {
      const joined = await readMembership(needs.pool);
      const unknown = { role: null, members: [], machines: [], clockAheadMs: null };
      if (joined === null) return ok({ state: "alone", server: null, machineId: null, person: null, ...unknown, problem: null });
      const { machineId, person, address } = joined;
      return ok({
        state: "offline",
        server: `${address.host}:${address.port}/${address.database}`,
        machineId,
        person,
        ...unknown,
        problem: restart(),
      });
    },
    refresh: async () => ok({ brought: 0, taken: 0, all: 0, twice: [] }),
    create: async (order) =>
      (await readMembership(needs.pool)) === null ? (await import("./founding.ts")).createFirm(needs, order) : fail(restart()),
    upgrade: async (order) => (await import("./founding.ts")).upgradeFirm(needs, order),
    join: async (code) =>
      (await readMembership(needs.pool)) === null ? (await import("./founding.ts")).joinByCode(needs, code) : fail(restart()),
    invite: async () => fail(alone()),
    revoke: async () => fail(alone()),
    leave: async () => fail(alone()),
    close: async () => undefined,
  };
}

function restart(): Failure {
  return { code: "conflict", message: "This computer has joined a firm.", next: "Restart Tieout to work with it." };
}

function alone(): Failure {
  return {
    code: "not_supported",
    message: "This firm works on one computer and has no server.",
    next: "Create a firm on a PostgreSQL server first.",
  };
}
