import { z } from "zod";
import { changedInputs, type SignActs, type Signed, type SignedInput } from "#main/domain/close/reconciliation-sign-off.ts";
import { sha256 } from "#main/store/database/hash.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { type SignedDecision, signedDecisions } from "#main/store/facts/sync-state.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { readSignedInput, saveSignedInput } from "#main/store/records/signed-input-store.ts";
import { type Act, type OwnDecision, ownDecisions } from "#main/store/work/own-decisions.ts";
import type { ReconciliationRow, ReconciliationSignOff } from "#shared/contract/close/reconciliations.ts";

const instead = z.object({ named: z.string(), why: z.string() }).nullable();
const signBody = z.object({
  ...{ role: z.enum(["preparer", "reviewer"]), hash: z.string(), bulk: z.boolean(), instead: instead.default(null) },
  /** Only where the signer had entered their PIN. */
  withPin: z.literal(true).optional(),
});
const returnBody = z.object({ why: z.string() });
type Sign = SignedDecision<z.output<typeof signBody>>;
export type Role = "preparer" | "reviewer";

/** What people did to the reconciliations of a period, by account. */
export interface PeriodActs {
  readonly preparers: ReadonlyMap<string, Sign>;
  readonly reviewers: ReadonlyMap<string, Sign>;
  readonly returned: ReadonlyMap<string, OwnDecision<z.output<typeof returnBody>>>;
}

export function periodActs(reader: MirrorReader, periodId: string): PeriodActs {
  const prefix = `${periodId}|`;
  const signs = signedDecisions(reader.db, "reconciliation_sign", signBody, { prefix });
  const ofRole = (role: Role) =>
    new Map(signs.filter(({ body }) => body.role === role).map((one) => [one.subject.slice(prefix.length, -role.length - 1), one]));
  const returned = ownDecisions(reader.db, "reconciliation_return", returnBody, { prefix });
  return {
    ...{ preparers: ofRole("preparer"), reviewers: ofRole("reviewer") },
    returned: new Map(returned.map((one) => [one.subject.slice(prefix.length), one])),
  };
}

/** Every sign-off of one account that nobody undid, whatever the period. */
export function signsOf(reader: MirrorReader, accountId: string) {
  return ownDecisions(reader.db, "reconciliation_sign", signBody).flatMap(({ subject, person, body }) => {
    const end = `|${accountId}|${body.role}`;
    return subject.endsWith(end) ? [{ periodId: subject.slice(0, -end.length), person, body }] : [];
  });
}

/** The sign-offs of one account, each compared with what the reconciliation is now. */
export function accountActs(
  reader: MirrorReader,
  acts: PeriodActs,
  accountId: string,
  input: SignedInput,
): { readonly signOffs: ReconciliationSignOff[]; readonly acts: SignActs; readonly returned: ReconciliationRow["returned"] } {
  const signed = [acts.preparers.get(accountId), acts.reviewers.get(accountId)].filter((one) => one !== undefined);
  const hash = signed.length === 0 ? "" : hashOf(input);
  const signOffs = signed.map((one): ReconciliationSignOff & Signed => {
    const stale = one.body.hash !== hash;
    const changed = stale ? changedSince(reader, one.body.hash, input) : [];
    const { role, hash: signedOn, instead: other, withPin } = one.body;
    const { decisionNo, person, at, waiting } = one;
    return { ...{ decisionNo, person, at, waiting }, role, hash: signedOn, stale, changed, instead: other, withPin };
  });
  const returned = acts.returned.get(accountId) ?? null;
  const of = (role: Role) => signOffs.find((one) => one.role === role) ?? null;
  return {
    ...{ signOffs, acts: { preparer: of("preparer"), reviewer: of("reviewer"), returned } },
    returned:
      returned === null ? null : { decisionNo: returned.decisionNo, person: returned.person, at: returned.at, why: returned.body.why },
  };
}

function changedSince(reader: MirrorReader, hash: string, now: SignedInput) {
  const text = readSignedInput(reader.db, hash);
  return text === null ? [] : changedInputs(JSON.parse(text) as SignedInput, now);
}

export function hashOf(input: SignedInput): string {
  return sha256(JSON.stringify(input));
}

/** Records a sign-off with what it is given on. */
export function storeSignOff(
  reader: MirrorReader,
  {
    accountId,
    periodId,
    role,
    input,
    bulk,
    instead: other,
    withPin,
    person,
    nowMs,
  }: Act & {
    readonly accountId: string;
    readonly periodId: string;
    readonly role: Role;
    readonly input: SignedInput;
    readonly bulk: boolean;
    readonly instead: ReconciliationSignOff["instead"];
    readonly withPin: boolean;
  },
): { readonly decisionNo: number; readonly hash: string } {
  const hash = hashOf(input);
  saveSignedInput(reader.db, hash, JSON.stringify(input), nowMs);
  const subject = `${periodId}|${accountId}|${role}`;
  // A sign-off in one's own name and without a PIN has the body that it always had.
  const body = { role, hash, bulk, ...(other === null ? {} : { instead: other }), ...(withPin ? { withPin } : {}) };
  return { decisionNo: makeDecision(reader.db, { kind: "reconciliation_sign", subject, body, person, nowMs }), hash };
}

/** The reviewer's return, with the reason. */
export function storeReturn(
  reader: MirrorReader,
  { accountId, periodId, why, person, nowMs }: Act & { readonly accountId: string; readonly periodId: string; readonly why: string },
): number {
  return makeDecision(reader.db, { kind: "reconciliation_return", subject: `${periodId}|${accountId}`, body: { why }, person, nowMs });
}
