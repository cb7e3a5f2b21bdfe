import type { BankStatementView, StatementRemoval } from "#shared/contract/close/bank.ts";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import { formatDay, formatLongPeriod } from "../../../format/dates/date.ts";
import { t } from "../../../language/t.ts";

/** What no longer counts once a statement is removed, a sentence each, and how it comes back. */
export function removalWords(one: BankStatementView, { lines, matches, drafts, signOffs }: StatementRemoval): readonly string[] {
  const said: string[] = [];
  const days = { from: formatDay(one.from), to: formatDay(one.to) };
  if (lines > 0)
    said.push(
      matches === 0
        ? t(
            "{lines, plural, one {1 statement line from {from} to {to} will no longer count. No transaction is matched with it.} other {# statement lines from {from} to {to} will no longer count. No transaction is matched with them.}}",
            { lines, ...days },
          )
        : t(
            "{lines, plural, one {# statement line} other {# statement lines}} from {from} to {to} and {matches, plural, one {# match} other {# matches}} will no longer count. The transactions in {matches, plural, one {this match} other {these matches}} will no longer be matched.",
            { lines, matches, ...days },
          ),
    );
  else if (one.closing !== null) said.push(t("The closing balance will no longer count."));
  if (drafts > 0)
    said.push(
      t(
        "{drafts, plural, one {1 transaction} other {# transactions}} drafted from {lines, plural, one {this line} other {these lines}} {drafts, plural, one {stays} other {stay}} in Ledger updates.",
        { drafts, lines },
      ),
    );
  if (signOffs.length > 0)
    said.push(
      t("{count, plural, one {1 sign-off} other {# sign-offs}} will no longer count: {signOffs}.", {
        count: signOffs.length,
        signOffs: signOffs.map(signOffWords).join("; "),
      }),
    );
  said.push(comesBack(one, { lines, matches }, signOffs.length > 0));
  return said;
}

function signOffWords({ period, role, person }: StatementRemoval["signOffs"][number]): string {
  const place = { period: formatLongPeriod(period), person: nameOfNoted(person) };
  return role === "preparer" ? t("{period}, {person} as preparer", place) : t("{period}, {person} as reviewer", place);
}

function comesBack(
  { decisionNo, sha256, closing }: BankStatementView,
  { lines, matches }: Pick<StatementRemoval, "lines" | "matches">,
  isSigned: boolean,
): string {
  if (decisionNo === null && lines === 0) {
    if (isSigned)
      return closing === null
        ? t("The file is kept. To bring back its sign-offs, undo this or import the file again.")
        : t("The file is kept. To bring back its closing balance and sign-offs, undo this or import the file again.");
    return closing === null
      ? t("The file is kept. To bring back the statement, undo this or import the file again.")
      : t("The file is kept. To bring back its closing balance, undo this or import the file again.");
  }
  if (decisionNo === null && matches === 0)
    return isSigned
      ? t("The file is kept. To bring back its lines and sign-offs, undo this or import the file again.")
      : t("The file is kept. To bring back its lines, undo this or import the file again.");
  if (decisionNo === null)
    return isSigned
      ? t("The file is kept. To bring back its lines, matches and sign-offs, undo this or import the file again.")
      : t("The file is kept. To bring back its lines and matches, undo this or import the file again.");
  return sha256 === ""
    ? t("You can undo this.")
    : t("You can't undo this. If you need the balance later, enter it again and attach its PDF again.");
}
