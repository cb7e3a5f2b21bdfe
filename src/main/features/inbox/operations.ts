import { z } from "zod";
import { refreshLeft } from "#main/features/close/close-board.ts";
import { left } from "#main/operations/command-form.ts";
import { command, query } from "#main/operations/operation.ts";
import { markSeen } from "#main/store/inbox/work-items.ts";
import { type InboxView, inboxKind, inboxView as view } from "#shared/contract/clients/inbox.ts";
import { clientId } from "#shared/contract/fields.ts";
import { counted } from "#shared/kernel/readable.ts";
import { ok } from "#shared/kernel/result.ts";
import { ledgerLabel } from "#shared/model/ledger/ledger-label.ts";
import { dismissLateCloses, inboxView, restoreLateCloses } from "./inbox-items.ts";

// The key of a variance names every check that differs.
const keys = z.array(z.string().max(10_000)).min(1).max(500);

type Outage = InboxView["outages"][number];

const NAMED_MAX = 6;

/** That a ledger didn't answer the last sync, or only with errors, and for which of the clients asked for; nothing where it's none of them. */
function outageText(ledger: Outage["ledger"], clients: Outage["clients"], only: string | undefined): string[] {
  const names = clients.filter((client) => only === undefined || client.clientId === only).map(({ name }) => name);
  if (names.length === 0) return [];
  const more = names.length > NAMED_MAX ? `, and ${names.length - NAMED_MAX} more` : "";
  const whose = `${counted(names.length, "client")}: ${names.slice(0, NAMED_MAX).join(", ")}${more}`;
  return [`${ledgerLabel(ledger)} couldn't be reached at the last sync of ${whose}. The next sync continues where that one stopped.`];
}

/** What needs a person across all clients. It is read from the firm's file; a client's is opened only where a sync was cut off. */
export const inboxOperations = [
  query("inbox.list", {
    summary: "List the items that need attention across all clients, most urgent first",
    input: z.object({
      mine: z.boolean().default(false).describe("Only items for the current user"),
      clientId: clientId.optional(),
      kinds: z.array(inboxKind).max(20).optional().describe("Only items of this kind (may be repeated)"),
    }),
    output: view,
    runs: "firmReader",
    prepare: async (context) => {
      await refreshLeft(context);
      const { people, notices, closeTemplates } = context;
      return ok({ reader: people.name, notices: await notices.list(), holidays: closeTemplates?.[0]?.holidays ?? [] });
    },
    perform: ({ firm, nowMs }, asked, prepared) => ok(inboxView(firm, { nowMs, ...prepared }, asked)),
    command: {
      verb: "inbox list",
      options: { kinds: "kind" },
      table: {
        rows: ({ items }) => items,
        // As in the window, above everyone's items of all kinds.
        before: ({ outages }, { mine, kinds, clientId: only }) =>
          mine || kinds !== undefined ? [] : outages.flatMap(({ ledger, clients }) => outageText(ledger, clients, only)),
        columns: [
          left("kind", 15, (row) => row.kind),
          left("client", 26, (row) => row.client),
          left("due", 10, (row) => (row.due === null ? "" : `${String(row.due)}${row.overdue === true ? "!" : ""}`)),
          left("assigned to", 18, (row) => row.person),
          left("title", 70, (row) => row.title),
        ],
      },
    },
  }),

  // Sign-ins and tasks aren't settled so: they end when somebody signs in or finishes them.
  command("inbox.dismiss", {
    summary: "Dismiss items for everyone",
    input: z.object({ keys }),
    output: z.object({ dismissed: z.number().int() }),
    runs: "firmWriter",
    prepare: async ({ notices, person }, { keys: asked }) => ok(await notices.dismiss(asked, person)),
    perform: ({ firm, person }, { keys: asked }, notices) => ok({ dismissed: notices + dismissLateCloses(firm, asked, person) }),
  }),

  command("inbox.restore", {
    summary: "Restore dismissed items",
    input: z.object({ keys }),
    output: z.object({ restored: z.number().int() }),
    runs: "firmWriter",
    prepare: async ({ notices }, { keys: asked }) => ok(await notices.restore(asked)),
    perform: ({ firm }, { keys: asked }, notices) => ok({ restored: notices + restoreLateCloses(firm, asked) }),
  }),

  // A mention leaves the list once read. Other items are only marked as read.
  command("inbox.seen", {
    summary: "Mark items as read by the current user",
    input: z.object({ keys }),
    output: z.object({ done: z.literal(true) }),
    runs: "firmWriter",
    allowed: "viewer",
    prepare: async ({ people }) => ok(people.name),
    perform: ({ firm, nowMs }, { keys: asked }, reader) => {
      markSeen(firm, { person: reader, keys: asked, nowMs });
      return ok({ done: true as const });
    },
  }),
] as const;
