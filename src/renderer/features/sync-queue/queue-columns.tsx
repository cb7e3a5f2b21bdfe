import { formatCount } from "../../format/amounts/amount.ts";
import { endsLabel } from "../../format/labels/sync-estimate-labels.ts";
import { resumeLabel } from "../../format/labels/sync-labels.ts";
import { capitalized } from "../../format/text/capitalized.ts";
import { t } from "../../language/t.ts";
import { useOffline } from "../../state/core/offline.ts";
import { useSafeMode } from "../../state/core/safe-mode.ts";
import { useNow } from "../../state/window/now.ts";
import textStyles from "../../styles/text.module.css";
import { StatusChip } from "../../ui/connection/status-chip.tsx";
import { SyncEstimate } from "../../ui/connection/sync-estimate.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { UnbrokenText } from "../../ui/feedback/unbroken-text.tsx";
import type { Column } from "../../ui/grid/grid-types.ts";
import { FirstButton, LastButton } from "./queue-actions.tsx";
import {
  lineGoesOn,
  lineProgress,
  lineShortly,
  lineState,
  lineWhat,
  lineWhy,
  type QueueLine,
  waitsFor,
  waitsForNetwork,
  waitsForPerson,
  writePlace,
} from "./queue-rows.ts";

/** The columns of the firm's queue. `nowMs` is for copies and files: the screen follows the clock. */
export function queueColumns(nowMs: () => number): readonly Column<QueueLine>[] {
  return [...whatColumns(nowMs), ...whenColumns(nowMs)];
}

function whatColumns(nowMs: () => number): readonly Column<QueueLine>[] {
  return [
    {
      id: "client",
      header: t("Client"),
      width: "minmax(176px, 1fr)",
      help: t("The client. On a sync, Enter opens the client's Sync screen. On a ledger update, Enter opens the update."),
      cell: (line) => <Cut text={clientOf(line)} strong />,
      value: clientOf,
    },
    {
      id: "kind",
      header: t("Type"),
      width: "66px",
      help: t("Sync or ledger update. Updates go ahead of syncs."),
      cell: kindWord,
      value: kindWord,
    },
    {
      id: "what",
      header: t("Description"),
      width: "minmax(200px, 1fr)",
      // The amount of an update comes last. Most rows are short here, so the room goes to the reasons first.
      whole: true,
      wraps: true,
      help: t("What the sync brings in, or what the ledger update does."),
      cell: (line) => <What line={line} />,
      value: lineWhat,
    },
    {
      id: "state",
      header: t("Status"),
      width: "122px",
      essential: true,
      help: t("Status of the sync or ledger update. Waiting for a rate limit is never a failure."),
      cell: (line) => <State line={line} />,
      value: (line) => lineState(line).word,
    },
    {
      id: "why",
      header: t("Details"),
      width: "minmax(228px, 2.4fr)",
      essential: true,
      wraps: true,
      help: t("What the sync or update is waiting for, how far along it is, what went wrong, or how often the client syncs."),
      cell: (line) => <Why line={line} />,
      value: (line) => lineWhy(line, nowMs()),
    },
    {
      id: "progress",
      minor: true,
      header: t("Done"),
      width: "84px",
      help: t("Data sets fully synced, or parts posted if a ledger update has several."),
      cell: (line) => <span className={textStyles.muted}>{lineProgress(line) || "–"}</span>,
      value: lineProgress,
    },
  ];
}

function whenColumns(nowMs: () => number): readonly Column<QueueLine>[] {
  return [
    {
      id: "day",
      optional: true,
      header: t("Requests, 24 h"),
      align: "end",
      counts: true,
      width: "118px",
      help: t("Requests to the ledger in the last 24 hours, out of the number it allows."),
      cell: dayLabel,
      value: dayLabel,
    },
    {
      id: "month",
      optional: true,
      header: t("Reads this month"),
      align: "end",
      counts: true,
      width: "118px",
      help: t("Read requests for this client this month, out of the number that your ledger plan includes for all clients."),
      cell: monthLabel,
      value: monthLabel,
    },
    {
      id: "goesOn",
      header: t("Next request"),
      width: "108px",
      essential: true,
      help: t(
        "When the next request is sent or the next automatic sync starts. “When resolved” means once someone fixes the update or the connection. “When online” means once the ledger can be reached again.",
      ),
      cell: (line) => <GoesOn line={line} />,
      value: lineGoesOn,
    },
    {
      id: "ends",
      minor: true,
      header: t("Expected end"),
      width: "150px",
      help: t(
        "When the sync should be done. If two times are shown, the second one assumes slow responses. Hover over the time to see how it's estimated.",
      ),
      control: true,
      cell: (line, tabIndex) => <Ends line={line} tabIndex={tabIndex} />,
      value: (line) => (line.kind === "read" && line.read.outlook !== null ? capitalized(endsLabel(line.read.outlook, nowMs())) : null),
    },
    {
      id: "first",
      header: t("Priority"),
      quietHeader: true,
      width: "40px",
      control: true,
      cell: (line, tabIndex) => <FirstButton line={line} tabIndex={tabIndex} />,
    },
    {
      id: "pause",
      header: t("Action"),
      quietHeader: true,
      width: "96px",
      control: true,
      atEdge: true,
      cell: (line, tabIndex) => <LastButton line={line} tabIndex={tabIndex} />,
    },
  ];
}

