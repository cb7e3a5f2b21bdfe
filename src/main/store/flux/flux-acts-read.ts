import { z } from "zod";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { type SignedDecision, signedDecisions } from "#main/store/facts/sync-state.ts";
import { type OwnDecision, ownDecisions } from "#main/store/work/own-decisions.ts";
import { decimalString } from "#shared/model/books/money.ts";
import type { FluxQuestion } from "./flux-figures.ts";
import { reviewKey } from "./flux-inputs.ts";

const figures = z.object({ current: decimalString, comparative: decimalString.nullable() });
export const explanationBody = figures.extend({ text: z.string(), documentIds: z.array(z.string()) });
export const stampBody = figures.extend({
  ...{ role: z.enum(["preparer", "reviewer"]), hash: z.string(), bulk: z.boolean() },
  /** Only where the signer had entered their PIN. */
  withPin: z.literal(true).optional(),
});
export const returnBody = z.object({ why: z.string() });

export type Explanation = OwnDecision<z.output<typeof explanationBody>>;
export type Stamp = SignedDecision<z.output<typeof stampBody>>;
export type Returned = OwnDecision<z.output<typeof returnBody>>;

/** What people did to the rows of one review, by account. */
export interface ReviewActs {
  readonly explanations: ReadonlyMap<string, Explanation>;
  readonly preparers: ReadonlyMap<string, Stamp>;
  readonly reviewers: ReadonlyMap<string, Stamp>;
  readonly returned: ReadonlyMap<string, Returned>;
}

export function reviewActs({ db }: MirrorReader, question: FluxQuestion): ReviewActs {
  const prefix = reviewKey(question);
  const accountOf = ({ subject }: { readonly subject: string }) => subject.slice(prefix.length);
  const stamps = signedDecisions(db, "flux_sign", stampBody, { prefix });
  const ofRole = (role: "preparer" | "reviewer") =>
    new Map(stamps.filter(({ body }) => body.role === role).map((stamp) => [accountOf(stamp).slice(0, -role.length - 1), stamp]));
  return {
    explanations: new Map(ownDecisions(db, "flux_explanation", explanationBody, { prefix }).map((one) => [accountOf(one), one])),
    preparers: ofRole("preparer"),
    reviewers: ofRole("reviewer"),
    returned: new Map(ownDecisions(db, "flux_return", returnBody, { prefix }).map((one) => [accountOf(one), one])),
  };
}
