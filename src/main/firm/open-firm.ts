import { fail, ok } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { Firm, FirmNeeds } from "./firm-port.ts";
import { readMembership } from "./membership.ts";
import { mergeTwice } from "./merge-twice.ts";

/** The firm of this data folder. PostgreSQL's client is loaded only where the firm has a server. */
export async function openFirm(needs: FirmNeeds): Promise<Firm> {
  const membership = await readMembership(needs.pool);
  if (membership === null) return aloneFirm(needs);
  await mergeTwice(needs);
  const { firmOnServer } = await import("./on-server.ts");
  return firmOnServer(needs, membership);
}

const UNKNOWN = { role: null, members: [], machines: [], clockAheadMs: null };

/** A firm on one computer: there is nobody to share with. After founding or joining a firm, the core opens it in place of this. */
function aloneFirm(needs: FirmNeeds): Firm {
  return {
    session: null,
    status: async () => ok({ state: "alone", server: null, machineId: null, person: null, ...UNKNOWN, problem: null }),
    refresh: async () => ok({ brought: 0, taken: 0, all: 0, twice: [] }),
    create: async (order) => (await import("./founding.ts")).createFirm(needs, order),
    upgrade: async (order) => (await import("./founding.ts")).upgradeFirm(needs, order),
    join: async (code) => (await import("./founding.ts")).joinByCode(needs, code),
    invite: async () => fail(alone()),
    revoke: async () => fail(alone()),
    leave: async () => fail({ code: "not_supported", message: "This firm is on this computer only, so there is no server to leave." }),
    close: async () => undefined,
  };
}

function alone(): Failure {
  return {
    code: "not_supported",
    message: "This firm is on this computer only and has no server.",
    next: "Share the firm through a PostgreSQL server first.",
  };
}