function dayLabel(line: QueueLine): string {
  const budget = line.kind === "read" ? line.read.budget : null;
  return budget === null ? "" : usedLabel(budget.dayUsed, budget.dayLimit);
}

function monthLabel(line: QueueLine): string {
  const budget = line.kind === "read" ? line.read.budget : null;
  return budget === null ? "" : usedLabel(budget.monthReads, budget.monthReadsLimit);
}

function usedLabel(used: number, limit: number | null): string {
  return limit === null ? formatCount(used) : t("{used} of {limit}", { used: formatCount(used), limit: formatCount(limit) });
}

function clientOf(line: QueueLine): string {
  return line.kind === "read" ? line.read.name : line.write.name;
}

function kindWord(line: QueueLine): string {
  return line.kind === "read" ? t("Sync") : t("Ledger update");
}

/** An update has its amount last, so it goes on in further lines; a sync stays on one, since what it brings in changes all the time. */
function What({ line }: { readonly line: QueueLine }) {
  const what = lineWhat(line);
  if (line.kind === "read") return <Cut text={lineShortly(line)} title={what} />;
  return (
    <span className={textStyles.inThreeLines} title={what}>
      <UnbrokenText text={what} />
    </span>
  );
}

function State({ line }: { readonly line: QueueLine }) {
  const isPaused = line.kind === "read" && line.read.paused && !line.read.active;
  const state = lineState(line);
  // A draft waits for someone, while a sync and an update that is queued go on unattended.
  const isUnattended = line.kind === "read" || state.tone === "ok" || line.write.job.state === "queued";
  return <StatusChip last={state} paused={isPaused} quiet={isUnattended} />;
}

function Why({ line }: { readonly line: QueueLine }) {
  const why = lineWhy(line, useNow(), useSafeMode());
  if (why === "") return <span className={textStyles.muted}>–</span>;
  return (
    <span className={textStyles.inThreeLines} title={why}>
      <UnbrokenText text={why} />
    </span>
  );
}

/** Why a queued update isn't sent within a minute: something must be put right first, or Tieout runs in safe mode. Null for others. */
function heldWords(line: QueueLine, isSafeMode: boolean): { readonly word: string; readonly means?: string } | null {
  const place = line.kind === "read" ? null : writePlace(line.write, isSafeMode);
  if (place === "held") return { word: t("When resolved") };
  if (place !== "after_safe_mode") return null;
  const means = t(
    "In safe mode, Tieout doesn't send queued updates automatically. Start Tieout normally, or open the update to send or check it.",
  );
  return { word: t("After safe mode"), means };
}

function GoesOn({ line }: { readonly line: QueueLine }) {
  const nowMs = useNow();
  const offline = useOffline();
  const isSafeMode = useSafeMode();
  const at = lineGoesOn(line);
  const held = heldWords(line, isSafeMode);
  if (held !== null) {
    return (
      <span className={textStyles.muted} title={held.means}>
        {held.word}
      </span>
    );
  }
  if (waitsForPerson(line)) return <span className={textStyles.muted}>{waitsFor(line)}</span>;
  if (offline && waitsForNetwork(line)) return <span className={textStyles.muted}>{t("When online")}</span>;
  if (at !== null) return capitalized(resumeLabel(at, nowMs) ?? t("now"));
  if (line.kind === "read" && line.read.active && line.read.queue === null) return capitalized(t("now"));
  if (line.kind === "write" && line.write.position !== null) {
    return <span title={t("Tieout checks and retries unsent updates every minute.")}>{t("Within a minute")}</span>;
  }
  return <span className={textStyles.muted}>–</span>;
}

function Ends({ line, tabIndex }: { readonly line: QueueLine; readonly tabIndex: 0 | -1 }) {
  const outlook = line.kind === "read" ? line.read.outlook : null;
  // In a control column, the cell's content takes the focus instead of the cell.
  if (outlook === null)
    return (
      <span tabIndex={tabIndex} className={textStyles.muted}>
        –
      </span>
    );
  return <SyncEstimate outlook={outlook} of={clientOf(line)} alone tabIndex={tabIndex} />;
}

interface CutProps {
  readonly text: string;
  readonly title?: string;
  /** The name that the row is of. */
  readonly strong?: boolean;
}

function Cut({ text, title = text, strong = false }: CutProps) {
  return (
    <span className={classes(textStyles.ellipsis, strong && textStyles.name)} title={title}>
      {text}
    </span>
  );
}
