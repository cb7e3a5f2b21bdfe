import type { MadeJobs } from "#shared/contract/fields.ts";
import { counted } from "#shared/kernel/readable.ts";

/** What a verb that drafts what is due says: how many drafts, where they are reviewed, and their IDs. */
export function draftedLines(
  { jobIds, left }: Pick<MadeJobs, "jobIds" | "left">,
  { clientId }: { readonly clientId: string },
): readonly string[] {
  if (jobIds.length === 0) return ["Nothing new is due, so no drafts were created."];
  return [`${counted(jobIds.length, "draft")} created${leftWords(left)}. To review: tieout job list --client ${clientId}`, ...jobIds];
}

/** What a failure left to do, after what was done before it. */
export function leftWords(left: number): string {
  return left === 0 ? "" : `, ${left} left`;
}
