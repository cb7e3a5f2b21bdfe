import { z } from "zod";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { type Act, ownDecisions } from "#main/store/work/own-decisions.ts";
import {
  type BankMatch,
  type BankRule,
  type BankStatementView,
  bankRule,
  type CsvMapping,
  csvMapping,
  matchReason,
  type StoredBankRule,
} from "#shared/contract/close/bank.ts";
import { compareDecimals, type DecimalString } from "#shared/kernel/decimal.ts";
import { calendarDateString, decimalString } from "#shared/model/books/money.ts";

const matchBody = z.object({
  lineIds: z.array(z.string()).min(1),
  recordIds: z.array(z.string()).min(1),
  /** What each transaction posted when it was matched: one that was changed since is matched no more. */
  amounts: z.array(decimalString),
  fee: decimalString,
  score: z.number().int().nullable(),
  reasons: z.array(matchReason),
  note: z.string().nullable(),
});
export type MatchBody = z.output<typeof matchBody>;

const balanceBody = z.object({
  date: calendarDateString,
  closing: decimalString,
  file: z.object({ sha256: z.string(), fileName: z.string() }).nullable(),
});

const mappingBody = z.object({ mapping: csvMapping });

/**
 * Every match of an account that nobody undid, and why one counts no more. A line or transaction counts in one match: when a removed
 * statement comes back, or two colleagues matched at once, in the one that was made last.
 */
export function bankMatches(
  reader: MirrorReader,
  accountId: string,
  known: { readonly lines: ReadonlySet<string>; readonly amounts: ReadonlyMap<string, DecimalString> },
): BankMatch[] {
  const matches = ownDecisions(reader.db, "bank_match", matchBody, { prefix: `${accountId}|` }).map(
    ({ decisionNo, subject, person, at, body }) => {
      const { amounts, ...match } = body;
      const isSame = (recordId: string, index: number) => {
        const amount = known.amounts.get(recordId);
        return amount !== undefined && compareDecimals(amount, amounts[index] as DecimalString) === 0;
      };
      const broken = !match.lineIds.every((id) => known.lines.has(id))
        ? ("line_removed" as const)
        : match.recordIds.every(isSame)
          ? null
          : ("posting_changed" as const);
      return { order: `${at} ${subject}`, view: { decisionNo, person, at, ...match, broken } };
    },
  );
  const taken = new Set<string>();
  const again = new Set<number>();
  for (const { view } of matches.filter(({ view: { broken } }) => broken === null).sort((a, b) => (a.order < b.order ? 1 : -1))) {
    const ids = [...view.lineIds.map((id) => `line ${id}`), ...view.recordIds.map((id) => `record ${id}`)];
    if (ids.some((id) => taken.has(id))) again.add(view.decisionNo);
    else for (const id of ids) taken.add(id);
  }
  return matches.map(({ view }) => (again.has(view.decisionNo) ? { ...view, broken: "matched_again" } : view));
}

export function keepMatch({ db }: MirrorReader, accountId: string, body: MatchBody, { person, nowMs }: Act): number {
  return makeDecision(db, { kind: "bank_match", subject: `${accountId}|${body.lineIds[0]}`, body, person, nowMs });
}

export function bankRules(reader: MirrorReader, accountId: string): StoredBankRule[] {
  return ownDecisions(reader.db, "bank_rule", bankRule, { prefix: `${accountId}|` }).map(({ subject, body, decisionNo, person, at }) => ({
    ...{ ...body, decisionNo, person, at, accountId },
    ruleId: subject.slice(accountId.length + 1),
  }));
}

/** Saves a rule under its name; one of the same name is replaced. */
export function keepRule({ db }: MirrorReader, accountId: string, rule: BankRule, { person, nowMs }: Act): number {
  const subject = `${accountId}|${rule.name.toLowerCase()}`;
  return makeDecision(db, { kind: "bank_rule", subject, body: rule, person, nowMs });
}

/** Balances that people read from paper, of one account or of all, each as a statement without lines. */
export function typedBalances({ db }: MirrorReader, accountId?: string): Omit<BankStatementView, "currency">[] {
  const own = accountId === undefined ? {} : { prefix: `${accountId}|` };
  return ownDecisions(db, "bank_balance", balanceBody, own).map(({ subject, body, decisionNo, person, at }) => ({
    ...{ statementNo: -decisionNo, decisionNo, person, at, closing: body.closing, from: body.date, to: body.date },
    ...{ accountId: subject.slice(0, subject.lastIndexOf("|")), format: "pdf", bankAccount: null, opening: null, lines: 0 },
    ...{ fileName: body.file?.fileName ?? "Entered manually", sha256: body.file?.sha256 ?? "" },
  }));
}

/** Keeps the balance of a day; one that was typed before for the same day is replaced. */
export function keepBalance({ db }: MirrorReader, accountId: string, body: z.output<typeof balanceBody>, { person, nowMs }: Act): number {
  return makeDecision(db, { kind: "bank_balance", subject: `${accountId}|${body.date}`, body, person, nowMs });
}

/** How the bank's CSV files of an account are read. */
export function rememberedMapping(reader: MirrorReader, accountId: string): CsvMapping | null {
  return ownDecisions(reader.db, "bank_mapping", mappingBody, { subject: accountId }).at(-1)?.body.mapping ?? null;
}

export function rememberMapping(reader: MirrorReader, accountId: string, mapping: CsvMapping, { person, nowMs }: Act): void {
  if (JSON.stringify(rememberedMapping(reader, accountId)) === JSON.stringify(mapping)) return;
  makeDecision(reader.db, { kind: "bank_mapping", subject: accountId, body: { mapping }, person, nowMs });
}
