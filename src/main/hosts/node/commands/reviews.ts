import type { OperationInput, OperationOutput } from "#main/operations/collection.ts";
import type { Column } from "#main/operations/command-form.ts";
import { ask, refused } from "./ask.ts";
import { type Command, type CommandRun, type OptionValues, textOption } from "./command.ts";
import { oneOf } from "./report-options.ts";

type Row = Readonly<Record<string, unknown>>;
type Balances = OperationOutput<"parties.merge">["after"];

const plain = (title: string, width: number, of: (row: Row) => unknown): Column => ({ title, width, of: (row) => String(of(row) ?? "") });
const right = (title: string, width: number, of: (row: Row) => unknown): Column => ({ ...plain(title, width, of), right: true });
const REASONS = plain("reasons", 90, (row) => (row.reasons as readonly string[]).join("; "));
const bill = (row: Row, at: 0 | 1): Row => (row.documents as readonly Row[])[at] as Row;
const party = (row: Row, at: 0 | 1): Balances => (row.parties as readonly Balances[])[at] as Balances;

const DUPLICATE_COLUMNS: readonly Column[] = [
  right("score", 5, (row) => row.score),
  plain("vendor", 26, (row) => bill(row, 0).partyName),
  right("amount", 18, (row) => `${bill(row, 0).total} ${bill(row, 0).currency}`),
  plain("dates", 23, (row) => `${bill(row, 0).date}, ${bill(row, 1).date}`),
  REASONS,
];
const MATCH_COLUMNS: readonly Column[] = [
  plain("order", 34, (row) => row.orderId),
  plain("number", 12, (row) => row.number),
  plain("source", 9, (row) => row.source),
  plain("state", 11, (row) => row.state),
  right("ordered", 18, (row) => `${row.orderedNet} ${row.currency}`),
  right("over", 12, (row) => row.overBilled),
  plain("bills", 44, (row) => (row.bills as readonly Row[]).map(({ id, how, score }) => `${how} ${id} ${score ?? ""}`.trim()).join(", ")),
  REASONS,
];
const PARTY_COLUMNS: readonly Column[] = [
  right("score", 5, (row) => row.score),
  ...([0, 1] as const).flatMap((at) => [
    plain("party", 24, (row) => party(row, at).partyId),
    plain("name", 24, (row) => party(row, at).name),
    plain("balances", 30, (row) => balanceWords(party(row, at))),
  ]),
  REASONS,
];

const DECISION_COLUMNS: readonly Column[] = [
  right("no", 5, (row) => row.decisionNo),
  plain("kind", 20, (row) => row.kind),
  plain("subject", 60, (row) => row.subject),
  plain("person", 24, (row) => row.person),
  plain("made", 24, (row) => row.at),
  plain("undone", 24, (row) => row.undoneAt),
];

const duplicates: readonly Command[] = [
  {
    noun: "duplicate",
    verb: "list",
    summary: "lists bills that may have been entered twice, with reasons; nothing is removed",
    asks: ["duplicates.list"],
    options: { client: "text", dismissed: "flag", limit: "text", offset: "text" },
    required: ["client"],
    run: (run) => {
      const { dismissed } = run.options;
      const input = { ...ofClient(run), ...(dismissed === true ? { dismissed } : {}), ...numbers(run.options, ["limit", "offset"]) };
      return ask(run, "duplicates.list", input, ({ rows, found, cut }) => {
        run.output.rows(rows, DUPLICATE_COLUMNS);
        run.output.endRows(rows.length);
        if (found > rows.length) run.output.progress(`${found} pairs were found; --offset and --limit show the others.`);
        for (const { partyName, bills, total, currency, notCompared } of cut)
          run.output.progress(
            `${partyName ?? "(no vendor)"}: ${bills} bills of ${total} ${currency} are too many to compare each with each; ${notCompared} pairs were left out.`,
          );
      });
    },
  },
  {
    noun: "duplicate",
    verb: "dismiss",
    summary: "remembers that the two bills of a listed pair (--id) are no duplicate; it comes back when one of them changes",
    asks: ["duplicates.dismiss"],
    options: { client: "text", id: "text", note: "text" },
    required: ["client", "id"],
    run: (run) => {
      const note = textOption(run.options, "note");
      const input = { ...ofClient(run), ...pairOf(run), ...(note === undefined ? {} : { note }) };
      return ask(run, "duplicates.dismiss", input, (done) => run.output.result(done, [`Dismissed, decision ${done.decisionNo}.`]));
    },
  },
  {
    noun: "duplicate",
    verb: "restore",
    summary: "takes the dismissal of a pair (--id) back",
    asks: ["duplicates.restore"],
    options: { client: "text", id: "text" },
    required: ["client", "id"],
    run: (run) =>
      ask(run, "duplicates.restore", { ...ofClient(run), ...pairOf(run) }, (done) =>
        run.output.result(done, ["The pair is listed again."]),
      ),
  },
];

