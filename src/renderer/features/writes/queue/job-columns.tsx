import { nameOfNoted } from "#shared/model/close/signature.ts";
import type { WriteJob } from "#shared/model/ledger/write.ts";
import { jobFacts, listReason } from "../../../format/labels/write-facts.ts";
import { jobReason, jobTitle, knownJob, stateWords } from "../../../format/labels/write-labels.ts";
import { t } from "../../../language/t.ts";
import { useNow } from "../../../state/window/now.ts";
import textStyles from "../../../styles/text.module.css";
import { Chip } from "../../../ui/controls/chip.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { UnbrokenText } from "../../../ui/feedback/unbroken-text.tsx";
import { AsOf } from "../../../ui/figures/as-of.tsx";
import type { Column } from "../../../ui/grid/grid-types.ts";
import type { ContactNameOf } from "./use-contact-names.ts";

/** What is known of this computer, and why updates may be waiting. */
interface Known {
  readonly isOffline: boolean;
  readonly isSafeMode: boolean;
}

/**
 * The columns of the queue of updates. People work by the state and its reason, so these stay where room is short, and who created the
 * update goes first. The filter and the export read what the list shows.
 */
export function jobColumns(contactOf: ContactNameOf, known: Known): readonly Column<WriteJob>[] {
  const facts = (job: WriteJob) => jobFacts(job, contactOf(job)).join(", ");
  return [
    {
      id: "title",
      header: t("Description"),
      width: "minmax(180px, 1.2fr)",
      wraps: true,
      cell: (job) => <Title text={jobTitle(job)} />,
      value: jobTitle,
    },
    {
      id: "facts",
      minor: 2,
      header: t("Details"),
      width: "minmax(150px, 1.2fr)",
      wraps: true,
      help: t("Date, amount, contact and memo, unless they're in the description."),
      cell: (job) => <Facts text={facts(job)} />,
      value: (job) => facts(job) || null,
    },
    {
      id: "state",
      header: t("Status"),
      width: "112px",
      essential: true,
      help: t(
        "Queued: waiting for something, such as the ledger, the network or a sign-in. Outcome unknown: the update may or may not be in the ledger. Blocked: at least one of Tieout's checks failed, or the update couldn't be prepared. Nothing was sent.",
      ),
      cell: (job) => <State {...stateWords(job)} />,
      value: (job) => stateWords(job).word,
    },
    {
      id: "person",
      minor: 3,
      header: t("User"),
      width: "minmax(90px, 0.5fr)",
      help: t("Who created the update."),
      cell: (job) => <Name text={nameOfNoted(job.person)} />,
      value: (job) => job.person,
    },
    {
      id: "when",
      minor: 1,
      header: t("Created"),
      width: "96px",
      help: t("When the update was created."),
      cell: (job) => <When instant={job.createdAt} />,
      value: (job) => job.createdAt,
    },
    {
      id: "why",
      header: t("Reason"),
      width: "minmax(220px, 2fr)",
      essential: true,
      wraps: true,
      help: t("Why the update has this status."),
      cell: (job) => <Reason job={job} known={known} />,
      value: (job) => shownReason(job, known) || null,
    },
  ];
}

/** Why a job has its status, as its cell says it: the filter, the order and files use these words too. */
function shownReason(job: WriteJob, { isOffline, isSafeMode }: Known): string {
  return listReason(knownJob(job, isOffline), isSafeMode);
}

function Reason({ job, known }: { readonly job: WriteJob; readonly known: Known }) {
  const words = shownReason(job, known);
  if (words === "") return <span className={textStyles.muted}>–</span>;
  return (
    <span className={textStyles.inThreeLines} title={job.state === "conflict" ? jobReason(job, known.isSafeMode) : words}>
      <UnbrokenText text={words} />
    </span>
  );
}

/** The contact comes last, since its name comes later. */
function Facts({ text }: { readonly text: string }) {
  if (text === "") return <span className={textStyles.muted}>–</span>;
  return (
    <span className={classes(textStyles.inThreeLines, textStyles.muted)} title={text}>
      <UnbrokenText text={text} />
    </span>
  );
}

/** What is done needs nobody. */
function State({ tone, word, means }: ReturnType<typeof stateWords>) {
  return <Chip quiet={tone === "ok"} tone={tone} word={word} title={means} />;
}

function When({ instant }: { readonly instant: string }) {
  return <AsOf alone instant={instant} nowMs={useNow()} />;
}

/** It continues on a second line, as the reason does: often only its last words, such as the month, tell updates apart. */
function Title({ text }: { readonly text: string }) {
  return (
    <span className={classes(textStyles.inThreeLines, textStyles.name)} title={text}>
      <UnbrokenText text={text} />
    </span>
  );
}

function Name({ text }: { readonly text: string }) {
  return (
    <span className={textStyles.ellipsis} title={text}>
      {text}
    </span>
  );
}
