import { z } from "zod";
import { AnswerUnreadable } from "../adapter.ts";
import type { LedgerSignIn } from "../sign-in.ts";

const companyInfo = z.object({ CompanyInfo: z.object({ CompanyName: z.string().min(1) }) });

/** The person chooses one company at the ledger; its id comes back with the redirect. */
export const signInB: LedgerSignIn = {
  tenants: "one",
  account: null,
  certificates: false,
  revocation: "grant",
  oauth1: false,
  *find({ redirect, baseUrl }) {
    const realmId = redirect.realmId ?? "";
    if (!/^\d{1,30}$/.test(realmId)) throw new AnswerUnreadable("the ledger didn't say which company you chose");
    const answer = yield { method: "GET", url: `${baseUrl}/v3/company/${realmId}/companyinfo/${realmId}` };
    // A refusal is reported when the tenant is connected, with the ledger's own text.
    const name = answer.status === 200 ? nameIn(answer.body) : null;
    return [{ tenantId: realmId, name: name ?? realmId }];
  },
  // biome-ignore lint/correctness/useYield: this ledger asks nothing for it
  *leave() {
    return false;
  },
};

function nameIn(body: Uint8Array): string | null {
  try {
    const read = companyInfo.safeParse(JSON.parse(new TextDecoder().decode(body)));
    return read.success ? read.data.CompanyInfo.CompanyName : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