const matches: readonly Command[] = [
  {
    noun: "match",
    verb: "list",
    summary: "lists purchase orders with what was billed on them: the ledger's own result, computed, or proposed and confirmed",
    asks: ["matches.list"],
    options: { client: "text" },
    required: ["client"],
    run: (run) =>
      ask(run, "matches.list", ofClient(run), (rows) => {
        run.output.rows(rows, MATCH_COLUMNS);
        run.output.endRows(rows.length);
      }),
  },
  ...(["confirm", "refuse", "undo"] as const).map((verb) => ({
    noun: "match",
    verb,
    summary: `${verb === "undo" ? "takes back what was said of" : `${verb}s`} a pair of order and bill that the service proposes`,
    asks: [`matches.${verb}` as const],
    options: { client: "text", order: "text", bill: "text" } as const,
    required: ["client", "order", "bill"],
    run: (run: CommandRun) =>
      ask(
        run,
        `matches.${verb}`,
        { ...ofClient(run), orderId: textOption(run.options, "order") as string, billId: textOption(run.options, "bill") as string },
        (done) => run.output.result(done, [`Noted, decision ${done.decisionNo}.`]),
      ),
  })),
];

const parties: readonly Command[] = [
  {
    noun: "party",
    verb: "suggestions",
    summary: "lists records that may be one party, with both balances; nothing is merged by it",
    asks: ["parties.suggestions"],
    options: { client: "text" },
    required: ["client"],
    run: (run) =>
      ask(run, "parties.suggestions", ofClient(run), ({ rows, leftOut }) => {
        run.output.rows(rows, PARTY_COLUMNS);
        run.output.endRows(rows.length);
        if (leftOut.found + leftOut.notCompared > 0)
          run.output.progress(`${leftOut.found} more pairs were found, ${leftOut.notCompared} not compared: too many records are alike.`);
      }),
  },
  {
    noun: "party",
    verb: "merge",
    summary: "lets one party stand for another, showing both balances; the ledger is not touched",
    asks: ["parties.merge"],
    options: { client: "text", keep: "text", absorb: "text" },
    required: ["client", "keep", "absorb"],
    run: (run) => {
      const { keep, absorb } = { keep: textOption(run.options, "keep") as string, absorb: textOption(run.options, "absorb") as string };
      return ask(run, "parties.merge", { ...ofClient(run), keepId: keep, absorbId: absorb }, (done) => {
        const lines = [...done.before, done.after].map((one) => `${one.partyId} ${one.name}: ${balanceWords(one)}`);
        run.output.result(done, ["before", ...lines.slice(0, 2), "after", ...lines.slice(2), `decision ${done.decisionNo}`]);
      });
    },
  },
  {
    noun: "party",
    verb: "unmerge",
    summary: "lets an absorbed party stand for itself again",
    asks: ["parties.unmerge"],
    options: { client: "text", absorb: "text" },
    required: ["client", "absorb"],
    run: (run) => {
      const absorbId = textOption(run.options, "absorb") as string;
      return ask(run, "parties.unmerge", { ...ofClient(run), absorbId }, (done) =>
        run.output.result(done, [`${absorbId} and ${done.keptId} are apart again.`]),
      );
    },
  },
];

