import { z } from "zod";
import { clientStep } from "#main/operations/client-work.ts";
import { query } from "#main/operations/operation.ts";
import { searchMirror } from "#main/store/documents/search.ts";
import { searchHit } from "#shared/contract/clients/search.ts";
import { clientId } from "#shared/contract/fields.ts";
import { ok } from "#shared/kernel/result.ts";

const text = z.string().min(2).max(200);
const limit = z.number().int().min(1).max(50).describe("Maximum number of results of each kind for each client");

const found = z.object({
  indexed: z.boolean().describe("False until the first sync is done. Until then, transactions can't be searched"),
  hits: z.array(searchHit),
});

interface Question {
  readonly clientId: string;
  readonly text: string;
  readonly limit: number;
}

const searchClient = clientStep("search.client", "reader", ({ mirror }, question: Question) => {
  const { indexed, hits } = searchMirror(mirror, question);
  return ok({ indexed, hits: [...hits] });
});

export const searchSteps = [searchClient] as const;

/** Finding documents, parties and accounts. */
export const searchOperations = [
  query("search.find", {
    summary: "Search the books of up to 50 clients",
    input: z.object({ clientIds: z.array(clientId).min(1).max(50), text, limit }),
    output: z.object({ clients: z.array(found.extend({ clientId: z.string() })) }),
    runs: "core",
    perform: async ({ perform }, { clientIds, ...question }) => {
      const clients = [];
      for (const id of clientIds) {
        const answer = await perform(searchClient, { clientId: id, ...question });
        if (answer.ok) clients.push({ clientId: id, ...answer.value });
        // A client that was removed meanwhile, or never connected, has nothing to find.
        else if (answer.failure.code !== "not_found") return answer;
      }
      return ok({ clients });
    },
  }),
] as const;
