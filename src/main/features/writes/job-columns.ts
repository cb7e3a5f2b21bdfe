import { type Column, left } from "#main/operations/command-form.ts";
import type { WriteJob } from "#shared/model/ledger/write.ts";

const column = (title: string, width: number, of: (job: WriteJob) => string) => left(title, width, (row) => of(row as unknown as WriteJob));

/** The write queue on the command line. */
export const JOB_COLUMNS: readonly Column[] = [
  column("job", 36, (job) => job.jobId),
  column("state", 9, (job) => job.state),
  column("title", 40, (job) => job.title),
  column("by", 24, (job) => job.person),
  column("created", 24, (job) => job.createdAt),
  column("why", 60, (job) => job.failure?.message ?? job.items.find((item) => item.message !== undefined)?.message ?? ""),
];
