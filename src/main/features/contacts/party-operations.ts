import { z } from "zod";
import { clientStep } from "#main/operations/client-work.ts";
import { query } from "#main/operations/operation.ts";
import { namesakes } from "#main/store/contacts/namesakes.ts";
import { partyDetail as detailOf, partyList as listOf } from "#main/store/contacts/party-list.ts";
import { partyDetail, partyList } from "#shared/contract/books/records.ts";
import { clientId, shortId } from "#shared/contract/fields.ts";
import { fail, ok } from "#shared/kernel/result.ts";

interface Names {
  readonly clientId: string;
  readonly names: readonly string[];
}

/** Parties that have one of these names; a group's candidates ask it of every client. */
export const partyNamesakes = clientStep("parties.namesakes", "reader", ({ mirror }, { names }: Names) => ok(namesakes(mirror, names)));

export const contactSteps = [partyNamesakes] as const;

/** Customers and vendors, those that were merged as one. */
export const partyOperations = [
  query("parties.list", {
    summary: "List contacts by name with their open balances. Merged contacts count as one",
    input: z.object({ clientId }),
    output: partyList,
    runs: "reader",
    perform: ({ mirror }) => ok(listOf(mirror)),
  }),

  query("parties.show", {
    summary: "Show a contact's balances, and the balances of each contact merged into it",
    input: z.object({ clientId, id: shortId }),
    output: partyDetail,
    runs: "reader",
    perform: ({ mirror }, { id }) => {
      const found = detailOf(mirror, id);
      if (found !== null) return ok(found);
      return fail({
        code: "not_found",
        message: "This contact isn't in this client's books: it may be new, or it was deleted or merged in the ledger.",
        field: "id",
        next: "Sync the client, then look for the contact in Contacts.",
      });
    },
  }),
] as const;
