import { z } from "zod";
import { AnswerUnreadable, type LedgerResponse } from "../adapter.ts";
import type { FoundTenant, LedgerSignIn, SignInRequest } from "../sign-in.ts";

const entry = z.object({ id: z.string(), tenantId: z.string().min(1), tenantType: z.string(), tenantName: z.string().nullish() });
type Entry = z.output<typeof entry>;

/** One grant covers every organisation that the person ticked; the ledger lists them. */
export const signInA: LedgerSignIn = {
  tenants: "several",
  account: null,
  certificates: false,
  revocation: "consent",
  oauth1: false,
  *find({ tenantsUrl }) {
    // The list also names tenants of other products of the vendor.
    return (yield* listed(tenantsUrl)).filter(({ tenantType }) => tenantType === "ORGANISATION").map(tenant);
  },
  *leave({ tenantsUrl }, tenantId) {
    const found = (yield* listed(tenantsUrl)).find((one) => one.tenantId === tenantId);
    if (found === undefined) return true;
    const answer = yield { method: "DELETE", url: `${tenantsUrl}/${encodeURIComponent(found.id)}` };
    return answer.status === 204 || answer.status === 404;
  },
};

function* listed(tenantsUrl: string | null): Generator<SignInRequest, readonly Entry[], LedgerResponse> {
  if (tenantsUrl === null) throw new AnswerUnreadable("the ledger profile has no address for the list of companies");
  const answer = yield { method: "GET", url: tenantsUrl };
  const read = answer.status === 200 ? z.array(entry).safeParse(jsonOf(answer.body)) : null;
  if (answer.status !== 200)
    throw new AnswerUnreadable(`the ledger answered with status ${answer.status} instead of the list of companies`);
  if (read?.success !== true) throw new AnswerUnreadable("the list of companies can't be read");
  return read.data;
}

function tenant({ tenantId, tenantName }: Entry): FoundTenant {
  return { tenantId, name: tenantName?.trim() || tenantId };
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
