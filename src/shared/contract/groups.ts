import { z } from "zod";
import { consolidatedStatementKind, groupReport } from "#shared/model/consolidation.ts";
import { enteredRate, entityTreeDraft, entityTreeVersion, exchangeRate, neededRate } from "#shared/model/entity-tree.ts";
import { calendarDateString } from "#shared/model/money.ts";
import { command, query } from "./define.ts";

const ofTree = z.object({ treeId: z.string() });

const suggested = z.object({ tree: entityTreeDraft, notes: z.array(z.string()) });

/** Entity trees, their consolidated statements, and the rates that these are translated with (rule 24). */
export const groupsContract = {
  /** The trees as they stand. */
  "groups.list": query(z.object({}), z.object({ trees: z.array(entityTreeVersion) })),
  /** A tree as it stands, by its id, or by its name where only one has it. */
  "groups.show": query(ofTree, entityTreeVersion),
  /** Every saved state of a tree, undone ones included, newest first. */
  "groups.history": query(ofTree, z.object({ versions: z.array(entityTreeVersion) })),
  /** Proposes one tree over all clients and the subsidiaries of their ledgers; saves nothing. */
  "groups.suggest": query(z.object({}), suggested),
  /** Groups that something in the ledgers speaks for, with what it is; none where nothing does. Saves nothing. */
  "groups.candidates": query(z.object({}), z.object({ candidates: z.array(suggested.extend({ evidence: z.array(z.string()) })) })),
  /** Saves a tree beside its former states. `basedOn`: refused when another version came between. */
  "groups.save": command(
    z.object({ tree: entityTreeDraft, basedOn: z.number().int().optional() }),
    z.object({ treeId: z.string(), version: z.number().int() }),
  ),
  /** Takes the newest saved state back. */
  "groups.undo": command(ofTree, z.object({ standing: entityTreeVersion.nullable() })),
  /** `period`: a month `YYYY-MM`, or the id of a period of one of the members. */
  "groups.report": query(ofTree.extend({ period: z.string(), statement: consolidatedStatementKind }), groupReport),
  /** The rates that a period needs, and those that were entered for them. */
  "groups.rates": query(
    ofTree.extend({ period: z.string() }),
    z.object({ to: calendarDateString, needed: z.array(neededRate.extend({ entered: enteredRate.nullable() })) }),
  ),
  "rates.list": query(z.object({}), z.object({ rates: z.array(enteredRate) })),
  /** Enters a rate; it takes the place of an earlier one of the same pair, kind and day. */
  "rates.save": command(exchangeRate, z.object({ rateNo: z.number().int() })),
  "rates.undo": command(z.object({ rateNo: z.number().int() }), z.object({ undone: z.literal(true) })),
};
