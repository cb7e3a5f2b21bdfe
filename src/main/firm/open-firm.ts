import { aloneFirm } from "./alone.ts";
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
