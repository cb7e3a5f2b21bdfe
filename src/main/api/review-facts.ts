import type { ApiContext } from "./context.ts";

/** The client's year end, which its periods are reckoned from; the calendar year's where no ledger told one. */
export async function fiscalYearEnd(context: ApiContext, clientId: string): Promise<{ readonly month: number; readonly day: number }> {
  const organisation = (await context.connections.find(clientId))?.discovery?.organisation;
  return { month: organisation?.fiscalYearEndMonth ?? 12, day: organisation?.fiscalYearEndDay ?? 31 };
}

/** True where the ledger keeps approvals itself (rule 12), by its discovered capabilities (rule 3). */
export async function hasApprovalWorkflow(context: ApiContext, clientId: string): Promise<boolean> {
  return (await context.connections.find(clientId))?.discovery?.capabilities.hasApprovalWorkflow ?? false;
}
