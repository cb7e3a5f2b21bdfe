import { z } from "zod";
import { left, right } from "#main/operations/command-form.ts";
import { command, query } from "#main/operations/operation.ts";
import { mergeParties, unmergeParty } from "#main/store/contacts/merge-parties.ts";
import { listMergedParties, listPartySuggestions } from "#main/store/contacts/parties.ts";
import { dismissPartyPair, restorePartyPair } from "#main/store/contacts/party-dismissals.ts";
import { mergedParty, partyBalances, partySuggestionList } from "#shared/contract/close/reviews.ts";
import { clientId, done, shortId } from "#shared/contract/fields.ts";
import { moneyName } from "#shared/kernel/readable.ts";
import { ok } from "#shared/kernel/result.ts";

type Balances = z.output<typeof partyBalances>;
const ofPair = z.object({
  clientId,
  a: shortId.describe("ID of one contact of the pair"),
  b: shortId.describe("ID of the other contact of the pair"),
});
const pairOptions = { a: "contact", b: "other" } as const;
const partyOf = (row: object, at: 0 | 1) => (row as { readonly parties: readonly [Balances, Balances] }).parties[at];

/** Records of one customer or vendor that a ledger keeps several times. A merge is Tieout's own; no ledger is changed. */
export const contactOperations = [
  query("parties.suggestions", {
    summary: "List pairs of possible duplicate contacts with their balances",
    input: z.object({ clientId, dismissed: z.boolean().optional().describe("Only pairs that were dismissed") }),
    output: partySuggestionList,
    runs: "reader",
    perform: ({ mirror }, { dismissed }) => ok(listPartySuggestions(mirror, { dismissed: dismissed === true })),
    command: {
      verb: "party suggestions",
      table: {
        rows: ({ rows }) => rows,
        columns: [
          right("score", 5, (row) => row.score),
          ...([0, 1] as const).flatMap((at) => [
            left("contact ID", 24, (row) => partyOf(row, at).partyId),
            left("name", 24, (row) => partyOf(row, at).name),
            left("balances", 30, (row) => balanceText(partyOf(row, at))),
          ]),
          left("reasons", 90, (row) => (row.reasons as readonly string[]).join("; ")),
        ],
        after: ({ leftOut }) =>
          leftOut.found + leftOut.notCompared === 0
            ? null
            : `There are too many similar contacts to show every pair. Pairs not listed: ${leftOut.found}. Pairs not compared: ${leftOut.notCompared}.`,
      },
    },
  }),

  command("parties.dismiss", {
    summary:
      "Dismiss a pair of contacts that aren't duplicates. If the name, email or tax ID of either one changes, the dismissal no longer counts",
    input: ofPair,
    output: done,
    runs: "writer",
    perform: ({ mirror, person, nowMs }, { a, b }) => dismissPartyPair(mirror, { a, b, person, nowMs }),
    command: { verb: "party dismiss", options: pairOptions, lines: ({ decisionNo }) => [`Dismissed (decision ${decisionNo}).`] },
  }),

  command("parties.restore", {
    summary: "Undo the dismissal of a pair of contacts",
    input: ofPair,
    output: done,
    runs: "writer",
    perform: ({ mirror, person, nowMs }, { a, b }) => restorePartyPair(mirror, { a, b, person, nowMs }),
    command: { verb: "party restore", options: pairOptions, lines: () => ["Dismissal undone."] },
  }),

  query("parties.merged", {
    summary: "List merged contacts",
    input: z.object({ clientId }),
    output: z.array(mergedParty),
    runs: "reader",
    perform: ({ mirror }) => ok(listMergedParties(mirror)),
  }),

  command("parties.merge", {
    summary: "Merge one contact into another, in Tieout only, and show the balances before and after",
    input: z.object({
      clientId,
      keepId: shortId.describe("ID of the contact to keep"),
      absorbId: shortId.describe("ID of the contact to merge into the kept contact"),
    }),
    output: done.extend({ before: z.tuple([partyBalances, partyBalances]).readonly(), after: partyBalances }),
    runs: "writer",
    perform: ({ mirror, person, nowMs }, { keepId, absorbId }) => mergeParties(mirror, { keepId, absorbId, person, nowMs }),
    command: {
      verb: "party merge",
      options: { keepId: "keep", absorbId: "absorb" },
      lines: ({ before, after, decisionNo }, { clientId: client }) => {
        const lines = [...before, after].map((one) => `${one.partyId} ${one.name}: ${balanceText(one)}`);
        return [
          ...["Balances before:", ...lines.slice(0, 2), "Balances after:", ...lines.slice(2)],
          `Merged. To undo it: tieout decision undo --client ${client} --decision ${decisionNo}`,
        ];
      },
    },
  }),

  command("parties.unmerge", {
    summary: "Unmerge a contact",
    input: z.object({ clientId, absorbId: shortId.describe("ID of the contact that was merged into another") }),
    output: done.extend({ keptId: z.string() }),
    runs: "writer",
    perform: ({ mirror, person, nowMs }, { absorbId }) => unmergeParty(mirror, { absorbId, person, nowMs }),
    command: {
      verb: "party unmerge",
      options: { absorbId: "absorb" },
      lines: ({ keptId }, { absorbId }) => [`Contacts ${absorbId} and ${keptId} are separate again.`],
    },
  }),
] as const;

function balanceText({ open, receivable, payable }: Balances): string {
  const told = [receivable === null ? "" : `owes ${moneyName(receivable)}`, payable === null ? "" : `is owed ${moneyName(payable)}`].filter(
    (words) => words !== "",
  );
  if (told.length > 0) return told.join(", ");
  return (
    open
      .map(
        ({ currency, ...sums }) =>
          `owes ${moneyName({ amount: sums.receivable, currency })}, is owed ${moneyName({ amount: sums.payable, currency })}`,
      )
      .join("; ") || "nothing outstanding"
  );
}
