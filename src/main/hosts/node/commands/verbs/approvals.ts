import { ask } from "../ask.ts";
import { type Command, textOption } from "../command.ts";

/** Approvals of documents; one operation with a verb for each verdict. */
export const approvals: readonly Command[] = (["approve", "return"] as const).map((verb) => ({
  noun: "document",
  verb,
  summary:
    verb === "approve"
      ? "Approve a transaction in Tieout, for ledgers without approvals"
      : "Return a transaction for correction, with a reason. The return is recorded in Tieout, not in the ledger",
  asks: ["approvals.set"],
  options: { client: "text", id: "text", note: "text" },
  required: verb === "return" ? ["client", "id", "note"] : ["client", "id"],
  help: {
    id: "Transaction ID, as shown by “document list”",
    note: verb === "approve" ? "Note to keep with the approval" : "Reason for the return",
  },
  run: (run) => {
    const note = textOption(run.options, "note");
    const input = {
      clientId: textOption(run.options, "client") as string,
      documentId: textOption(run.options, "id") as string,
      verdict: verb === "approve" ? ("approved" as const) : ("returned" as const),
      ...(note === undefined ? {} : { note }),
    };
    return ask(run, "approvals.set", input, (done) =>
      run.output.result(done, [`${input.verdict === "approved" ? "Approved" : "Returned"} (decision ${done.decisionNo}).`]),
    );
  },
}));