const others: readonly Command[] = [
  {
    noun: "period",
    verb: "set",
    summary: "moves a period that the service owns: open, in_close, closed, reopened",
    asks: ["periods.set"],
    options: { client: "text", period: "text", status: "text", why: "text" },
    required: ["client", "period", "status"],
    run: (run) => {
      const status = oneOf(run.options, "status", ["open", "in_close", "closed", "reopened"]);
      if (!status.ok) return Promise.resolve(refused(run, status.failure));
      const why = textOption(run.options, "why");
      const period = textOption(run.options, "period") as string;
      const input = { ...ofClient(run), period, status: status.value, ...(why === undefined ? {} : { why }) };
      return ask(run, "periods.set", input, (done) => run.output.result(done, [`${done.periodId}: ${done.from} → ${done.status}`]));
    },
  },
  ...(["approve", "return"] as const).map((verb) => ({
    noun: "document",
    verb,
    summary: `${verb}s a document in the service, where the ledger keeps no approvals; nothing is written to the ledger`,
    asks: ["approvals.set"] as const,
    options: { client: "text", id: "text", note: "text" } as const,
    required: verb === "return" ? ["client", "id", "note"] : ["client", "id"],
    run: (run: CommandRun) => {
      const note = textOption(run.options, "note");
      const verdict = verb === "approve" ? ("approved" as const) : ("returned" as const);
      const input = {
        ...ofClient(run),
        documentId: textOption(run.options, "id") as string,
        verdict,
        ...(note === undefined ? {} : { note }),
      };
      return ask(run, "approvals.set", input, (done) => run.output.result(done, [`${verdict}, decision ${done.decisionNo}.`]));
    },
  })),
  {
    noun: "decision",
    verb: "list",
    summary: "lists what people decided, with who and when; --undone also what was taken back or replaced",
    asks: ["decisions.list"],
    options: { client: "text", kind: "text", undone: "flag" },
    required: ["client"],
    run: (run) => {
      const kind = textOption(run.options, "kind") as OperationInput<"decisions.list">["kind"];
      const input = { ...ofClient(run), ...(kind === undefined ? {} : { kind }), ...(run.options.undone === true ? { undone: true } : {}) };
      return ask(run, "decisions.list", input, (rows) => {
        run.output.rows(rows, DECISION_COLUMNS);
        run.output.endRows(rows.length);
      });
    },
  },
  {
    noun: "decision",
    verb: "undo",
    summary: "takes a decision back by its number",
    asks: ["decisions.undo"],
    options: { client: "text", decision: "text" },
    required: ["client", "decision"],
    run: (run) => {
      const input = { ...ofClient(run), decisionNo: Number(textOption(run.options, "decision")) };
      return ask(run, "decisions.undo", input, (done) => run.output.result(done, ["Undone."]));
    },
  },
];

/** What people review and decide, as commands. */
export const reviews: readonly Command[] = [...duplicates, ...matches, ...parties, ...others];

function ofClient({ options }: CommandRun): { readonly clientId: string } {
  return { clientId: textOption(options, "client") as string };
}

/** The two bills of a pair's id, `a|b`. */
function pairOf({ options }: CommandRun): { readonly a: string; readonly b: string } {
  const [a = "", b = ""] = (textOption(options, "id") as string).split("|");
  return { a, b };
}

function numbers(options: OptionValues, names: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(names.flatMap((name) => (options[name] === undefined ? [] : [[name, Number(options[name])]])));
}

function balanceWords({ open, receivable, payable }: Balances): string {
  const ledgers = [
    receivable === null ? "" : `owes ${receivable.amount} ${receivable.currency}`,
    payable === null ? "" : `is owed ${payable.amount} ${payable.currency}`,
  ];
  const told = ledgers.filter((words) => words !== "");
  if (told.length > 0) return told.join(", ");
  return (
    open.map(({ currency, ...sums }) => `owes ${sums.receivable} ${currency}, is owed ${sums.payable} ${currency}`).join("; ") ||
    "nothing open"
  );
}
