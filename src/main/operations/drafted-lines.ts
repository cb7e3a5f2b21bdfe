import { counted } from "#shared/kernel/readable.ts";

/** What a verb that drafts what is due says: how many drafts, where they are reviewed, and their IDs. */
export function draftedLines(
  { jobIds }: { readonly jobIds: readonly string[] },
  { clientId }: { readonly clientId: string },
): readonly string[] {
  if (jobIds.length === 0) return ["Nothing new is due, so no drafts were created."];
  return [`${counted(jobIds.length, "draft")} created. To review: tieout job list --client ${clientId}`, ...jobIds];
}
