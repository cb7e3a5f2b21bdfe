import { approvalOf, decideApproval } from "#main/services/approvals.ts";
import { findDocument } from "#main/services/documents.ts";
import { dismissDuplicate, restoreDuplicate } from "#main/services/duplicate-dismissals.ts";
import { listDuplicates } from "#main/services/duplicates.ts";
import { acknowledgeFinding } from "#main/services/finding-acts.ts";
import { mergeParties, unmergeParty } from "#main/services/merge-parties.ts";
import { namesakes } from "#main/services/namesakes.ts";
import { decideOrderMatch, listOrderMatches, undoOrderMatch } from "#main/services/order-matches.ts";
import { listMergedParties, listParties, listPartySuggestions } from "#main/services/parties.ts";
import { movePeriod } from "#main/services/period-states.ts";
import { listPeriods } from "#main/services/periods.ts";
import { digest } from "#main/store/hash.ts";
import { MirrorReader } from "#main/store/mirror-reader.ts";
import type { ClientFiles } from "./client-files.ts";
import type { ClientSource, OpInput, OpResult } from "./protocol.ts";
import type { ReviewOps } from "./review-ops.ts";

type Handlers = { readonly [O in keyof ReviewOps<ClientSource>]: (input: OpInput<O>) => OpResult<O> };

/** Answers what people review, and carries out what they decide. */
export function reviewHandlers(files: ClientFiles): Handlers {
  const reader = (source: ClientSource) => files.readable(source).reader;
  // Checked and noted on the writing connection in one go, so that nothing moves in between.
  const act = <T>(source: ClientSource, decide: (reader: MirrorReader) => T): T =>
    files.withWritable(source.clientId, (db) => db.transaction(() => decide(new MirrorReader(db, source))).immediate());
  return {
    "duplicates.list": ({ dismissed, within, offset, limit, ...source }) =>
      listDuplicates(reader(source), {
        ...(within === undefined ? {} : { within }),
        ...(dismissed === undefined ? {} : { dismissed }),
        ...(offset === undefined ? {} : { offset }),
        ...(limit === undefined ? {} : { limit }),
      }),
    "duplicates.dismiss": (input) => act(input, (own) => dismissDuplicate(own, input)),
    "duplicates.restore": (input) => act(input, (own) => restoreDuplicate(own, input)),
    "findings.acknowledge": (input) => act(input, (own) => acknowledgeFinding(own, input)),
    "matches.list": (source) => listOrderMatches(reader(source)),
    "matches.decide": (input) => act(input, (own) => decideOrderMatch(own, input)),
    "matches.undo": (input) => act(input, (own) => undoOrderMatch(own, input)),
    "parties.list": ({ after, limit, ...source }) => listParties(reader(source), { limit, ...(after === undefined ? {} : { after }) }),
    "parties.namesakes": ({ names, ...source }) => namesakes(reader(source), names),
    "parties.suggestions": (source) => listPartySuggestions(reader(source)),
    "parties.merged": (source) => listMergedParties(reader(source)),
    "parties.merge": (input) => act(input, (own) => mergeParties(own, input)),
    "parties.unmerge": (input) => act(input, (own) => unmergeParty(own, input)),
    "periods.set": (input) => act(input, (own) => movePeriod(own, listPeriods(own, input.fiscalYearEnd, digest), input)),
    "approvals.set": (input) => act(input, (own) => decideApproval(own, input)),
    "approvals.of": ({ documentId, hasApprovalWorkflow, ...source }) => {
      const document = findDocument(reader(source), documentId);
      return document === null ? null : approvalOf(reader(source), document, hasApprovalWorkflow);
    },
  };
}
